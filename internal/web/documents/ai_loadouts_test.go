package documents_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestLoadoutEndpoints(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	base := webtest.LoadoutsOf(instance)

	b.Get(base).Status(200).Says("No AI loadouts yet", base+"/create")
	b.Get(base+"/create").Status(200).Says("New AI loadout", `name="data"`, "&#34;InventoryAttachments&#34;: []")
	b.Submit(base+"/create", base, url.Values{"name": {"Guard"}, "data": {webtest.LoadoutJSON}}).Status(302)
	one := base + "/" + record.AILoadouts.SID(b.Named(instance, record.AILoadouts, "Guard"))
	b.Get(one+"/edit").Status(200).Says("Guard was created.", "12345678901234567890")
	b.Get(one).Status(200).Says("Fills 1 slot and has 0 sets.", "70 %", "M4A1", "25 %", "Delete Guard?")
	b.Get(base+"?search=gua").Status(200).Says("Guard", "Rows 1 to 1 of 1")
	b.Get(base + "?search=zzz").Status(200).Says("Nothing matches")

	b.Put(one+"/edit", one, url.Values{"name": {"Sentry"}, "data": {`{"InventoryCargo": [{"ClassName": "Rag"}]}`}}).LeadsTo(one + "/edit")
	b.Get(one+"/edit").Says("Sentry was saved.", "Rag")
	got := b.Get(one + "/generate").Status(200)
	if name := got.Header().Get("Content-Disposition"); name != "attachment; filename=Sentry.json" {
		t.Errorf("the file is %q", name)
	}
	b.Delete(one, one, nil).LeadsTo(base)
	b.Get(base).Says("Sentry was deleted.", "No AI loadouts yet")
	b.Get(one).Status(404)
}

// TestLoadoutRefusals holds that the form comes back with what is wrong and what was entered.
func TestLoadoutRefusals(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	base := webtest.LoadoutsOf(instance)
	one := b.AddLoadout(instance, "Guard", webtest.LoadoutJSON)
	before := b.Revisions(instance)
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
			b.Submit(base+"/create", base, form).Status(422).Says(append(test.says, "1 entry needs your attention", `id="AI-loadout"`)...)
			b.Put(one+"/edit", one, form).Status(422).Says(append(test.says, `action="`+one+`"`)...)
		})
	}
	b.Submit(base+"/create", base, url.Values{
		"name": {"gUARD"}, "data": {webtest.LoadoutJSON},
	}).Status(422).Says("The name has already been taken.")
	if after := b.Revisions(instance); after != before {
		t.Errorf("%d revisions more", after-before)
	}

	b.Header = map[string]string{"Accept": "application/json"}
	b.Submit(base+"/create", base, url.Values{
		"name": {"New"}, "data": {"{"},
	}).Status(422).Says(`"data":["The data field must be a valid JSON string."`)
	token := b.Token(base)
	request := httptest.NewRequest("PUT", "http://qm.test"+one, strings.NewReader(`{"name": "Guard", "data": {"Sets": []}}`))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-CSRF-TOKEN", token)
	b.Do(request).Status(422).Says(`"errors":{"data":["The data field must be a valid JSON string."]}`)
}

func TestLoadoutGuards(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b, stranger := s.User("Ada", false), s.User("Bo", false)
	instance := b.Instance("A")
	base, one := webtest.LoadoutsOf(instance), b.AddLoadout(instance, "Guard", webtest.LoadoutJSON)
	form := url.Values{"name": {"New"}, "data": {webtest.LoadoutJSON}}
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
			call := func(b *webtest.Browser, path string, form url.Values) webtest.Answer {
				if test.method == "GET" {
					return b.Get(path)
				}
				return b.Send(test.method, path, form)
			}
			tokened := func(b *webtest.Browser) url.Values {
				form := webtest.Cloned(form)
				form.Set("_token", b.Token("/profile"))
				return form
			}
			if test.method != "GET" {
				call(b, test.path, form).Status(419)
			}
			visitor := s.Visitor()
			entry := url.Values{"_token": {visitor.Token("/login")}}
			call(visitor, test.path, entry).LeadsTo("/login")
			visitor.Header = map[string]string{"Accept": "application/json"}
			call(visitor, test.path, entry).Status(401)
			call(stranger, test.path, tokened(stranger)).Status(403)
			call(b, strings.Replace(test.path, strings.TrimPrefix(instance, "/instances/"), "nOtHeRe", 1), tokened(b)).Status(404)
			if strings.HasPrefix(test.path, one) {
				call(b, strings.Replace(test.path, one, base+"/nOtHeRe", 1), tokened(b)).Status(404)
			}
		})
	}
	if name := b.Named(instance, record.AILoadouts, "Guard"); name == nil {
		t.Error("the loadout is gone")
	}
}

func TestLoadoutImportRefusals(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		base := webtest.LoadoutsOf(instance)
		good := webtest.File{Name: "Good.json", Text: `{"Sets": []}`}
		b.ImportDocument(base, good, webtest.File{Name: "Bad.json", Text: "{\n1}"}).Status(422).Says("Nothing was imported",
			"Bad.json: line 2, column 1")
		b.ImportDocument(base, good, webtest.File{Name: "Old.json", Text: `{"Shirts": []}`}).Status(422).Says("Old.json")
		b.ImportDocument(base).Status(422).Says("The json file field is required.")
		if n := s.Count(`SELECT count(*) FROM expansion_ai_loadouts`); n != 0 {
			t.Errorf("%d loadouts, want none", n)
		}
		b.ImportDocument(base, good, webtest.File{Name: "Better.json", Text: webtest.LoadoutJSON}).LeadsTo(base)
		b.Get(base).Says("2 AI loadouts were imported: Good, Better.")
	})
}

// TestSummaryLinksIncludes holds that a loadout leads to those that it includes, and warns of those that are not there.
func TestSummaryLinksIncludes(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	guard := b.AddLoadout(instance, "Guard", webtest.LoadoutJSON)
	other := b.AddLoadout(instance, "Other", `{"Include": "GUARD", "Sets": [{"ClassName": "<b>", "Include": "Ghost"}]}`)
	b.Get(other).Status(200).Says(`href="`+guard+`">GUARD</a>`, "There is no loadout of this name", "&lt;b&gt;").SaysNot("<b>")
	b.Get(b.AddLoadout(instance, "Nothing", `{"Sets": []}`)).Status(200).Says("Empty loadout")
}

// TestGenuineLoadoutsComeBack imports genuine loadouts through the form, saves each as the page has it, and generates it.
func TestGenuineLoadoutsComeBack(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	base := webtest.LoadoutsOf(instance)
	files := webtest.GenuineLoadouts(t)
	b.ImportDocument(base, files...).LeadsTo(base)
	before := b.Revisions(instance)
	for _, file := range files {
		name := strings.TrimSuffix(file.Name, ".json")
		one := base + "/" + record.AILoadouts.SID(b.Named(instance, record.AILoadouts, name))
		b.Get(one).Status(200).Says(name)
		b.Put("/profile", one, url.Values{"name": {name}, "data": {strings.ReplaceAll(file.Text, "\n", "\r\n")}}).LeadsTo(one + "/edit")
		if got := b.Get(one + "/generate").Status(200).Body.String(); got != file.Text {
			t.Errorf("%s is another file than before", file.Name)
		}
	}
	if after := b.Revisions(instance); after != before {
		t.Errorf("saving what is there made %d revisions", after-before)
	}
}
