package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// rename changes the event without a revision, which only shows where an answer is not from memory.
func (c client) rename(t *testing.T, name string) {
	t.Helper()
	_, err := c.server.db.Exec(t.Context(), `UPDATE events SET name = $1`, name)
	check(t, err)
}

func TestAnswersAreRemembered(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		one, _ := c.create(t, instance+"/events", event("First", 1))
		for _, path := range []string{one, instance + "/events", instance + "/events?search=First&sort=name"} {
			c.rename(t, "First")
			first := c.get(t, path)
			c.rename(t, "Second")
			again := c.get(t, path)
			again.exactly(t, first.status, first.body)
			if tag := again.header.Get("ETag"); tag == "" || tag != first.header.Get("ETag") {
				t.Errorf("%s: the tags are %s and %s", path, first.header.Get("ETag"), tag)
			}
		}
		c.must(t, 200, "PATCH", one, `{"nominal":7}`)
		c.get(t, one).expect(t, 200, "data.name", `"Second"`, "data.nominal", "7")
		c.get(t, instance+"/events").expect(t, 200, "data.0.name", `"Second"`)
	})
}

func TestARememberedAnswerIsNotModified(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		one, _ := c.create(t, instance+"/events", event("First", 1))
		tag := c.get(t, one).header.Get("ETag")
		for range 2 {
			req := c.request(t, "GET", one, http.NoBody)
			req.Header.Set("If-None-Match", tag)
			if r := c.roundTrip(t, req); r.status != http.StatusNotModified || r.header.Get("ETag") != tag || r.body != "" {
				t.Errorf("answered %d %s with the tag %s", r.status, r.body, r.header.Get("ETag"))
			}
		}
	})
}

// TestWhatIsNotRemembered: bodies, tables, and what depends on the time or on what is computed for a filter.
func TestWhatIsNotRemembered(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		list := instance + "/events"
		c.create(t, list, event("First", 1))
		for name, ask := range map[string]func() reply{
			"a body":    func() reply { return c.send(t, "GET", list, `{"per_page":3}`) },
			"a table":   func() reply { return c.table(t, list) },
			"a filter":  func() reply { return c.get(t, list+"?q=nominal:0..") },
			"surface B": func() reply { return c.get(t, surfaceB(instance)) },
		} {
			t.Run(name, func(t *testing.T) {
				ask()
				c.exec(t, `UPDATE events SET name = 'Other'`)
				c.exec(t, `UPDATE instances SET name = 'Other'`)
				if r := ask(); !strings.Contains(r.body, "Other") {
					t.Errorf("answered %s", r.body)
				}
				c.rename(t, "First")
			})
		}
		t.Run("the time", func(t *testing.T) {
			players := instance + "/player-lists"
			_, id := c.create(t, players, `{"type":"ban","name":"One","player_id":"76561198000000001","expires_at":"2999-01-01T00:00:00Z"}`)
			expired := c.get(t, players+"?expired=1")
			expired.expect(t, 200, "meta.total", "0")
			c.exec(t, fmt.Sprintf(`UPDATE player_lists SET expires_at = 1 WHERE id = %d`, id))
			c.get(t, players+"?expired=1").expect(t, 200, "meta.total", "1")
		})
	})
}

func (c client) exec(t *testing.T, text string) {
	t.Helper()
	_, err := c.server.db.Exec(t.Context(), text)
	check(t, err)
}

func (c client) table(t *testing.T, path string) reply {
	t.Helper()
	req := c.request(t, "GET", path, http.NoBody)
	req.Header.Set("Accept", "text/csv")
	return c.roundTrip(t, req)
}

func TestAnswersBelongToTheirUser(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, other := s.user(t), s.user(t)
	instance, _ := c.instance(t)
	one, _ := c.create(t, instance+"/events", event("First", 1))
	for _, path := range []string{one, instance + "/events"} {
		for range 2 {
			c.get(t, path).expect(t, 200)
			other.get(t, path).expect(t, 404)
			s.anonymous().get(t, path).expect(t, 401)
		}
	}
	old := c
	c.token = newTokenOf(t, c)
	c.get(t, one).expect(t, 200)
	old.get(t, one).expect(t, 401)
	c.must(t, 200, "DELETE", surfaceB(instance), "")
	c.get(t, one).expect(t, 404)
}

func newTokenOf(t *testing.T, c client) string {
	t.Helper()
	token, err := c.server.accounts.NewToken(t.Context(), c.userID)
	check(t, err)
	return token
}

func TestRememberedAnswersCount(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t, rateLimit(3)).user(t)
		instance, _ := c.instance(t)
		for range 3 {
			c.get(t, instance+"/events").expect(t, 200)
		}
		c.get(t, instance+"/events").exactly(t, 429, body429)
	})
}

// TestWritersReadTheirWrites over the other of two servers, while others write into the same instance.
func TestWritersReadTheirWrites(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		p := newPair(t)
		list := p.address("/events?per_page=100")
		var all sync.WaitGroup
		for writer := range 4 {
			one, _ := p.create(t, p.address("/events"), event(fmt.Sprint("Writer", writer), 1))
			all.Go(func() {
				for n := range 25 {
					name := fmt.Sprintf("Writer %d wrote %d", writer, n)
					if r := p.send(t, "PATCH", one, fmt.Sprintf(`{"name":%q}`, name)); r.status != 200 {
						t.Errorf("%d %s", r.status, r.body)
					}
					for _, server := range p.servers {
						for _, path := range []string{one, list} {
							if r := p.ask(server, path); !strings.Contains(r.body, `"`+name+`"`) {
								t.Errorf("%s is not in %s", name, r.body)
							}
						}
					}
				}
			})
		}
		all.Wait()
	})
}

// TestAnswersComeFromTheInstance: a record in an instance shows nothing of what is outside, so that the state of the instance says
// whether an answer is valid. What follows from deletions outside is counted with the user, by triggers.
func TestAnswersComeFromTheInstance(t *testing.T) {
	t.Parallel()
	inside := map[string]bool{"unpublished": true, "withdrawn": true, "relinked": true} // what they hide, they hide with a revision
	for _, r := range record.All() {
		if r.Scope == record.InInstance {
			inside[r.Name] = true
			for _, f := range r.Fields {
				if f.Link != nil {
					inside[f.Link.Table] = true
				}
			}
		}
	}
	for _, r := range record.All() {
		if r.Scope != record.InInstance || r.Beside != "" { // whose answers are not remembered
			continue
		}
		text := r.Joins + " " + r.Published + " " + strings.Join(r.Search, " ")
		for _, f := range r.Fields {
			text += " " + f.SQL
		}
		for _, f := range r.Filters {
			text += " " + f.SQL + " " + fmt.Sprint(f.Cases)
		}
		words := strings.Fields(text)
		for i, word := range words[1:] {
			if (words[i] == "FROM" || words[i] == "JOIN") && !inside[strings.Trim(word, "()")] {
				t.Errorf("%s reads %s", r.Name, word)
			}
		}
	}
}
