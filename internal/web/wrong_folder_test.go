package web

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/lint"
	"quartermaster/internal/web/site"
)

// sakhal is a small mission folder of Sakhal.
func sakhal() []uploaded {
	return []uploaded{{"srv/mpmissions/dayzOffline.sakhal/db/types.xml", typesXML}, {"srv/mpmissions/dayzOffline.sakhal/db/events.xml", eventsXML}}
}

// TestTheWrongFolderIsAQuestion: nothing is changed before the answer, and each answer does what it says.
func TestTheWrongFolderIsAQuestion(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b, other := s.user("Ada", false), s.user("Eve", false)
	instance := b.instance("Mine")
	types := int64(0)
	ask := func() string {
		t.Helper()
		held := locationOf(b.importing(instance, nil, sakhal()...).status(302))
		b.get(held).status(200).says("This is a Sakhal mission; your server runs Chernarus.", "Nothing has been changed yet.", "Import it into Mine all the same", "dayzOffline.sakhal", "Make a new server of it")
		if n := s.count(`SELECT count(*) FROM types`); n != types {
			t.Errorf("%d types before the answer, want %d", n, types)
		}
		return held
	}
	held := ask()
	other.get(held).status(404)
	b.delete(held, held, nil).leadsTo(instance)
	b.get(instance).says("The import was cancelled. Nothing was changed.")
	b.get(held).status(404)
	b.get("/stored-files").says("No stored files yet")

	s.work(t)
	held = ask()
	job := locationOf(b.submit(held, held+"/import", nil).status(302))
	b.get(job + "/events").status(200)
	b.get(job).says("Import report", "2 files imported.", "This is a Sakhal mission; your server runs Chernarus.")

	types = 2
	held = ask()
	b.submit(held, held, url.Values{"name": {""}, "map_id": {"3"}}).leadsTo(held)
	b.get(held).says("The name field is required.")
	job = locationOf(b.submit(held, held, url.Values{"name": {"Frozen"}, "map_id": {"3"}, "mission": {"dayzOffline.sakhal"}}).status(302))
	b.get(job + "/events").status(200)
	b.get(job).says("2 files imported.").saysNot("This is a Sakhal mission")
	b.get("/instances").says("Frozen", "Sakhal")
}

// TestAFolderOfAModNamesTheMap: on the home page by its name, with the missions that lie beside a whole one.
func TestAFolderOfAModNamesTheMap(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	settings := uploaded{"dayzOffline.sakhal/expansion/settings/SpawnSettings.json", "{}"}
	b.get(locationOf(b.dropping(settings).status(302))).says("My Sakhal server").saysNot("Other missions")
	instance := b.instance("Mine")
	b.get(locationOf(b.importing(instance, nil, settings).status(302))).says("This is a Sakhal mission; your server runs Chernarus.")
	b.get(locationOf(b.dropping(append(sakhal(), uploaded{"srv/mpmissions/regular.namalsk/db/types.xml", typesXML})...).status(302))).says("Other missions", "stored unchanged, without records")
}

// locationOf returns where an answer leads.
func locationOf(a answer) string {
	return strings.TrimPrefix(a.Header().Get("Location"), "http://qm.test")
}

// dropping posts files to the form that makes a server.
func (b *browser) dropping(files ...uploaded) answer {
	b.t.Helper()
	return b.uploading("/instances", "/instances/drop", nil, files...)
}

func TestAServerIsMadeOfItsFolder(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	b.get("/instances").says("First steps", "Make a server from its folder", "Make the sample server")
	b.dropping().status(422).says("Choose at least one file.", `id="import-error"`)
	held := locationOf(b.dropping(append(sakhal(), uploaded{"srv/serverDZ.cfg", "hostname = \"Frozen\";\n"}, uploaded{"srv/profiles/ExpansionMod/Settings/GeneralSettings.json", "{}"})...).status(302))
	b.get(held).says(`value="Frozen"`, `<option value="3" selected>Sakhal</option>`, `value="dayzOffline.sakhal"`, "<dt>Expansion mod</dt><dd>yes</dd>").saysNot("Import anyway")
	s.work(t)
	job := locationOf(b.submit(held, held, url.Values{"name": {"Frozen"}, "map_id": {"3"}, "mission": {"dayzOffline.sakhal"}}).status(302))
	b.get(job + "/events").status(200)
	b.get("/instances").says("Frozen", "Not downloaded yet", "Problems are being counted", " revisions in the last 30 days").saysNot("sample server")
	if _, err := s.db.Exec(t.Context(), `UPDATE revisions SET created_at = created_at - 60000000`); err != nil {
		t.Fatal(err)
	}
	if err := lint.New(s.db).CountChanged(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get("/instances").saysNot("Problems are being counted").says(" in the last 30 days", `<polyline points="`, "by Ada")
	instance, _, _ := strings.Cut(job, "/jobs/")
	b.get(instance + "/files.zip").status(200)
	b.get("/instances").says("Nothing has changed since the last download or delivery")
	b.get("/stored-files").says("Frozen", "imported")
}

func TestTheSampleServer(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := locationOf(b.submit("/instances", "/instances/sample", nil).status(302))
	b.get(instance).says("Sample server", "/db/types.xml")
	b.get(instance+"/lint").says("Mosin9130", "toolsVillage", "StaticPoliceCar")
	b.get("/instances").says("Sample server", "First steps", "Done: ")
	if n := s.count(`SELECT count(*) FROM stored_files`); n != 0 {
		t.Errorf("%d files are stored of the sample", n)
	}
}

// TestUploadsWithoutAnAnswer are given up: the oldest when there are many, and all after a day.
func TestUploadsWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	first := locationOf(b.dropping(uploaded{"a/db/types.xml", typesXML}).status(302))
	for i := range 5 {
		b.dropping(uploaded{fmt.Sprintf("a%d/db/types.xml", i), typesXML + strings.Repeat("\n", i+1)}).status(302)
	}
	b.get(first).status(404)
	if n := s.count(`SELECT count(*) FROM held_uploads`); n != 5 {
		t.Errorf("%d uploads wait, want 5", n)
	}
	if _, err := s.db.Exec(t.Context(), `UPDATE held_uploads SET expires_at = 1`); err != nil {
		t.Fatal(err)
	}
	if err := s.imports.SweepHeld(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := s.count(`SELECT count(*) FROM held_uploads`) + s.count(`SELECT count(*) FROM stored_files`); n != 0 {
		t.Errorf("%d uploads are left", n)
	}
}

// TestAFreeAccountTakesInAServer: an import is one stored upload and all generated files one generate, however many files they are.
func TestAFreeAccountTakesInAServer(t *testing.T) {
	t.Parallel()
	free := account.Plans()[0]
	s := openSite(t, limitedTo(free.MaxUploads, free.MaxGenerates, free.MaxBytes), func(c *site.Config, _ *account.Options) { c.UploadLimit = 32 << 20 })
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.importAll(instance, serverFolder(t)...)
	b.get("/profile").says("1 of 20", `<progress max="20" value="1" aria-label="Stored uploads">`)
	b.get(instance + "/files.zip").status(200)
	b.get("/profile").says(`<progress max="20" value="1" aria-label="Stored generated files">`)
}

// importAll imports files and waits for the job.
func (b *browser) importAll(instance string, files ...uploaded) {
	b.t.Helper()
	job := locationOf(b.importing(instance, nil, files...).status(302))
	b.work(b.t.(*testing.T))
	b.get(job + "/events").status(200)
	b.get(job).says("Import report").saysNot("failed")
}

// serverFolder returns the files of a genuine server, or as many made up ones.
func serverFolder(t *testing.T) (files []uploaded) {
	t.Helper()
	const dir = "../../../shared/data/expansion/omniv1"
	if _, err := os.Stat(dir); err != nil {
		t.Log("genuine server files are not beside the project: made up ones take their place")
		for i := range 250 {
			files = append(files, uploaded{fmt.Sprintf("profiles/ExpansionMod/Loadouts/L%d.json", i), `{"ClassName":"A"}`})
		}
		return files
	}
	err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(name)
		files = append(files, uploaded{"srv" + filepath.ToSlash(name[len(dir):]), string(text)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
