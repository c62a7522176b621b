package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/webtest"
)

// TestDraftsAndLayersOnPages: somebody makes a draft, changes it, decides a conflict and brings it in; and turns a layer of another one on
// and off.
func TestDraftsAndLayersOnPages(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner := s.User("Anna", false)
	at := owner.Instance("Live")
	scope := func(path string) store.Scope {
		own, err := s.DB.InstanceScope(t.Context(), owner.User.ID, path[len("/instances/"):])
		if err != nil {
			t.Fatal(err)
		}
		return own
	}
	row, err := s.DB.Create(t.Context(), record.Events, scope(at), record.Values{"name": "StaticBoat", "nominal": int64(5)})
	if err != nil {
		t.Fatal(err)
	}
	owner.Get(at).Status(http.StatusOK).Says("Try changes in a draft")
	draft := func(name string) string {
		t.Helper()
		made := owner.Submit(at+"/drafts", at+"/drafts", url.Values{"name": {name}}).Status(http.StatusFound)
		return pathOf(made)
	}
	set := func(path string, nominal int64) {
		t.Helper()
		rows, err := s.DB.All(t.Context(), record.Events, scope(path), "")
		if err == nil {
			_, err = s.DB.Update(t.Context(), record.Events, scope(path), record.Events.SID(rows[0]), record.Values{"nominal": nominal})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	nominal := func() any {
		now, err := s.DB.Get(t.Context(), record.Events, scope(at), record.Events.SID(row))
		if err != nil {
			t.Fatal(err)
		}
		return now[record.Events.Index("nominal")]
	}
	winter := draft("Winter")
	owner.Get(winter).Status(http.StatusOK).Says("Draft of", "Live", "Compare and bring in")
	owner.Get("/instances").Status(http.StatusOK).SaysNot("Winter")
	set(winter, 8)
	set(at, 6)
	page := owner.Get(winter+"/comparison").Status(http.StatusOK).Says("StaticBoat", "1 conflict", "Comes in: 8", "Now: 6")
	key := regexp.MustCompile(`name="(choices\[[^"]+\])"`).FindStringSubmatch(page.Body.String())[1]
	about, edit := "events:"+record.Events.SID(row), at+"/events/"+record.Events.SID(row)+"/edit"
	said := url.Values{
		"about": {about}, "texts[" + about + "]": {"Why <i>so</i> many?"}, "texts[events:other]": {"Unfinished"},
		"back": {winter + "/comparison"},
	}
	owner.Submit(winter+"/comparison", at+"/comments", said).LeadsTo(winter + "/comparison")
	owner.Get(winter+"/comparison").Says("Why &lt;i&gt;so&lt;/i&gt; many?", "1 comment").SaysNot("Unfinished")
	owner.Get(edit).Says("Why &lt;i&gt;so&lt;/i&gt; many?", "the comment by")
	owner.Submit(edit, at+"/comments", url.Values{"about": {about}, "text": {"Boats sink."}, "back": {edit}}).LeadsTo(edit)
	owner.Get(edit).Says("Boats sink.")
	owner.Submit(winter+"/comparison", winter+"/merge", url.Values{}).Status(http.StatusConflict).Says("Decide each conflict")
	owner.Submit(winter+"/comparison", winter+"/merge", url.Values{key: {"theirs"}}).LeadsTo(at)
	if got := nominal(); got != int64(8) {
		t.Errorf("after the merge nominal is %v", got)
	}
	season := draft("Season")
	set(season, 20)
	made := owner.Submit(at+"/layers", at+"/layers", url.Values{"name": {"Season"}, "draft": {season[len("/instances/"):]}})
	layer := pathOf(made.Status(http.StatusFound))
	owner.Get(layer).Status(http.StatusOK).Says("This layer is off", "StaticBoat", "20")
	owner.Submit(layer, layer+"/on", url.Values{}).LeadsTo(layer)
	if got := nominal(); got != int64(20) {
		t.Errorf("with the layer nominal is %v", got)
	}
	owner.Get(layer).Status(http.StatusOK).Says("This layer is on", "Turn off")
	owner.Submit(layer, layer+"/off", url.Values{}).LeadsTo(layer)
	if got := nominal(); got != int64(8) {
		t.Errorf("without the layer nominal is %v", got)
	}
	other := season[len("/instances/"):]
	owner.Get(at+"/comparison?with="+other).Status(http.StatusOK).Says("Make a layer of it", "StaticBoat")
	all := url.Values{"name": {"All of it"}, "with": {other}, "areas[]": {"events"}}
	taken := owner.Submit(at+"/comparison?with="+other, at+"/layers", all).Status(http.StatusFound)
	owner.Get(pathOf(taken)).Status(http.StatusOK).Says("All of it", "StaticBoat", "20")
	none := url.Values{"name": {"None of it"}, "with": {other}, "areas[]": {"types"}}
	owner.Submit(at+"/comparison?with="+other, at+"/layers", none).LeadsTo(at + "/comparison?with=" + other)
	const hidden = `<span class="visually-hidden"> Season</span>`
	owner.Get(at+"/drafts").Says("Delete"+hidden, "Compare"+hidden)
	owner.Delete(at+"/drafts", at+"/drafts/"+season[len("/instances/"):], url.Values{}).LeadsTo(at + "/drafts")
	owner.Get(season).Status(http.StatusNotFound)
}

// pathOf returns where an answer leads to.
func pathOf(a webtest.Answer) string {
	_, path, _ := strings.Cut(a.Result().Header.Get("Location"), "/instances/")
	return "/instances/" + path
}
