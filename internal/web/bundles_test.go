package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// TestBundlesOnPages: somebody reads what a bundle does, installs it with his answers, changes what it has made, hands it on, and removes
// it while he keeps what he has changed.
func TestBundlesOnPages(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner := s.User("Anna", false)
	at := owner.Instance("Live")
	scope, err := s.DB.InstanceScope(t.Context(), owner.User.ID, at[len("/instances/"):])
	if err != nil {
		t.Fatal(err)
	}
	patrol := func() record.Row {
		t.Helper()
		rows, err := s.DB.All(t.Context(), record.Events, scope, "")
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) == 0 {
			return nil
		}
		return rows[0]
	}
	owner.Get("/bundles").Status(http.StatusOK).Says("Airdrop set", "PvE patrols", "Key of this server", "Quartermaster")
	owner.Get("/bundles/PvEPatrol1").Status(http.StatusOK).Says("Guarded posts", "Soldiers at a post", "Valid: unchanged since it was signed")
	page := at + "/bundles/PvEPatrol1"
	owner.Get(page).Status(http.StatusOK).Says("Install it", "StaticPatrolPost", "Your server doesn’t have it",
		"Land_Wreck_sed01_aban1_police")
	owner.Submit(page, page, url.Values{"answer_posts": {"9"}}).Status(http.StatusOK).Says("Posts at a time is at most 4.")
	layer := pathOf(owner.Submit(page, page, url.Values{"answer_posts": {"3"}, "answer_first_x": {"10"}, "answer_first_z": {"20"}}).
		Status(http.StatusFound))
	owner.Get(layer).Status(http.StatusOK).Says("is installed as a layer", "This layer is off", "Change its answers")
	owner.Submit(layer+"/answers", layer+"/answers", url.Values{"answer_posts": {"4"}}).LeadsTo(layer)
	owner.Submit(layer, layer+"/on", url.Values{}).LeadsTo(layer)
	row := patrol()
	if row == nil || row[record.Events.Index("nominal")] != int64(4) {
		t.Fatalf("the bundle has made %v", row)
	}
	if _, err := s.DB.Update(t.Context(), record.Events, scope, record.Events.SID(row), record.Values{"nominal": int64(7)}); err != nil {
		t.Fatal(err)
	}
	owner.Get(layer + "/bundle").Status(http.StatusOK).Says("Make it public")
	owner.Submit(layer+"/bundle", layer+"/bundle/file", url.Values{"version": {"one"}, "about": {"More posts."}}).LeadsTo(layer + "/bundle")
	owner.Get(layer+"/bundle").Says("The version is three numbers such as 1.2.0.", "More posts.", `id="download-version-error"`).
		SaysNot(`id="publish-version-error"`)
	file := owner.Submit(layer+"/bundle", layer+"/bundle/file", url.Values{"version": {"2.0.0"}}).Status(http.StatusOK)
	if !strings.HasPrefix(file.Body.String(), "PK") {
		t.Errorf("the file begins with %.10q", file.Body.String())
	}
	list := at + "/bundles"
	looked := owner.Upload(list, list, nil, webtest.File{Name: "patrols.qmb", Text: file.Body.String()}).Status(http.StatusOK).
		Says("would replace version 1.0.0").SaysNot("Choose the file again")
	kept := regexp.MustCompile(`name="kept" value="([^"]+)"`).FindStringSubmatch(looked.Body.String())
	if kept == nil {
		t.Fatal("the page does not carry the file along")
	}
	records := at + "/bundle/events?q=%2A"
	owner.Get(at+"/events/bulk?q=*").Status(http.StatusOK).Says("Share as a bundle", at+"/bundle/events")
	owner.Submit(records, records, url.Values{"name": {"Patrols"}, "version": {"1"}}).LeadsTo(records)
	file = owner.Submit(records, records, url.Values{"name": {"Patrols"}, "version": {"1.0.0"}}).Status(http.StatusOK)
	if !strings.HasPrefix(file.Body.String(), "PK") {
		t.Errorf("the file of records begins with %.10q", file.Body.String())
	}
	owner.Get(at + "/bundle/player-lists").Status(http.StatusNotFound)
	made := owner.Submit(layer+"/bundle", layer+"/bundle", url.Values{"version": {"2.0.0"}}).Status(http.StatusFound)
	_, sid, _ := strings.Cut(made.Header().Get("Location"), "/bundles/")
	public := "/bundles/" + sid
	s.User("Ben", false).Get(public).Status(http.StatusOK).Says("2.0.0")
	owner.Delete(public, public, url.Values{}).LeadsTo("/bundles")
	owner.Get(layer+"/removal").Status(http.StatusOK).Says("You have changed 1 record of it since", "keep my changes")
	owner.Delete(layer+"/removal", layer+"/removal", url.Values{}).LeadsTo(at + "/layers")
	if row := patrol(); row == nil || row[record.Events.Index("nominal")] != int64(7) {
		t.Errorf("what was changed is %v after the removal", row)
	}
	installed := owner.Upload(list, list, map[string]string{"confirm": "1", "kept": html.UnescapeString(kept[1])}).Status(http.StatusFound)
	if !strings.Contains(installed.Header().Get("Location"), "/layers/") {
		t.Errorf("the file that was carried along leads to %s", installed.Header().Get("Location"))
	}
}
