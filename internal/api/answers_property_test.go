package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/account"
	"quartermaster/internal/api"
	figures "quartermaster/internal/economy"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// pair is two servers on one database, as two processes are, and a third one that remembers nothing.
type pair struct {
	furnished
	servers [2]http.Handler
	plain   http.Handler
	csv     []string // the same of lists as CSV
	gets    []string // addresses of records in the instance
	figures []string // addresses of what is computed of the instance, or is stored beside it
	config  api.Config
	watched []string         // those that are looked at after every action
	held    map[string]reply // what a client has kept of earlier answers
}

func newPair(t *testing.T) *pair {
	t.Helper()
	one, other := storetest.Twice(t)
	dir, now := t.TempDir(), new(clock)
	s, second := build(t, one, dir, now, nil), build(t, other, dir, now, nil)
	var config api.Config
	plain := build(t, other, dir, now, []func(*api.Config){func(c *api.Config) { c.AnswerMemory = 0; config = *c }})
	s.listen(t, inTurns(s.handler, second.handler))
	s.catalog(t, record.Classname{Name: "AKM", Payload: "{}", DefaultTypeValues: "{}"})
	p := &pair{
		furnished: furnish(t, s.user(t), "Mine"), held: map[string]reply{}, servers: [2]http.Handler{s.handler, second.handler},
		plain: plain.handler, config: config,
	}
	for _, path := range []string{
		"", "/files", "/files/types.xml", "/files/mpmissions/dayzOffline.chernarusplus/db/events.xml",
		"/files.zip", "/files.zip?folder=mpmissions", "/lint", "/lint/summary", "/geo",
		"/geo/layers", "/economy", "/economy/prices",
		"/documents", "/documents/globals", "/texts/types.xml", "/revisions?per_page=100", "/revisions/summary", "/jobs", "/logs", "/lint/rules",
	} {
		p.figures = append(p.figures, p.address(path))
	}
	p.figures = append(p.figures, "/api/v1/instances", "/api/v1/stored-files")
	for _, e := range served() {
		if e.OnSurface() != endpoint.A || e.Record == nil || e.Record.Scope != record.InInstance {
			continue
		}
		switch path := p.path(e); e.Action {
		case endpoint.Get:
			p.gets = append(p.gets, path)
		case endpoint.ExportCSV:
			p.csv = append(p.csv, path, path+"?per_page=2&sort=-id")
		case endpoint.List:
			p.gets = append(p.gets, path, path+"?per_page=2&page=2&sort=-id", path+"?search=m&include=usage_ids,value_ids,tag_ids,items",
				path+"?q=id:1..")
		}
	}
	return p
}

// ask asks one server without a network between.
func (p *pair) ask(h http.Handler, path string) reply { return p.askHolding(h, path, "") }

// askHolding asks with the tag of what the client has.
func (p *pair) askHolding(h http.Handler, path, tag string) reply {
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	r.Header.Set("Authorization", "Bearer "+p.token)
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return reply{w.Code, w.Header(), w.Body.String()}
}

// headers are those of an answer without the id of the request.
func headers(r reply) string {
	delete(r.header, "X-Request-Id")
	return fmt.Sprint(r.header)
}

// compare asks both servers twice.
func (p *pair) compare(rt *rapid.T, path string) { p.compareWith(rt, p.plain, path) }

// newborn is a server that has not been asked anything, so that it computes what others may remember.
func (p *pair) newborn() http.Handler {
	c := p.config
	c.Missions, c.Lint, c.Economy = mission.New(c.DB), lint.New(c.DB), figures.New(c.DB)
	return httpd.Wrap(httpd.Config{Logger: c.Logger}, api.New(c), http.HandlerFunc(api.Failed))
}

func (p *pair) compareWith(rt *rapid.T, plain http.Handler, path string) {
	want := p.ask(plain, path)
	for i := range 4 {
		got := p.ask(p.servers[i%2], path)
		if got.status != want.status || got.body != want.body || headers(got) != headers(want) {
			rt.Fatalf("%s: server %d answers %d %s, and without memory %d %s", path, i%2, got.status, got.body, want.status, want.body)
		}
	}
	for i, server := range p.servers {
		p.holding(rt, server, path, want)
		p.held[path] = p.ask(p.servers[1-i], path)
	}
}

// holding asks a server with what the client has kept: 304 says that it is what a server without memory answers.
func (p *pair) holding(rt *rapid.T, server http.Handler, path string, want reply) {
	had := p.held[path]
	tag := had.header.Get("ETag")
	if tag == "" {
		return
	}
	got := p.askHolding(server, path, tag)
	if is := got.status == http.StatusNotModified; is != (want.status == http.StatusOK && had.body == want.body) {
		rt.Fatalf("%s: %d to a client that has %s, and without memory %d %s", path, got.status, had.body, want.status, want.body)
	}
}

// TestAnswersAreNeverStale does what users, administrators and commands do in random order, over either server, and compares answers
// with those that are not from memory.
func TestAnswersAreNeverStale(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		p := newPair(t)
		n := 0
		actions := map[string]func(*rapid.T){
			"": func(rt *rapid.T) {
				for range 5 {
					p.compare(rt, rapid.SampledFrom(p.gets).Draw(rt, "address"))
				}
				p.compare(rt, rapid.SampledFrom(p.csv).Draw(rt, "export"))
				for _, path := range p.watched {
					p.compare(rt, path)
				}
				if rapid.IntRange(0, 4).Draw(rt, "figures") == 0 { // which take longer
					p.compareWith(rt, p.newborn(), rapid.SampledFrom(p.figures).Draw(rt, "figure"))
				}
			},
		}
		for name, do := range map[string]func(*rapid.T){
			"create": func(rt *rapid.T) { p.write(t, rt, endpoint.Create) },
			"change": func(rt *rapid.T) { p.write(t, rt, endpoint.Patch) },
			"delete": func(rt *rapid.T) { p.deleteSome(t, rt) },
			"refer":  func(*rapid.T) { p.refer(t) },
			"forget": func(rt *rapid.T) { p.deleteReferred(t, rt) },
			"import": func(*rapid.T) {
				p.upload(t, p.address("/files"), upload{
					"types.xml", fmt.Sprintf(`<types><type name="New%d"><usage name="MineUsage"/></type></types>`, n),
				})
			},
			"undo":   func(*rapid.T) { p.send(t, "POST", p.address("/revisions/"+p.revision(t)+"/undo"), "") },
			"revert": func(*rapid.T) { p.send(t, "POST", p.address("/revisions/1/revert"), "") },
			"batch": func(*rapid.T) {
				p.send(t, "POST", p.address("/batch"), batchBody([]string{step("create", "events", "", event("Batch"+strconv.Itoa(n), 1))}))
			},
			"rename": func(*rapid.T) { p.send(t, "PATCH", "/api/instance/"+p.instance, fmt.Sprintf(`{"name":"Name %d"}`, n)) },
			"token":  func(*rapid.T) { p.token = newTokenOf(t, p.client) },
			"plan":   func(*rapid.T) { p.changePlan(t) },
			"catalog": func(*rapid.T) {
				p.server.catalog(t, record.Classname{Name: fmt.Sprint("Global", n), Payload: "{}", DefaultTypeValues: "{}"})
			},
			"purge": func(*rapid.T) { p.exec(t, `DELETE FROM classnames`) },
		} {
			actions[name] = func(rt *rapid.T) { n++; p.marker = fmt.Sprint("Mine", n); do(rt) }
		}
		storetest.Check(t, func(rt *rapid.T) { rt.Repeat(actions) })
	})
}

func (p *pair) address(path string) string { return "/api/v1/instances/" + p.instance + path }

func (p *pair) revision(t *testing.T) string {
	t.Helper()
	return p.get(t, p.address("/revisions?per_page=1")).at("data.0.number")
}

// changePlan takes the API away and gives it back.
func (p *pair) changePlan(t *testing.T) {
	t.Helper()
	check(t, p.server.accounts.SetPlan(t.Context(), p.userID, account.FreePlan))
	for _, server := range p.servers {
		p.ask(server, p.gets[0]).exactly(t, http.StatusForbidden, body403)
	}
	check(t, p.server.accounts.SetPlan(t.Context(), p.userID, account.PlatinumPlan))
}

// write makes or changes a record of any resource; that it is refused, because what it refers to is gone, does not matter.
func (p *pair) write(t *testing.T, rt *rapid.T, action endpoint.Action) {
	t.Helper()
	var all []endpoint.Endpoint
	for _, e := range served() {
		if e.Action == action {
			all = append(all, e)
		}
	}
	e := rapid.SampledFrom(all).Draw(rt, "endpoint")
	p.send(t, e.Method, p.path(e), p.body(e.Record))
}

// deleteSome deletes the last record of a resource in the instance.
func (p *pair) deleteSome(t *testing.T, rt *rapid.T) {
	t.Helper()
	list, _, _ := strings.Cut(rapid.SampledFrom(p.gets).Draw(rt, "list"), "?")
	if sid := strings.Trim(p.get(t, list+"?sort=-id&per_page=1").at("data.0.sid"), `"`); sid != "absent" {
		p.send(t, "DELETE", list+"/"+sid, "")
	}
}

var referred = []*record.Resource{
	record.Categories, record.Subcategories, record.Mods, record.TypeUsages, record.TypeValues, record.TypeTags,
}

// refer makes one of each that records refer to, and a class name, a type and a preset that do so.
func (p *pair) refer(t *testing.T) {
	t.Helper()
	ids := map[string]int64{}
	for _, r := range referred {
		values := record.Values{"name": p.marker}
		if r.Has("is_group") {
			values["is_group"] = int64(0)
		}
		row, err := p.server.db.Create(t.Context(), r, store.Scope{UserID: p.userID}, values)
		check(t, err)
		ids[r.Name] = r.ID(row)
	}
	class, id := p.create(t, p.address("/classnames"), fmt.Sprintf(`{"name":%q,"category_id":%d,"sub_category_id":%d,"mod_id":%d}`,
		p.marker, ids["categories"], ids["subcategories"], ids["mods"]))
	limits := fmt.Sprintf(`"category_id":%d,"usage_ids":[%d],"value_ids":[%d],"tag_ids":[%d]`,
		ids["categories"], ids["type_usages"], ids["type_values"], ids["type_tags"])
	made, _ := p.create(t, p.address("/types"),
		fmt.Sprintf(`{"instance_classname_id":%d,"nominal":1,"lifetime":1,"restock":1,"min":1,"cost":1,%s}`,
			id, limits))
	preset, _ := p.create(t, p.address("/presets"), fmt.Sprintf(`{"title":%q,%s}`, p.marker, limits))
	p.watched = []string{
		class, made, preset, p.address("/types?per_page=100&include=usage_ids,value_ids,tag_ids"), p.address("/classnames?sort=-id"),
	}
}

// deleteReferred deletes one that records refer to, over either store: the pages do so, with what the API has no endpoint for.
func (p *pair) deleteReferred(t *testing.T, rt *rapid.T) {
	t.Helper()
	r := rapid.SampledFrom(referred).Draw(rt, "resource")
	rows, err := p.server.db.All(t.Context(), r, store.Scope{UserID: p.userID}, "r.user_id = $", p.userID)
	check(t, err)
	if len(rows) > 0 {
		_, err = p.server.db.Delete(t.Context(), r, store.Scope{UserID: p.userID}, r.SID(rows[len(rows)-1]))
		check(t, err)
	}
}
