package api_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// strange are identifiers, ready for a path, that nothing has.
var strange = []string{
	"0000000000", "1", "0", "-1", "null", "%20", "%00", "%0A", "%E2%80%8B", "%27%20OR%201=1%20--", "%22", "%25", "*", "%2e%2e", "..%2F..",
	"%F0%9F%98%80",
	strings.Repeat("x", 3000),
}

// TestNobodySeesWhatIsNotHis sends every request with every sort of identifier that is not the caller's own: what belongs to
// others, what is deleted, what stands elsewhere and what never was look all the same.
func TestNobodySeesWhatIsNotHis(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owner, caller := s.user(t), s.user(t)
		theirs, mine := furnish(t, owner, "Secret"), furnish(t, caller, "Mine")
		elsewhere, gone := furnish(t, caller, "Elsewhere"), furnish(t, caller, "Gone")
		gone.empty(t)
		before := theirs.snapshot(t) + mine.snapshot(t)
		t.Run("endpoints", func(t *testing.T) {
			for _, e := range served() {
				if isPublic(e) {
					continue
				}
				t.Run(e.Method+" "+e.Path, func(t *testing.T) {
					t.Parallel()
					body := mine.bodyFor(e)
					for _, params := range strays(e, strangeTo(e), mine, theirs, elsewhere, gone) {
						path := fill(e, params)
						if r := mine.send(t, e.Method, path, body); r.status != http.StatusNotFound || r.body != body404 {
							t.Errorf("%.200s: %d %.200s", path, r.status, r.body)
						}
					}
				})
			}
		})
		if after := theirs.snapshot(t) + mine.snapshot(t); after != before {
			t.Errorf("the records were\n%s\nand are\n%s", before, after)
		}
	})
}

// TestTheInstanceIsFoundBeforeTheBodyIsChecked sends to instances of others what every endpoint refuses.
func TestTheInstanceIsFoundBeforeTheBodyIsChecked(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		theirs, mine := furnish(t, s.user(t), "Secret"), s.user(t)
		const wrong = `{"name":[],"dry_run":"x","paths":"x","mode":1,"operations":1,"recipes":1,"findings":1,"type_sids":1,"text":1,"cron":1}`
		for _, e := range served() {
			if _, in := theirs.params(e)["instance"]; !in || e.Method == http.MethodGet {
				continue
			}
			if r := mine.send(t, e.Method, theirs.path(e), wrong); r.status != http.StatusNotFound || r.body != body404 {
				t.Errorf("%s %s: %d %.200s", e.Method, e.Path, r.status, r.body)
			}
		}
	})
}

// bodyFor is a body that the endpoint takes.
func (f furnished) bodyFor(e endpoint.Endpoint) string {
	switch e.Action {
	case endpoint.Create, endpoint.Update, endpoint.Patch:
		return f.body(e.Record)
	case "save text":
		return `{"text":"x"}`
	case "rename text":
		return `{"path":"moved/file.txt"}`
	case "update instance":
		return `{"name":"Stolen"}`
	case "save economy core":
		return `{"dyn_radius":99}`
	case "revert to revision", "undo revision":
		return `{"dry_run":true}`
	}
	return ""
}

// isPublic reports whether an endpoint is about bundles that somebody has made public, which are for everybody.
func isPublic(e endpoint.Endpoint) bool { return strings.HasPrefix(e.Path, "/api/v1/bundles") }

// strangeTo returns the strange identifiers that an endpoint is tried with. The resources share them out, since the same action of all
// of them runs the same code.
func strangeTo(e endpoint.Endpoint) (odd []string) {
	if e.Record == nil {
		return strange
	}
	const shares = 4
	for i := len(e.Record.Name) % shares; i < len(strange); i += shares {
		odd = append(odd, strange[i])
	}
	return odd
}

// strays are parameters of which one at least does not lead to a record of mine: it belongs to others, or is odd.
func strays(e endpoint.Endpoint, odd []string, mine, theirs, elsewhere, gone furnished) (list []map[string]string) {
	own := mine.params(e)
	list = append(list, theirs.params(e), gone.params(e))
	for name := range own {
		if name == "revision" {
			continue // each instance counts its own from 1 on
		}
		for _, world := range []furnished{theirs, elsewhere, gone} {
			list = append(list, with(own, name, world.params(e)[name]))
		}
		for _, sid := range append([]string{number(mine.scope.InstanceID), number(mine.idOf(e)), swapCase(own[name])}, odd...) {
			list = append(list, with(own, name, sid))
		}
	}
	return slices.DeleteFunc(list, func(params map[string]string) bool { return reaches(e, params, mine, elsewhere) })
}

func (f furnished) idOf(e endpoint.Endpoint) int64 {
	if e.Record == nil {
		return 0
	}
	return f.ids[e.Record.Name]
}

func with(params map[string]string, name, value string) map[string]string {
	changed := maps.Clone(params)
	changed[name] = value
	return changed
}

// reaches tells whether the parameters name what one of the worlds holds, or leave a record out, which asks for the list.
func reaches(e endpoint.Endpoint, params map[string]string, worlds ...furnished) bool {
	if e.Action == "save text" {
		return slices.ContainsFunc(worlds, func(w furnished) bool { return w.instance == params["instance"] }) // which makes a file
	}
	for _, value := range params {
		if value == "" {
			return true
		}
	}
	for _, world := range worlds {
		if maps.Equal(params, world.params(e)) {
			return true
		}
	}
	return false
}

// TestListsHoldNothingOfOthers asks every list of the caller's for what another user's records would be found by.
func TestListsHoldNothingOfOthers(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		theirs, mine := furnish(t, s.user(t), "Secret"), furnish(t, s.user(t), "Mine")
		for _, e := range served() {
			if e.Method != http.MethodGet || !mine.holds(e) || isPublic(e) {
				continue
			}
			for _, query := range append(queriesFor(e, theirs), "", "?search=ecret", "?like=ecret", "?per_page=100&amount=100") {
				if r := mine.get(t, asking(mine.path(e), query)); r.status != 200 || strings.Contains(r.body, "Secret") {
					t.Errorf("%s%s: %d %s", e.Path, query, r.status, r.body)
				}
			}
		}
	})
}

// queriesFor filters by the ids of the world's records.
func queriesFor(e endpoint.Endpoint, world furnished) (queries []string) {
	if e.Record == nil {
		return nil
	}
	for _, f := range e.Record.Filters {
		if id, ok := world.ids[f.Ref]; ok {
			queries = append(queries, "?"+f.Param+"="+number(id))
		}
	}
	return queries
}

// TestForeignKeysOfOthersAreRefused names another user's records, and those of another instance, in bodies.
func TestForeignKeysOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		theirs, mine, elsewhere := furnish(t, s.user(t), "Secret"), furnish(t, c, "Mine"), furnish(t, c, "Elsewhere")
		tried := 0
		for _, e := range served() {
			if e.Action != endpoint.Patch {
				continue
			}
			for _, f := range e.Record.Fields {
				for _, world := range []furnished{theirs, elsewhere} {
					id, known := world.ids[f.Ref]
					if !known || !f.Writable() || world.marker == "Elsewhere" && record.Named(f.Ref).Scope != record.InInstance {
						continue
					}
					tried++
					mine.send(t, "PATCH", mine.path(e), refers(f, id)).exactly(t, 422, selectedInvalid(f))
				}
			}
		}
		if tried < 20 {
			t.Errorf("only %d foreign keys", tried)
		}
	})
}

func refers(f *record.Field, id int64) string {
	if f.Type == record.Links {
		return `{"` + f.Name + `":[` + number(id) + `]}`
	}
	return `{"` + f.Name + `":` + number(id) + `}`
}

func selectedInvalid(f *record.Field) string {
	if f.Type == record.Links {
		return invalid(f.Name+".0", "The selected "+f.Name+".0 is invalid.")
	}
	return invalid(f.Name, "The selected "+strings.ReplaceAll(f.Name, "_", " ")+" is invalid.")
}

// TestEveryRequestNeedsATokenAndThePlan: nobody gets a 401 that does not count, a free plan a 403 that does.
func TestEveryRequestNeedsATokenAndThePlan(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(1_000_000))
	owner := furnish(t, s.user(t), "Secret")
	free := s.freeUser(t)
	for _, e := range served() {
		path, body := owner.path(e), owner.bodyFor(e)
		r := s.anonymous().send(t, e.Method, path, body)
		r.exactly(t, http.StatusUnauthorized, body401)
		if r.header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("%s %s: a 401 has rate headers", e.Method, path)
		}
		r = free.send(t, e.Method, path, body)
		r.exactly(t, http.StatusForbidden, body403)
		if r.header.Get("X-RateLimit-Remaining") == "" {
			t.Errorf("%s %s: a 403 has no rate headers", e.Method, path)
		}
	}
}
