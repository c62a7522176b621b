package web

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// loadoutsOf is the address of the list of an instance's loadouts.
func loadoutsOf(instance string) string {
	return "/instance" + strings.TrimPrefix(instance, "/instances") + "/expansion/gui/ai-loadouts"
}

// loadoutJSON is a loadout with what editors of files leave in them: an own layout, and a key that the mod does not know.
const loadoutJSON = `{
    "ClassName": "",
    "Comment": {"by": "Ada", "n": 12345678901234567890},
    "Chance": 1.00,
    "InventoryAttachments": [
        {"SlotName": "Shoulder", "Items": [
            {"ClassName": "M4A1", "Chance": 0.70},
            {"ClassName": "FAL", "Chance": 0.25}
        ]}
    ],
    "InventoryCargo": []
}
`

// addLoadout makes a loadout as an import does, and returns its address.
func (b *browser) addLoadout(instance, name, text string) string {
	b.t.Helper()
	base := loadoutsOf(instance)
	b.importDocument(base, uploaded{name + ".json", text}).leadsTo(base)
	row := b.named(instance, record.AILoadouts, name)
	return base + "/" + record.AILoadouts.SID(row)
}

// importDocument sends files to the import of a list.
func (b *browser) importDocument(base string, files ...uploaded) answer {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("_token", b.token(base))
	for _, file := range files {
		part, err := form.CreateFormFile("json_file[]", file.name)
		if err != nil {
			b.t.Fatal(err)
		}
		_, _ = io.WriteString(part, file.text)
	}
	_ = form.Close()
	request := httptest.NewRequest("POST", "http://qm.test"+base+"/import", &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return b.do(request)
}

// named returns the record of that name.
func (b *browser) named(instance string, res *record.Resource, name string) record.Row {
	b.t.Helper()
	rows, err := b.db.All(b.t.Context(), res, b.scope(instance), "r.name = $", name)
	if err != nil || len(rows) != 1 {
		b.t.Fatalf("%s: %d records, %v", name, len(rows), err)
	}
	return rows[0]
}

func (b *browser) revisions(instance string) int64 {
	b.t.Helper()
	return b.count(`SELECT count(*) FROM revisions WHERE instance_id = $1`, b.scope(instance).InstanceID)
}

func TestLoadoutEndpoints(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	base := loadoutsOf(instance)

	b.get(base).status(200).says("No AI loadouts yet", base+"/create")
	b.get(base+"/create").status(200).says("New AI loadout", `name="data"`, "&#34;InventoryAttachments&#34;: []")
	b.submit(base+"/create", base, url.Values{"name": {"Guard"}, "data": {loadoutJSON}}).status(302)
	one := base + "/" + record.AILoadouts.SID(b.named(instance, record.AILoadouts, "Guard"))
	b.get(one+"/edit").status(200).says("Guard was created.", "12345678901234567890")
	b.get(one).status(200).says("Fills 1 slot and has 0 sets.", "70 %", "M4A1", "25 %", "Delete Guard?")
	b.get(base+"?search=gua").status(200).says("Guard", "Rows 1 to 1 of 1")
	b.get(base + "?search=zzz").status(200).says("Nothing matches")

	b.put(one+"/edit", one, url.Values{"name": {"Sentry"}, "data": {`{"InventoryCargo": [{"ClassName": "Rag"}]}`}}).leadsTo(one + "/edit")
	b.get(one+"/edit").says("Sentry was saved.", "Rag")
	got := b.get(one + "/generate").status(200)
	if name := got.Header().Get("Content-Disposition"); name != "attachment; filename=Sentry.json" {
		t.Errorf("the file is %q", name)
	}
	b.delete(one, one, nil).leadsTo(base)
	b.get(base).says("Sentry was deleted.", "No AI loadouts yet")
	b.get(one).status(404)
}

// TestLoadoutRefusals holds that the form comes back with what is wrong and what was entered.
func TestLoadoutRefusals(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	base := loadoutsOf(instance)
	one := b.addLoadout(instance, "Guard", loadoutJSON)
	before := b.revisions(instance)
	tests := []struct {
		name, title, data string
		says              []string
	}{
		{"broken JSON", "New", "{\n  \"Sets\": [,]\n}", []string{"The data field must be a valid JSON string.", "Line 2, column 12:", "[,]"}},
		{"no object", "New", `["Sets"]`, []string{"The data field must hold one JSON object.", `[&#34;Sets&#34;]`}},
		{"another shape", "New", `{"Shirts": ["TShirt_White"]}`, []string{"The data field must hold a loadout", "TShirt_White"}},
		{"nothing", "New", " ", []string{"The data field is required."}},
		{"a wrong chance", "New", `{"Sets": [{"Chance": "often"}]}`, []string{"The data.Sets.0.Chance field must be a number.", "often"}},
		{"no name", "", `{"Sets": []}`, []string{"The name field is required."}},
		{"a path as name", "../x", `{"Sets": []}`, []string{"The name field"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			form := url.Values{"name": {test.title}, "data": {test.data}}
			b.submit(base+"/create", base, form).status(422).says(append(test.says, "1 entry needs your attention", `id="AI-loadout"`)...)
			b.put(one+"/edit", one, form).status(422).says(append(test.says, `action="`+one+`"`)...)
		})
	}
	b.submit(base+"/create", base, url.Values{"name": {"gUARD"}, "data": {loadoutJSON}}).status(422).says("The name has already been taken.")
	if after := b.revisions(instance); after != before {
		t.Errorf("%d revisions more", after-before)
	}

	b.header = map[string]string{"Accept": "application/json"}
	b.submit(base+"/create", base, url.Values{"name": {"New"}, "data": {"{"}}).status(422).says(`"data":["The data field must be a valid JSON string."`)
	token := b.token(base)
	request := httptest.NewRequest("PUT", "http://qm.test"+one, strings.NewReader(`{"name": "Guard", "data": {"Sets": []}}`))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-CSRF-TOKEN", token)
	b.do(request).status(422).says(`"errors":{"data":["The data field must be a valid JSON string."]}`)
}

func TestLoadoutGuards(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b, stranger := s.user("Ada", false), s.user("Bo", false)
	instance := b.instance("A")
	base, one := loadoutsOf(instance), b.addLoadout(instance, "Guard", loadoutJSON)
	form := url.Values{"name": {"New"}, "data": {loadoutJSON}}
	for _, test := range []struct{ method, path string }{
		{"GET", base},
		{"GET", base + "/create"},
		{"POST", base},
		{"POST", base + "/import"},
		{"GET", one},
		{"GET", one + "/edit"},
		{"PUT", one},
		{"DELETE", one},
		{"GET", one + "/generate"},
	} {
		t.Run(test.method+" "+strings.TrimPrefix(test.path, base), func(t *testing.T) {
			call := func(b *browser, path string, form url.Values) answer {
				if test.method == "GET" {
					return b.get(path)
				}
				return b.send(test.method, path, form)
			}
			tokened := func(b *browser) url.Values {
				form := cloned(form)
				form.Set("_token", b.token("/profile"))
				return form
			}
			if test.method != "GET" {
				call(b, test.path, form).status(419)
			}
			visitor := s.visitor()
			entry := url.Values{"_token": {visitor.token("/login")}}
			call(visitor, test.path, entry).leadsTo("/login")
			visitor.header = map[string]string{"Accept": "application/json"}
			call(visitor, test.path, entry).status(401)
			call(stranger, test.path, tokened(stranger)).status(403)
			call(b, strings.Replace(test.path, strings.TrimPrefix(instance, "/instances/"), "nOtHeRe", 1), tokened(b)).status(404)
			if strings.HasPrefix(test.path, one) {
				call(b, strings.Replace(test.path, one, base+"/nOtHeRe", 1), tokened(b)).status(404)
			}
		})
	}
	if name := b.named(instance, record.AILoadouts, "Guard"); name == nil {
		t.Error("the loadout is gone")
	}
}

func TestLoadoutImportRefusals(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	base := loadoutsOf(instance)
	good := uploaded{"Good.json", `{"Sets": []}`}
	b.importDocument(base, good, uploaded{"Bad.json", "{\n1}"}).status(422).says("Nothing was imported", "Bad.json: line 2, column 1")
	b.importDocument(base, good, uploaded{"Old.json", `{"Shirts": []}`}).status(422).says("Old.json")
	b.importDocument(base).status(422).says("The json file field is required.")
	if n := s.count(`SELECT count(*) FROM expansion_ai_loadouts`); n != 0 {
		t.Errorf("%d loadouts, want none", n)
	}
	b.importDocument(base, good, uploaded{"Better.json", loadoutJSON}).leadsTo(base)
	b.get(base).says("2 AI loadouts were imported: Good, Better.")
}

// TestSummaryLinksIncludes holds that a loadout leads to those that it includes, and warns of those that are not there.
func TestSummaryLinksIncludes(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	guard := b.addLoadout(instance, "Guard", loadoutJSON)
	other := b.addLoadout(instance, "Other", `{"Include": "GUARD", "Sets": [{"ClassName": "<b>", "Include": "Ghost"}]}`)
	b.get(other).status(200).says(`href="`+guard+`">GUARD</a>`, "There is no loadout of this name", "&lt;b&gt;").saysNot("<b>")
	b.get(b.addLoadout(instance, "Nothing", `{"Sets": []}`)).status(200).says("Empty loadout")
}

// TestGenuineLoadoutsComeBack imports genuine loadouts through the form, saves each as the page has it, and generates it.
func TestGenuineLoadoutsComeBack(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	base := loadoutsOf(instance)
	files := genuineLoadouts(t)
	b.importDocument(base, files...).leadsTo(base)
	before := b.revisions(instance)
	for _, file := range files {
		name := strings.TrimSuffix(file.name, ".json")
		one := base + "/" + record.AILoadouts.SID(b.named(instance, record.AILoadouts, name))
		b.get(one).status(200).says(name)
		b.put("/profile", one, url.Values{"name": {name}, "data": {strings.ReplaceAll(file.text, "\n", "\r\n")}}).leadsTo(one + "/edit")
		if got := b.get(one + "/generate").status(200).Body.String(); got != file.text {
			t.Errorf("%s is another file than before", file.name)
		}
	}
	if after := b.revisions(instance); after != before {
		t.Errorf("saving what is there made %d revisions", after-before)
	}
}

// genuineLoadouts reads the loadouts of the collection of genuine files that have the shape of one.
func genuineLoadouts(t *testing.T) (files []uploaded) {
	t.Helper()
	paths, err := filepath.Glob("../../../shared/data/expansion/*/profiles/ExpansionMod/Loadouts/*.json")
	if err != nil || len(paths) == 0 {
		t.Skip("no genuine loadouts beside the project")
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(`"InventoryCargo"`)) {
			files = append(files, uploaded{filepath.Base(path), string(data)})
		}
	}
	return files
}
