package api_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// instances makes n instances at once.
func (c client) instances(t testing.TB, n int) {
	t.Helper()
	for i := range n {
		_, err := c.server.db.CreateInstance(t.Context(), c.userID, record.Values{"name": "Server " + strconv.Itoa(i+1), "map_id": int64(1)})
		check(t, err)
	}
}

// TestPaginatorWindow compares every byte around the records with what the original sends.
func TestPaginatorWindow(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		const gap = "..."
		tests := []struct {
			total, page int
			window      string
		}{
			{1, 1, "1"},
			{2, 1, "1 2"},
			{13, 1, "1 2 3 4 5 6 7 8 9 10 11 12 13"},
			{13, 13, "1 2 3 4 5 6 7 8 9 10 11 12 13"},
			{14, 7, "1 2 3 4 5 6 7 8 9 10 ... 13 14"},
			{14, 8, "1 2 ... 5 6 7 8 9 10 11 12 13 14"},
			{20, 1, "1 2 3 4 5 6 7 8 9 10 ... 19 20"},
			{20, 7, "1 2 3 4 5 6 7 8 9 10 ... 19 20"},
			{20, 8, "1 2 ... 5 6 7 8 9 10 11 ... 19 20"},
			{20, 13, "1 2 ... 10 11 12 13 14 15 16 ... 19 20"},
			{20, 14, "1 2 ... 11 12 13 14 15 16 17 18 19 20"},
			{20, 20, "1 2 ... 11 12 13 14 15 16 17 18 19 20"},
			{20, 21, "1 2 ... 11 12 13 14 15 16 17 18 19 20"},
			{20, 500, "1 2 ... 11 12 13 14 15 16 17 18 19 20"},
		}
		s := start(t)
		owners := map[int]client{}
		for _, total := range []int{1, 2, 13, 14, 20} {
			owners[total] = s.user(t)
			owners[total].instances(t, total)
		}
		for _, tt := range tests {
			t.Run(fmt.Sprint(tt.total, "/", tt.page), func(t *testing.T) {
				t.Parallel()
				c := owners[tt.total]
				path := strings.ReplaceAll(s.url+"/api/instance", "/", `\/`)
				link := func(page int, there bool) string {
					if !there {
						return "null"
					}
					return fmt.Sprintf(`"%s?amount=1&page=%d"`, path, page)
				}
				var links strings.Builder
				for label := range strings.SplitSeq(tt.window, " ") {
					n, _ := strconv.Atoi(label)
					fmt.Fprintf(&links, `{"url":%s,"label":"%s","active":%v},`, link(n, label != gap), label, n == tt.page)
				}
				edge, there := "null", tt.page <= tt.total
				if there {
					edge = strconv.Itoa(tt.page)
				}
				prev, next := link(tt.page-1, tt.page > 1), link(tt.page+1, tt.page < tt.total)
				body := c.get(t, fmt.Sprintf("/api/instance?page=%d&amount=1", tt.page)).body
				head := fmt.Sprintf(`{"current_page":%d,"data":[`, tt.page)
				tail := fmt.Sprintf(`],"first_page_url":%s,"from":%s,"last_page":%d,"last_page_url":%s,"links":[{"url":%s,"label":"&laquo; `+
					`Previous","active":false},%s`+
					`{"url":%s,"label":"Next &raquo;","active":false}],"next_page_url":%s,"path":"%s","per_page":1,"prev_page_url":%s,"to":%s,"total":%d}`,
					link(1, true), edge, tt.total, link(tt.total, true), prev, links.String(), next, next, path, prev, edge, tt.total)
				if !strings.HasPrefix(body, head) || !strings.HasSuffix(body, tail) {
					t.Errorf("got  %s\nwant %s ... %s", body, head, tail)
				}
				if there != strings.Contains(body, `"name":"Server `+strconv.Itoa(tt.page)+`"`) {
					t.Errorf("the wrong record: %s", body)
				}
			})
		}
	})
}

func TestPaginatorWithoutRecords(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		url := strings.ReplaceAll(s.url+"/api/instance", "/", `\/`)
		first := `"` + url + `?page=1"`
		c.get(t, "/api/instance/").exactly(t, 200,
			`{"current_page":1,"data":[],"first_page_url":`+first+`,"from":null,"last_page":1,"last_page_url":`+first+
				`,"links":[{"url":null,"label":"&laquo; Previous","active":false},{"url":`+first+`,"label":"1","active":true},{"url":null,`+
				`"label":"Next &raquo;","active":false}],`+
				`"next_page_url":null,"path":"`+url+`","per_page":30,"prev_page_url":null,"to":null,"total":0}`)
	})
}

func TestAmountAndLike(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	c.instances(t, 31)
	tests := []struct{ query, size, to, total string }{
		{"", "30", "30", "31"},
		{"amount=100", "100", "31", "31"},
		{"amount=101", "100", "31", "31"},
		{"amount=0", "1", "1", "31"},
		{"amount=-1", "1", "1", "31"},
		{"amount=abc", "30", "30", "31"},
		{"amount=", "30", "30", "31"},
		{"amount[]=3", "30", "30", "31"},
		{"per_page=3", "30", "30", "31"},
		{"like=SERVER+3", "30", "3", "3"},
		{"like=server_3", "30", "null", "0"},
		{"like=%25", "30", "null", "0"},
		{"search=none", "30", "30", "31"},
		{"like=", "30", "30", "31"},
	}
	for _, tt := range tests {
		t.Run(tt.query, func(t *testing.T) {
			t.Parallel()
			c.get(t, "/api/instance?"+tt.query).expect(t, 200, "per_page", tt.size, "to", tt.to, "total", tt.total)
		})
	}
	c.get(t, "/api/instance?page=2&like=server&amount=10").expect(t, 200, "from", "11", "to", "20", "last_page", "4",
		"next_page_url", `"`+s.url+`/api/instance?like=server&amount=10&page=3"`, "links.0.url",
		`"`+s.url+`/api/instance?like=server&amount=10&page=1"`)
}
