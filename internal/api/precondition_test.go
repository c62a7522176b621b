package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

const body412 = `{"message":"Precondition Failed."}`

// writers calls test for each resource that can be written, with the address of one of its records.
func writers(t *testing.T, f furnished, test func(t *testing.T, r *record.Resource, list, path string)) {
	t.Helper()
	for _, e := range served() {
		if e.Action == endpoint.Update {
			path := f.path(e)
			t.Run(e.Record.Path, func(t *testing.T) { test(t, e.Record, path[:strings.LastIndexByte(path, '/')], path) })
		}
	}
}

func TestWritesAnswerTheTagOfTheRecord(t *testing.T) {
	t.Parallel()
	f := furnish(t, start(t).user(t), "Written")
	writers(t, f, func(t *testing.T, r *record.Resource, list, path string) {
		made := f.must(t, 201, "POST", list, f.further().body(r))
		sid := strings.Trim(made.at("data.sid"), `"`)
		if got := f.get(t, list+"/"+sid).etag(); got != made.etag() || got == "" {
			t.Errorf("POST: tag %q, then %q", made.etag(), got)
		}
		for _, method := range []string{"PUT", "PATCH"} {
			changed := f.must(t, 200, method, path, f.body(r))
			if got := f.get(t, path).etag(); got != changed.etag() || got == "" {
				t.Errorf("%s: tag %q, then %q", method, changed.etag(), got)
			}
		}
	})
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		f := furnish(t, start(t).user(t), "Matched")
		writers(t, f, func(t *testing.T, r *record.Resource, _, path string) {
			before := f.must(t, 200, "GET", path, "")
			tag, body := before.etag(), f.body(r)
			for _, header := range [][]string{
				{"If-Match", `"stale"`},
				{"If-Match", "W/" + tag},
				{"If-Match", ""},
				{"If-None-Match", "*"},
				{"If-None-Match", "W/" + tag},
				{"If-Match", tag, "If-None-Match", tag},
			} {
				for _, method := range []string{"PUT", "PATCH", "DELETE"} {
					f.headed(t, method, path, body, header...).exactly(t, http.StatusPreconditionFailed, body412)
				}
			}
			f.get(t, path).exactly(t, 200, before.body)
			for _, header := range [][]string{{"If-Match", tag}, {"If-Match", `"other", ` + tag}, {"If-Match", "*"}, {"If-None-Match", `"other"`}} {
				f.headed(t, "PATCH", path, `{}`, header...).exactly(t, 200, before.body)
			}
			changed := f.headed(t, "PUT", path, body, "If-Match", tag)
			changed.expect(t, 200)
			f.get(t, path).exactly(t, 200, changed.body)
		})
	})
}

// TestIfMatchOnDelete deletes in the order in which no record takes another along.
func TestIfMatchOnDelete(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		f := furnish(t, start(t).user(t), "Deleted")
		paths := map[*record.Resource]string{}
		for _, e := range served() {
			if e.Action == endpoint.Delete {
				paths[e.Record] = f.path(e)
			}
		}
		for _, r := range slices.Backward(record.All()) {
			if path, ok := paths[r]; ok {
				f.headed(t, "DELETE", path, "", "If-Match", f.get(t, path).etag()).expect(t, 200, "result", "true")
				f.headed(t, "DELETE", path, "", "If-Match", "*").exactly(t, 404, body404)
			}
		}
	})
}

func TestOtherChecksWinOverPreconditions(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, free, nobody := s.user(t), s.freeUser(t), s.anonymous()
	instance, _ := c.instance(t)
	event, _ := c.create(t, instance+"/events", minimalEvent)
	builtIn := "/api/v1/categories/" + strings.Trim(c.get(t, "/api/v1/categories").at("data.0.sid"), `"`)
	tests := []struct {
		name               string
		as                 client
		method, path, body string
		status             int
	}{
		{"no token", nobody, "PUT", event, minimalEvent, 401},
		{"plan", free, "PUT", event, minimalEvent, 403},
		{"not there", c, "PUT", event + "x", minimalEvent, 404},
		{"not there, deleting", c, "DELETE", event + "x", "", 404},
		{"built in", c, "PUT", builtIn, `{"name":"x"}`, 403},
		{"built in, deleting", c, "DELETE", builtIn, "", 403},
		{"not valid", c, "PUT", event, `{}`, 422},
		{"not valid, in part", c, "PATCH", event, `{"nominal":"x"}`, 422},
		{"nothing else wrong", c, "PUT", event, minimalEvent, 412},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.as.headed(t, tt.method, tt.path, tt.body, "If-Match", `"stale"`).expect(t, tt.status)
		})
	}
}

// race sends requests at the same time and counts the answers by status.
func race(n int, send func(i int) reply) map[int]int {
	var start, done sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	start.Add(1)
	for i := range n {
		done.Go(func() {
			start.Wait()
			r := send(i)
			mu.Lock()
			defer mu.Unlock()
			counts[r.status]++
		})
	}
	start.Done()
	done.Wait()
	return counts
}

func TestOfRacingWritersOneWins(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		mod, _ := c.create(t, "/api/v1/mods", `{"name":"Mod"}`)
		event, _ := c.create(t, instance+"/events", minimalEvent)
		for path, body := range map[string]string{event: `{"nominal":2%d}`, mod: `{"name":"Mod %d"}`} {
			for round := range 5 {
				tag := c.get(t, path).etag()
				counts := race(4, func(i int) reply {
					return c.headed(t, "PATCH", path, fmt.Sprintf(body, 10*round+i), "If-Match", tag)
				})
				if counts[200] != 1 || counts[412] != 3 {
					t.Errorf("%s: statuses %v", path, counts)
				}
			}
		}
		tag := c.get(t, event).etag()
		counts := race(2, func(i int) reply {
			return c.headed(t, []string{"PATCH", "DELETE"}[i], event, `{"nominal":9}`, "If-Match", tag)
		})
		if counts[200] != 1 || counts[412]+counts[404] != 1 {
			t.Errorf("changing and deleting: statuses %v", counts)
		}
	})
}
