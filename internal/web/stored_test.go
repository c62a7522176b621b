package web

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/web/site"
)

// limitedTo gives the plan of the users other limits.
func limitedTo(uploads, generates int, bytes int64) func(*site.Config, *account.Options) {
	return func(_ *site.Config, o *account.Options) {
		o.Plans = account.Plans()
		o.Plans[1].MaxUploads, o.Plans[1].MaxGenerates, o.Plans[1].MaxBytes = uploads, generates, bytes
	}
}

// storedAddress returns the address of the file that the list of stored files shows first.
func (b *browser) storedAddress(query ...string) string {
	b.t.Helper()
	_, rest, found := strings.Cut(b.get("/stored-files"+strings.Join(query, "")).Body.String(), `href="`+"/stored-files"+`/`)
	if !found {
		b.t.Fatal("nothing is stored")
	}
	sid, _, _ := strings.Cut(rest, "/")
	return "/stored-files" + "/" + sid
}

func TestStoredFiles(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A & <B>")
	b.get("/stored-files").status(200).says("No stored files yet")
	b.importing(instance, nil, uploaded{"types.xml", typesXML}).status(200)
	b.importing(instance, nil, uploaded{"odd & co.txt", "x"}).status(200)
	b.get(instance + "/files.zip").status(200)
	b.get("/stored-files").status(200).says("types.xml", "odd &amp; co.txt", "imported", "generated", "A &amp; &lt;B&gt;").saysNot("odd & co")
	b.get("/stored-files" + "?kind=upload&search=odd").status(200).says("Rows 1 to 1 of 1").saysNot("types.xml")
	b.get("/profile").status(200).says(`href="`+"/stored-files"+`"`, "2 of 1,000", "1 of 1,000", `<progress max="1000" value="2" aria-label="Stored uploads">`)

	b.get("/stored-files" + "?kind=generate").says(".zip").saysNot("types.xml")
	address := b.storedAddress()
	file := b.get(address + "/content").status(200)
	if got := file.Header().Get("Content-Disposition"); got != "attachment; filename="+instance[len("/instances/"):]+".zip" {
		t.Errorf("Content-Disposition %q", got)
	}
	if file.Header().Get("Content-Length") != itoa(int64(file.Body.Len())) || !strings.HasPrefix(file.Body.String(), "PK") {
		t.Errorf("headers %v", file.Header())
	}
	b.get(address).leadsTo("/stored-files")
	b.get(address+"/delete").status(200).says("Delete file", "The records of your instances are not changed.")
	b.delete(address+"/delete", address, nil).leadsTo("/stored-files")
	b.get("/stored-files").says(".zip was deleted.")
	b.get(address + "/content").status(404)
	b.delete("/stored-files", address, nil).status(404)
	b.get("/profile").says("0 of 1,000")
}

// TestStoredFilesThatAreBroken are no longer in the format of their names; what was downloaded so is stored so.
func TestStoredFilesThatAreBroken(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Chernarus")
	for _, file := range []struct{ name, text, kind string }{
		{"whole.json", "\ufeff{}", "application/json"},
		{"broken.json", `{"a":`, "application/octet-stream"},
		{"whole.xml", "<a/>", "application/xml"},
		{"broken.xml", "<a>", "application/octet-stream"},
		{"notes.txt", `{"a":`, "text/plain"},
	} {
		b.importing(instance, nil, uploaded{"custom/" + file.name, file.text})
		b.get(instance + "/files/" + missionFolder + "custom/" + file.name).status(200)
		if got := b.get(b.storedAddress("?kind=generate&search="+file.name) + "/content").status(200).Header().Get("Content-Type"); got != file.kind {
			t.Errorf("%s is downloaded as %s, want %s", file.name, got, file.kind)
		}
	}
}

func TestStoredFilesOfOthers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	ada, bo := s.user("Ada", true), s.user("Bo", false)
	ada.importing(ada.instance("A"), nil, uploaded{"types.xml", typesXML}).status(200)
	address := ada.storedAddress()
	for _, path := range []string{"/content", "/delete"} {
		bo.get(address + path).status(404)
	}
	bo.delete("/profile", address, nil).status(404)
	bo.get("/stored-files").says("No stored files yet")
	ada.send("DELETE", address, nil).status(419)
	ada.get(address + "/content").status(200)
	s.visitor().get(address + "/content").leadsTo("/login")
}

// TestImportBeyondTheLimit: a browser is told on the overview, a program as JSON, and nothing is imported.
func TestImportBeyondTheLimit(t *testing.T) {
	t.Parallel()
	s := openSite(t, limitedTo(1, 1, 1<<20))
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"events.xml", eventsXML}).status(200)
	b.importing(instance, nil, uploaded{"types.xml", typesXML}).status(413).says("Your plan&#39;s limit of 1 on stored uploads is reached. Delete stored files to make room.", `id="import-error"`)
	b.header = map[string]string{"Accept": "application/json"}
	got := b.importing(instance, nil, uploaded{"types.xml", typesXML}).status(413).Body.String()
	if want := `{"message":"Your plan's limit of 1 on stored uploads is reached. Delete stored files to make room.","limit_type":"stored_uploads","current":1,"limit":1}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if n := s.count(`SELECT count(*) FROM types`); n != 0 {
		t.Errorf("%d types were imported", n)
	}
}

// TestDownloadBeyondTheLimit: a browser goes back to where the download was asked for and is told why, a program gets JSON.
func TestDownloadBeyondTheLimit(t *testing.T) {
	t.Parallel()
	s := openSite(t, limitedTo(10, 1, 1<<20))
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"types.xml", typesXML}).status(200)
	b.get(instance + "/files.zip").status(200)
	types := instance + "/files/mpmissions/dayzOffline.chernarusplus/db/types.xml"
	b.get(types).leadsTo(instance)
	b.get(instance).says("Your plan&#39;s limit of 1 on stored generated files is reached. Delete stored files to make room.", `role="alert"`)
	b.get(instance).saysNot("stored generated files is reached")
	b.header = map[string]string{"Referer": "http://qm.test" + instance + "/types?page=2"}
	b.get(types).leadsTo(instance + "/types?page=2")
	b.header = map[string]string{"Accept": "application/json"}
	b.get(types).status(413).says(`{"message":"Your plan's limit of 1 on stored generated files is reached.`, `"limit_type":"stored_generates","current":1,"limit":1}`)
	b.header = nil
	b.get(instance + "/files.zip").status(200)
	b.delete("/stored-files", b.storedAddress(), url.Values{})
	b.get(types).status(200)
}
