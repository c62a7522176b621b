package api_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

const (
	traderFolder = "profiles/Trader/"
	traderMain   = traderFolder + "TraderConfig.txt"
)

// traderFile is a file with traders, which opens the next one or none.
func traderFile(name, next string, traders ...string) upload {
	text := "<FileEnd>\n"
	if next != "" {
		text = "<OpenFile> " + next + "\n"
	}
	for i := range traders {
		text = "<Trader> " + traders[len(traders)-1-i] + "\n" + text
	}
	return upload{traderFolder + name, text}
}

// readTraders returns the names of the traders in the files that would be written, as <OpenFile> joins them.
func (c client) readTraders(t testing.TB, instance string) string {
	t.Helper()
	places := map[string]string{}
	for _, place := range strings.Fields(c.get(t, instance+"/files").names("path")) {
		places[strings.ToLower(path.Base(place))] = place
	}
	var names []string
	for next := "traderconfig.txt"; places[next] != ""; {
		text := c.get(t, instance+"/files/"+places[next]).body
		delete(places, next) // the game reads no file twice
		for line := range strings.Lines(text) {
			if name, found := strings.CutPrefix(line, "<Trader> "); found {
				names = append(names, strings.TrimSpace(name))
			}
			if name, found := strings.CutPrefix(line, "<OpenFile> "); found {
				next = strings.ToLower(strings.TrimSpace(name))
			}
		}
	}
	return strings.Join(names, " ")
}

// listsTraders checks every list of the traders: whole and by pages, as JSON and CSV. Behind a bar stand those that the game does
// not read.
func (c client) listsTraders(t testing.TB, instance, want string) {
	t.Helper()
	read, unread, _ := strings.Cut(want, " | ")
	if got := c.readTraders(t, instance); got != read {
		t.Errorf("the files name %q, want %q", got, read)
	}
	want = strings.TrimSpace(read + " " + unread)
	list := instance + "/trader-sellers"
	c.finds(t, list, "name", map[string]string{"": want})
	if got := column(t, c.csv(t, list).body, "name"); got != want {
		t.Errorf("CSV: %q, want %q", got, want)
	}
	names := strings.Fields(want)
	for first := 0; first < len(names); first += 2 {
		want, query := strings.Join(names[first:min(first+2, len(names))], " "), fmt.Sprintf("per_page=2&page=%d", first/2+1)
		c.finds(t, list, "name", map[string]string{query: want})
		if got := column(t, c.csv(t, list+"?"+query).body, "name"); got != want {
			t.Errorf("CSV, %s: %q, want %q", query, got, want)
		}
	}
}

func TestListsOfSellersFollowTheReadingOrder(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		files := func(mode string, list ...upload) func() {
			return func() { c.uploadForm(t, instance+"/files", mode, list...).expect(t, 200, "errors", "absent") }
		}
		made := map[string]string{}
		hand := func(name string) func() {
			return func() { made[name], _ = c.create(t, instance+"/trader-sellers", `{"name":"`+name+`"}`) }
		}
		back := func(how string, nth int) {
			number := c.get(t, instance+"/revisions").at(fmt.Sprintf("data.%d.number", nth))
			c.must(t, 200, "POST", instance+"/revisions/"+number+"/"+how, "")
		}
		for _, step := range []struct {
			name, want string
			do         func()
		}{
			{"by hand, without files", "Bob Al", func() { hand("Bob")(); hand("Al")() }},
			{"the last file first", "Bob Al | Kim Joe", files("merge", traderFile("Last.txt", "", "Kim", "Joe"))},
			{"the main file", "Zoe Bob Al Kim Joe", files("merge", traderFile("TraderConfig.txt", "LAST.txt", "Zoe"))},
			{"a file in the middle", "Zoe Al Bob Yan Abe Kim Joe", files("merge",
				traderFile("Öl.TXT", "last.TXT", "Yan", "Abe"), traderFile("TraderConfig.txt", "öl.txt", "Zoe", "Al", "Bob"))},
			{"by hand, behind what its file holds", "Zoe Al Bob Eve Yan Abe Kim Joe", hand("Eve")},
			{"another order, with a new one in front", "New Bob Zoe Al Eve Abe Yan Kim Joe", files("merge",
				traderFile("Öl.TXT", "last.TXT", "Abe", "Yan"), traderFile("TraderConfig.txt", "öl.txt", "New", "Bob", "Zoe", "Al", "Eve"))},
			{"two more by hand", "New Bob Zoe Al Eve Ida Ben Abe Yan Kim Joe", func() { hand("Ida")(); hand("Ben")() }},
			{"one that goes", "New Zoe Al Eve Ida Ben Abe Yan Kim Joe", func() { c.must(t, 200, "DELETE", made["Bob"], "") }},
			{"the later files in another order", "New Zoe Al Eve Ida Ben Kim Joe Abe Yan", files("replace",
				traderFile("Öl.TXT", "", "Abe", "Yan"), traderFile("Last.txt", "öl.txt", "Kim", "Joe"),
				traderFile("TraderConfig.txt", "last.txt", "New", "Zoe", "Al", "Eve", "Ida", "Ben"))},
			{"undo, of the first file alone", "New Zoe Al Eve Ida Ben Abe Yan | Kim Joe", func() { back("undo", 0) }},
			{"replaced", "Joe Zoe | Kim Joe Abe Yan", files("replace", traderFile("TraderConfig.txt", "", "Joe", "Zoe"))},
			{"revert", "New Zoe Al Eve Ida Ben Abe Yan | Kim Joe", func() { back("revert", 1) }},
		} {
			step.do()
			c.listsTraders(t, instance, step.want)
			if t.Failed() {
				t.Fatal("after: " + step.name)
			}
		}
		c.finds(t, instance+"/trader-sellers", "name", map[string]string{
			"sort=name": "Abe Al Ben Eve Ida Joe Kim New Yan Zoe", "sort=-name&per_page=3&page=2": "Kim Joe Ida", "sort=id&per_page=2": "Al Kim",
			"search=e&per_page=3": "New Zoe Eve", "search=e&per_page=3&page=2": "Ben Abe Joe",
		})
	})
}
