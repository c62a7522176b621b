package accounts_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// storedAddress returns the address of the file that the list of stored files shows first.
func storedAddress(b *webtest.Browser, query ...string) string {
	b.TB.Helper()
	_, rest, found := strings.Cut(b.Get("/stored-files"+strings.Join(query, "")).Body.String(), `href="`+"/stored-files"+`/`)
	if !found {
		b.TB.Fatal("nothing is stored")
	}
	sid, _, _ := strings.Cut(rest, "/")
	return "/stored-files" + "/" + sid
}

func TestStoredFiles(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A & <B>")
		b.Get("/stored-files").Status(200).Says("No stored files yet")
		b.Import(instance, nil, webtest.File{Name: "types.xml", Text: webtest.TypesXML}).Status(200)
		b.Import(instance, nil, webtest.File{Name: "odd & co.txt", Text: "x"}).Status(200)
		b.Get(instance + "/files.zip").Status(200)
		b.Get("/stored-files").Status(200).Says("types.xml", "odd &amp; co.txt", "imported", "generated", "A &amp; &lt;B&gt;").SaysNot("odd & co")
		b.Get("/stored-files" + "?kind=upload&search=odd").Status(200).Says("Rows 1 to 1 of 1").SaysNot("types.xml")
		b.Get("/profile").Status(200).Says(`href="`+"/stored-files"+`"`, "2 of 1,000", "1 of 1,000",
			`<progress max="1000" value="2" aria-label="Stored uploads">`)

		b.Get("/stored-files" + "?kind=generate").Says(".zip").SaysNot("types.xml")
		address := storedAddress(b)
		file := b.Get(address + "/content").Status(200)
		if got := file.Header().Get("Content-Disposition"); got != "attachment; filename="+instance[len("/instances/"):]+".zip" {
			t.Errorf("Content-Disposition %q", got)
		}
		if file.Header().Get("Content-Length") != fmt.Sprint(int64(file.Body.Len())) || !strings.HasPrefix(file.Body.String(), "PK") {
			t.Errorf("headers %v", file.Header())
		}
		b.Get(address).LeadsTo("/stored-files")
		b.Get(address+"/delete").Status(200).Says("Delete file", "The records of your instances are not changed.")
		b.Delete(address+"/delete", address, nil).LeadsTo("/stored-files")
		b.Get("/stored-files").Says(".zip was deleted.")
		b.Get(address + "/content").Status(404)
		b.Delete("/stored-files", address, nil).Status(404)
		b.Get("/profile").Says("0 of 1,000")
	})
}

// TestStoredFilesThatAreBroken are no longer in the format of their names; what was downloaded so is stored so.
func TestStoredFilesThatAreBroken(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance := b.Instance("Chernarus")
		for _, file := range []struct{ name, text, kind string }{
			{"whole.json", "\ufeff{}", "application/json"},
			{"broken.json", `{"a":`, "application/octet-stream"},
			{"whole.xml", "<a/>", "application/xml"},
			{"broken.xml", "<a>", "application/octet-stream"},
			{"notes.txt", `{"a":`, "text/plain"},
		} {
			b.Import(instance, nil, webtest.File{Name: "custom/" + file.name, Text: file.text})
			b.Get(instance + "/files/" + webtest.MissionFolder + "custom/" + file.name).Status(200)
			if got := b.Get(storedAddress(b, "?kind=generate&search="+file.name) +
				"/content").Status(200).Header().Get("Content-Type"); got != file.kind {
				t.Errorf("%s is downloaded as %s, want %s", file.name, got, file.kind)
			}
		}
	})
}

func TestStoredFilesOfOthers(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		ada, bo := s.User("Ada", true), s.User("Bo", false)
		ada.Import(ada.Instance("A"), nil, webtest.File{Name: "types.xml", Text: webtest.TypesXML}).Status(200)
		address := storedAddress(ada)
		for _, path := range []string{"/content", "/delete"} {
			bo.Get(address + path).Status(404)
		}
		bo.Delete("/profile", address, nil).Status(404)
		bo.Get("/stored-files").Says("No stored files yet")
		ada.Send("DELETE", address, nil).Status(419)
		ada.Get(address + "/content").Status(200)
		s.Visitor().Get(address + "/content").LeadsTo("/login")
	})
}

// TestImportBeyondTheLimit: a browser is told on the overview, a program as JSON, and nothing is imported.
func TestImportBeyondTheLimit(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t, webtest.LimitedTo(1, 1, 1<<20))
		b := s.User("Ada", false)
		instance := b.Instance("A")
		b.Import(instance, nil, webtest.File{Name: "events.xml", Text: webtest.EventsXML}).Status(200)
		b.Import(instance, nil, webtest.File{
			Name: "types.xml", Text: webtest.TypesXML,
		}).Status(413).Says("Your plan&#39;s limit of 1 on stored uploads is reached. Delete stored files to make room.",
			`id="import-error"`)
		b.Header = map[string]string{"Accept": "application/json"}
		got := b.Import(instance, nil, webtest.File{Name: "types.xml", Text: webtest.TypesXML}).Status(413).Body.String()
		if want := `{"message":"Your plan's limit of 1 on stored uploads is reached. Delete stored files to make ` +
			`room.","limit_type":"stored_uploads","current":1,"limit":1}`; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if n := s.Count(`SELECT count(*) FROM types`); n != 0 {
			t.Errorf("%d types were imported", n)
		}
	})
}

// TestDownloadBeyondTheLimit: a browser goes back to where the download was asked for and is told why, a program gets JSON.
func TestDownloadBeyondTheLimit(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t, webtest.LimitedTo(10, 1, 1<<20))
	b := s.User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "types.xml", Text: webtest.TypesXML}).Status(200)
	b.Get(instance + "/files.zip").Status(200)
	types := instance + "/files/mpmissions/dayzOffline.chernarusplus/db/types.xml"
	b.Get(types).LeadsTo(instance)
	b.Get(instance).Says("Your plan&#39;s limit of 1 on stored generated files is reached. Delete stored files to make room.", `role="alert"`)
	b.Get(instance).SaysNot("stored generated files is reached")
	b.Header = map[string]string{"Referer": "http://qm.test" + instance + "/types?page=2"}
	b.Get(types).LeadsTo(instance + "/types?page=2")
	b.Header = map[string]string{"Accept": "application/json"}
	b.Get(types).Status(413).Says(`{"message":"Your plan's limit of 1 on stored generated files is reached.`,
		`"limit_type":"stored_generates","current":1,"limit":1}`)
	b.Header = nil
	b.Get(instance + "/files.zip").Status(200)
	b.Delete("/stored-files", storedAddress(b), url.Values{})
	b.Get(types).Status(200)
}
