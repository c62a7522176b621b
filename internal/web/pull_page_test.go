package web

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/record"
)

// pull sends a form of a page and returns the page of the job, once that has ended.
func (b *browser) pull(page, action string) answer {
	b.t.Helper()
	sent := b.submit(page, action, url.Values{"mode": {"update"}}).status(http.StatusFound)
	for b.count(`SELECT count(*) FROM jobs WHERE finished_at IS NULL`) > 0 {
		time.Sleep(20 * time.Millisecond)
	}
	return b.get(strings.TrimPrefix(sent.Header().Get("Location"), "http://qm.test"))
}

func TestPullPage(t *testing.T) {
	t.Parallel()
	dir := gameServer(t, map[string]string{chernarus + "db/types.xml": typesXML, chernarus + "init.c": ""})
	s := openSite(t, reaching(dir))
	s.work(t)
	b := s.user("Ada", false)
	instance := b.instance("Chernarus")
	page, targetPage := instance+"/pull", instance+"/target"
	b.get(page).leadsTo(targetPage)
	b.put(targetPage, targetPage, url.Values{"protocol": {"folder"}, "dir": {dir}, "key": {"none"}}).leadsTo(targetPage)
	b.get(targetPage).says(`href="` + page + `"`)
	b.get(page).says("Compare with the server", "folder://")
	preview := b.pull(page, page)
	preview.says("2 files differ", "Only the server has it.", "Take in 2 files", "Preview")
	if n := s.count(`SELECT count(*) FROM types`); n != 0 {
		t.Errorf("the preview has made %d types", n)
	}
	b.pull(preview.path, page+"?import=1&mode=update").says("2 files were different on the server", "/undo?seen=").saysNot("Take in")
	if n := s.count(`SELECT count(*) FROM types`); n != 2 {
		t.Errorf("there are %d types", n)
	}
	b.pull(page, page).says("There is nothing to take in.")
	at := filepath.Join(dir, filepath.FromSlash(chernarus), "db", "types.xml")
	if err := os.WriteFile(at, []byte(strings.Replace(typesXML, ">20<", ">2000<", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.pull(page, page).says("changed there", "2000", record.Types.One)
	const types = chernarus + "db/types.xml"
	b.pull(page, page+"?import=1").says("See what a delivery would send now", `href="`+instance+`/delivery"`)
	sid := record.Types.SID(b.typeCalled(instance, "AKM"))
	if _, err := s.db.Update(t.Context(), record.Types, b.scope(instance), sid, record.Values{"nominal": int64(1234)}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(strings.Replace(typesXML, ">20<", ">70000<", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	plan := b.get(instance + "/delivery")
	plan.says("Take these changes in first", `name="there[]" value="`+types+`"`)
	preview = b.pull(plan.path, page+"?merge=1&there[]="+url.QueryEscape(types))
	preview.says("1 conflict", ">1234<", ">70000<", ">2000<", `name="choices[`+sid+`.nominal]"`, `name="paths[]" value="`+types+`"`, "What was changed on the server")
	preview = b.pull(preview.path, page+"?choices["+sid+".nominal]=theirs&prefer=mine&paths[]="+url.QueryEscape(types))
	preview.says(`<option value="theirs" selected>the server’s</option>`, "Take in 1 file")
	b.pull(preview.path, page+"?import=1&choices["+sid+".nominal]=theirs&paths[]="+url.QueryEscape(types)).says("that of the file counts")
	if n := s.count(`SELECT nominal FROM types WHERE sid = '` + sid + `'`); n != 70000 {
		t.Errorf("the nominal is %d", n)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	b.pull(page, page).says(`id="import-error"`)
}
