package instances_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// sakhal is a small mission folder of Sakhal.
func sakhal() []webtest.File {
	return []webtest.File{
		{Name: "srv/mpmissions/dayzOffline.sakhal/db/types.xml", Text: webtest.TypesXML},
		{Name: "srv/mpmissions/dayzOffline.sakhal/db/events.xml", Text: webtest.EventsXML},
	}
}

// TestTheWrongFolderIsAQuestion: nothing is changed before the answer, and each answer does what it says.
func TestTheWrongFolderIsAQuestion(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b, other := s.User("Ada", false), s.User("Eve", false)
	instance := b.Instance("Mine")
	types := int64(0)
	ask := func() string {
		t.Helper()
		held := webtest.LocationOf(b.Import(instance, nil, sakhal()...).Status(302))
		b.Get(held).Status(200).Says("This is a Sakhal mission; your server runs Chernarus.", "Nothing has been changed yet.",
			"Import it into Mine anyway", "dayzOffline.sakhal", "Make a new server from it")
		if n := s.Count(`SELECT count(*) FROM types`); n != types {
			t.Errorf("%d types before the answer, want %d", n, types)
		}
		return held
	}
	held := ask()
	other.Get(held).Status(404)
	b.Delete(held, held, nil).LeadsTo(instance)
	b.Get(instance).Says("The import was cancelled. Nothing was changed.")
	b.Get(held).Status(404)
	b.Get("/stored-files").Says("No stored files yet")

	s.Work(t)
	held = ask()
	job := webtest.LocationOf(b.Submit(held, held+"/import", nil).Status(302))
	b.Get(job + "/events").Status(200)
	b.Get(job).Says("Import report", "2 files imported.", "This is a Sakhal mission; your server runs Chernarus.")

	types = 2
	held = ask()
	b.Submit(held, held, url.Values{"name": {""}, "map_id": {"3"}}).LeadsTo(held)
	b.Get(held).Says("The name field is required.")
	job = webtest.LocationOf(b.Submit(held, held, url.Values{
		"name": {"Frozen"}, "map_id": {"3"}, "mission": {"dayzOffline.sakhal"},
	}).Status(302))
	b.Get(job + "/events").Status(200)
	b.Get(job).Says("2 files imported.").SaysNot("This is a Sakhal mission")
	b.Get("/instances").Says("Frozen", "Sakhal")
}

// TestAFolderOfAModNamesTheMap: on the home page by its name, with the missions that lie beside a whole one.
func TestAFolderOfAModNamesTheMap(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		settings := webtest.File{Name: "dayzOffline.sakhal/expansion/settings/SpawnSettings.json", Text: "{}"}
		b.Get(webtest.LocationOf(dropping(b, settings).Status(302))).Says("My Sakhal server").SaysNot("Other missions")
		instance := b.Instance("Mine")
		b.Get(webtest.LocationOf(b.Import(instance, nil, settings).Status(302))).Says("This is a Sakhal mission; your server runs Chernarus.")
		b.Get(webtest.LocationOf(dropping(b, append(sakhal(), webtest.File{
			Name: "srv/mpmissions/regular.namalsk/db/types.xml", Text: webtest.TypesXML,
		})...).Status(302))).Says("Other missions",
			"stored unchanged, without records")
	})
}

// dropping posts files to the form that makes a server.
func dropping(b *webtest.Browser, files ...webtest.File) webtest.Answer {
	b.TB.Helper()
	return b.Upload("/instances", "/instances/drop", nil, files...)
}

func TestAServerIsMadeOfItsFolder(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	b.Get("/instances").Says("First steps", "Make a server from its folder", "Make the sample server")
	dropping(b).Status(422).Says("Choose at least one file.", `id="import-error"`)
	held := webtest.LocationOf(dropping(b, append(sakhal(), webtest.File{Name: "srv/serverDZ.cfg", Text: "hostname = \"Frozen\";\n"},
		webtest.File{Name: "srv/profiles/ExpansionMod/Settings/GeneralSettings.json", Text: "{}"})...).Status(302))
	b.Get(held).Says(`value="Frozen"`, `<option value="3" selected>Sakhal</option>`, `value="dayzOffline.sakhal"`,
		"<dt>Expansion mod</dt><dd>yes</dd>").SaysNot("Import anyway")
	s.Work(t)
	job := webtest.LocationOf(b.Submit(held, held, url.Values{
		"name": {"Frozen"}, "map_id": {"3"}, "mission": {"dayzOffline.sakhal"},
	}).Status(302))
	b.Get(job + "/events").Status(200)
	b.Get("/instances").Says("Frozen", "Not downloaded yet", "Problems are being counted",
		" revisions in the last 30 days", "Make the sample server")
	instance, _, _ := strings.Cut(job, "/jobs/")
	asked := "/instances/problems?of=" + strings.TrimPrefix(instance, "/instances/")
	b.Get(asked).Status(200).Says("data-tally=").SaysNot("Problems are being counted", "<main")
	s.User("Eve", false).Get(asked).Status(200).SaysNot("data-tally=")
	b.Get("/instances/problems").Status(404)
	b.Get("/instances").SaysNot("Problems are being counted").Says(" in the last 30 days", `<polyline points="`, "by Ada")
	b.Get(instance + "/files.zip").Status(200)
	b.Get("/instances").Says("Nothing has changed since the last download or delivery")
	b.Get("/stored-files").Says("Frozen", "imported")
}

func TestTheSampleServer(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.LocationOf(b.Submit("/instances", "/instances/sample", nil).Status(302))
	b.Get(instance).Says("Sample server", "/db/types.xml")
	b.Get(instance+"/lint").Says("Mosin9130", "toolsVillage", "StaticPoliceCar")
	b.Get("/instances").Says("Sample server", "First steps", "Done: ")
	if n := s.Count(`SELECT count(*) FROM stored_files`); n != 0 {
		t.Errorf("%d files are stored of the sample", n)
	}
}

// TestUploadsWithoutAnAnswer are given up: the oldest when there are many, and all after a day.
func TestUploadsWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	first := webtest.LocationOf(dropping(b, webtest.File{Name: "a/db/types.xml", Text: webtest.TypesXML}).Status(302))
	for i := range 5 {
		dropping(b, webtest.File{Name: fmt.Sprintf("a%d/db/types.xml", i), Text: webtest.TypesXML + strings.Repeat("\n", i+1)}).Status(302)
	}
	b.Get(first).Status(404)
	if n := s.Count(`SELECT count(*) FROM held_uploads`); n != 5 {
		t.Errorf("%d uploads wait, want 5", n)
	}
	if _, err := s.DB.Exec(t.Context(), `UPDATE held_uploads SET expires_at = 1`); err != nil {
		t.Fatal(err)
	}
	if err := s.Imports.SweepHeld(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := s.Count(`SELECT count(*) FROM held_uploads`) + s.Count(`SELECT count(*) FROM stored_files`); n != 0 {
		t.Errorf("%d uploads are left", n)
	}
}

// TestAFreeAccountTakesInAServer: an import is one stored upload and all generated files one generate, however many files they are.
func TestAFreeAccountTakesInAServer(t *testing.T) {
	t.Parallel()
	free := account.Plans()[0]
	s := webtest.Open(t, webtest.LimitedTo(free.MaxUploads, free.MaxGenerates, free.MaxBytes), func(c *site.Config, _ *account.Options) {
		c.UploadLimit = 32 << 20
	})
	b := s.User("Ada", false)
	instance := b.Instance("A")
	importAll(b, instance, serverFolder(t)...)
	b.Get("/profile").Says("1 of 20", `<progress max="20" value="1" aria-label="Stored uploads">`)
	b.Get(instance + "/files.zip").Status(200)
	b.Get("/profile").Says(`<progress max="20" value="1" aria-label="Stored generated files">`)
}

// importAll imports files and waits for the job.
func importAll(b *webtest.Browser, instance string, files ...webtest.File) {
	b.TB.Helper()
	job := webtest.LocationOf(b.Import(instance, nil, files...).Status(302))
	b.Work(b.TB.(*testing.T))
	b.Get(job + "/events").Status(200)
	b.Get(job).Says("Import report").SaysNot("failed")
}

// serverFolder returns the files of a genuine server, or as many made up ones.
func serverFolder(t *testing.T) (files []webtest.File) {
	t.Helper()
	const dir = "../../../../shared/data/expansion/omniv1"
	if _, err := os.Stat(dir); err != nil {
		t.Log("genuine server files are not beside the project: made up ones take their place")
		for i := range 250 {
			files = append(files, webtest.File{Name: fmt.Sprintf("profiles/ExpansionMod/Loadouts/L%d.json", i), Text: `{"ClassName":"A"}`})
		}
		return files
	}
	err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(name)
		files = append(files, webtest.File{Name: "srv" + filepath.ToSlash(name[len(dir):]), Text: string(text)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
