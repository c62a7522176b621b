package delivery_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// pull sends a form of a page and returns the page of the job, once that has ended.
func pull(b *webtest.Browser, page, action string) webtest.Answer {
	b.TB.Helper()
	sent := b.Submit(page, action, url.Values{"mode": {"update"}}).Status(http.StatusFound)
	for b.Count(`SELECT count(*) FROM jobs WHERE finished_at IS NULL`) > 0 {
		time.Sleep(20 * time.Millisecond)
	}
	return b.Get(strings.TrimPrefix(sent.Header().Get("Location"), "http://qm.test"))
}

func TestPullPage(t *testing.T) {
	t.Parallel()
	dir := gameServer(t, map[string]string{chernarus + "db/types.xml": webtest.TypesXML, chernarus + "init.c": ""})
	s := webtest.Open(t, reaching(dir))
	s.Work(t)
	b := s.User("Ada", false)
	instance := b.Instance("Chernarus")
	page, targetPage := instance+"/pull", instance+"/target"
	b.Get(page).LeadsTo(targetPage)
	b.Put(targetPage, targetPage, url.Values{"protocol": {"folder"}, "dir": {dir}, "key": {"none"}}).LeadsTo(instance + "/delivery")
	b.Get(targetPage).Says(`href="` + page + `"`)
	b.Get(page).Says("Compare with the server", "folder://")
	preview := pull(b, page, page)
	preview.Says("2 files differ", "Only the server has it.", "Take in 2 files", "Preview")
	if n := s.Count(`SELECT count(*) FROM types`); n != 0 {
		t.Errorf("the preview has made %d types", n)
	}
	pull(b, preview.Path, page+"?import=1&mode=update").Says("2 files were different on the server", "/undo?seen=").SaysNot("Take in")
	if n := s.Count(`SELECT count(*) FROM types`); n != 2 {
		t.Errorf("there are %d types", n)
	}
	pull(b, page, page).Says("Nothing to fetch.")
	at := filepath.Join(dir, filepath.FromSlash(chernarus), "db", "types.xml")
	if err := os.WriteFile(at, []byte(strings.Replace(webtest.TypesXML, ">20<", ">2000<", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	pull(b, page, page).Says("changed there", "2000", record.Types.One)
	const types = chernarus + "db/types.xml"
	pull(b, page, page+"?import=1").Says("See what a delivery would send now", `href="`+instance+`/delivery"`)
	sid := record.Types.SID(b.TypeCalled(instance, "AKM"))
	if _, err := s.DB.Update(t.Context(), record.Types, b.Scope(instance), sid, record.Values{"nominal": int64(1234)}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(strings.Replace(webtest.TypesXML, ">20<", ">70000<", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	plan := b.Get(instance + "/delivery")
	plan.Says("Take these changes in first", `name="there[]" value="`+types+`"`)
	preview = pull(b, plan.Path, page+"?merge=1&there[]="+url.QueryEscape(types))
	preview.Says("1 conflict", ">1234<", ">70000<", ">2000<", `name="choices[`+sid+`.nominal]"`, `name="paths[]" value="`+types+`"`,
		"Changes on the server")
	preview = pull(b, preview.Path, page+"?choices["+sid+".nominal]=theirs&prefer=mine&paths[]="+url.QueryEscape(types))
	preview.Says(`<option value="theirs" selected>the server’s</option>`, "Take in 1 file")
	pull(b, preview.Path, page+"?import=1&choices["+sid+".nominal]=theirs&paths[]="+url.QueryEscape(types)).Says("that of the file counts")
	if n := s.Count(`SELECT nominal FROM types WHERE sid = '` + sid + `'`); n != 70000 {
		t.Errorf("the nominal is %d", n)
	}
	_, err := s.DB.UpdateInstance(t.Context(), b.Scope(instance), instance[len("/instances/"):], record.Values{"review": "required"})
	if err == nil {
		err = os.WriteFile(at, []byte(strings.Replace(webtest.TypesXML, ">20<", ">30<", 1)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	pull(b, page, page+"?import=1").Says("See what it would change: Files from the server", `href="`+instance+`/layers/`).SaysNot("Take in 1")
	if n := s.Count(`SELECT nominal FROM types WHERE sid = '` + sid + `'`); n != 70000 {
		t.Errorf("with reviews the nominal is %d", n)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	pull(b, page, page).Says(`id="import-error"`)
}
