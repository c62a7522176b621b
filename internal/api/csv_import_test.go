package api_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/revisions"
	"quartermaster/internal/storetest"
)

// upsert sends lines of CSV to the list of a resource.
func (c client) upsert(t testing.TB, path string, lines ...string) reply {
	t.Helper()
	return c.do(t, "POST", path, "text/csv; charset=utf-8", strings.Join(lines, "\r\n"))
}

func counts(created, updated, unchanged int) string {
	return fmt.Sprintf(`{"data":{"created":%d,"updated":%d,"unchanged":%d}}`, created, updated, unchanged)
}

func TestCSVUpserts(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, scope := c.instance(t)
		path, _ := c.create(t, instance+"/events", event("Old", 1))
		class := c.class(t, instance, "AK101", "")
		steps := []struct {
			name, resource string
			lines          []string
			want           string
		}{
			{"made and changed by name", "events", []string{"name,nominal,min,max,lifetime", "New,5,0,1,60", "Old,7,0,2,60", ""}, counts(1, 1, 0)},
			{"again", "events", []string{"name,nominal,min,max,lifetime", "New,5,0,1,60", "Old,7,0,2,60"}, counts(0, 0, 2)},
			{"by sid", "events", []string{"sid,name", sidOf(path) + ",Renamed", ",New"}, counts(0, 1, 1)},
			{"by sid, as it is", "events", []string{"sid,name,nominal", sidOf(path) + ",Renamed,7"}, counts(0, 0, 1)},
			{"by sid, there and back", "events", []string{"sid,nominal", sidOf(path) + ",8", sidOf(path) + ",7"}, counts(0, 2, 0)},
			{
				"a mark, semicolons and flags in capitals", "events",
				[]string{"\ufeffname;active;secondary", "Renamed;FALSE;", "New;TRUE;\"a;b, c\""},
				counts(0, 2, 0),
			},
			{"one record twice", "events", []string{"name,nominal", "New,6", "New,7", "New,7"}, counts(0, 2, 1)},
			{
				"columns that are none, or not to be written", "events",
				[]string{" name , id,nonsense,created_at,children", "New,99,x,1999-01-01,[]"},
				counts(0, 0, 1),
			},
			{"empty is null", "events", []string{"name,secondary,active", "New,,"}, counts(0, 1, 0)},
			{"empty is not sent where there is no null", "messages", []string{"text,onconnect,delay", "Hello,,2"}, counts(1, 0, 0)},
			{"null for a number", "messages", []string{"text,onconnect,delay", "Hello,TRUE,"}, counts(0, 1, 0)},
			{"ids", "types", []string{"instance_classname_id,usage_ids,nominal", class + ",2 1,5"}, counts(1, 0, 0)},
			{"no ids", "types", []string{"instance_classname_id,usage_ids,nominal", class + ",,5"}, counts(0, 1, 0)},
			{"nothing but the header", "types", []string{"nominal"}, counts(0, 0, 0)},
		}
		for _, step := range steps {
			t.Run(step.name, func(t *testing.T) {
				_, before, _ := s.latest(t, scope)
				c.upsert(t, instance+"/"+step.resource, step.lines...).exactly(t, 200, step.want)
				if _, after, _ := s.latest(t, scope); after-before > 1 {
					t.Errorf("%d revisions", after-before)
				}
			})
		}
		c.get(t, path).expect(t, 200, "data.name", `"Renamed"`, "data.nominal", "7", "data.active", "false", "data.secondary", "null")
		c.get(t, instance+"/types").expect(t, 200, "data.0.nominal", "5")
		revision, _, _ := s.latest(t, scope)
		if revision.Action != "batch" || revisions.Summary(revision.Summary) != "types: 1 row of CSV" {
			t.Errorf("%+v", revision)
		}
	})
}

func TestCSVTellsTheLine(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, stranger := s.user(t), s.user(t)
	instance, scope := c.instance(t)
	path, _ := c.create(t, instance+"/events", event("Old", 1))
	foreign, _ := stranger.instance(t)
	const header = "sid,name,nominal,min,max,lifetime"
	many := make([]string, 10_001)
	for i := range many {
		many[i] = "Old"
	}
	tests := []struct {
		name           string
		lines          []string
		field, message string
	}{
		{"no number", []string{header, ",A,1,0,1,60", "", ",B,x,0,1,60"}, "rows.4.nominal", "The nominal field must be an integer."},
		{"line ends in cells", []string{header, ",\"A\nB\",1,0,1,60", ",B,1,0,1,x"}, "rows.4.lifetime", "The lifetime field must be an integer."},
		{"missing", []string{header, ",A,1,0,1,"}, "rows.2.lifetime", "The lifetime field is required."},
		{"no such record", []string{header, "0000000000,A,1,0,1,60"}, "rows.2.sid", "The selected sid is invalid."},
		{"several", []string{"name,nominal,min,max,lifetime", "Old,2,0,0,0", "New,1,1,1"}, "rows.3", "The row has 4 cells, the header has 5."},
		{"quotes", []string{header, `,"A"B,1,0,1,60`}, "rows.2", `The line is not CSV: extraneous or missing " in quoted-field.`},
		{"no UTF-8", []string{header, ",\xff,1,0,1,60"}, "rows.2", "The file must be in UTF-8."},
		{"no header", []string{"\ufeff"}, "rows.1", "The first line must name the fields."},
		{"no field in the header", []string{"a|b", "1|2"}, "rows.1", "The first line must name fields of the event."},
		{"a column twice", []string{"name,name", "A,B"}, "rows.1", "The column name is there twice."},
		{"too many rows", append([]string{"name"}, many...), "rows", "The file must not have more than 10000 rows."},
	}
	_, before, _ := s.latest(t, scope)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.upsert(t, instance+"/events", tt.lines...).exactly(t, 422, invalid(tt.field, tt.message))
		})
	}
	if _, after, _ := s.latest(t, scope); after != before {
		t.Errorf("%d revisions after %d", after, before)
	}
	c.upsert(t, foreign+"/events", "sid,name", sidOf(path)+",Stolen").exactly(t, 404, body404)
	stranger.upsert(t, foreign+"/events", "sid,name", sidOf(path)+",Stolen").exactly(t, 422, invalid("rows.2.sid",
		"The selected sid is invalid."))
	c.upsert(t, instance+"/events", strings.Repeat("x", 8<<20+1)).exactly(t, 413, body413)
}
