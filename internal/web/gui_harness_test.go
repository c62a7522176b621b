package web_test

import (
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// nowhere is an id that nothing has.
const nowhere = "0123456789"

// guiForm is what the tests send to a resource of surface C.
type guiForm struct {
	file          webtest.File // can be imported
	create, wrong url.Values   // can be saved, and cannot
}

// guiForms are by the segments of the resources.
var guiForms = map[string]guiForm{
	"settings": {
		file: webtest.File{Name: "GeneralSettings.json", Text: `{"EnableLamps": 3}`}, create: url.Values{"EnableLamps": {"1"}},
		wrong: url.Values{"EnableLamps": {"soon"}},
	},
	"market-traders": {
		file: webtest.File{Name: "Weapons.json", Text: webtest.TraderJSON}, create: url.Values{"name": {"Boris"}, "Items": {"akm:1"}},
		wrong: url.Values{"name": {"a/b"}},
	},
	"market-categories": {
		file: webtest.File{Name: "Ammo.json", Text: webtest.CategoryJSON}, create: url.Values{"name": {"Food"}, "display_name": {"Food"}},
		wrong: url.Values{"name": {"a/b"}},
	},
	"ai-loadouts": {
		file: webtest.File{Name: "Guard.json", Text: webtest.LoadoutJSON}, create: url.Values{"name": {"Bandit"}, "data": {webtest.LoadoutJSON}},
		wrong: url.Values{"name": {"Bandit"}, "data": {"{"}},
	},
	"trader-zones": {
		file: webtest.File{Name: "World.json", Text: webtest.ZoneJSON}, create: url.Values{"name": {"Camp"}, "Radius": {"300"}},
		wrong: url.Values{"name": {"a/b"}},
	},
}

// guiEndpoint is an endpoint of surface C with what the tests send to it.
type guiEndpoint struct {
	endpoint.Endpoint
	guiForm
	resource string
}

// guiEndpoints are all of surface C, those that delete behind the others.
func guiEndpoints(t *testing.T) (list []guiEndpoint) {
	t.Helper()
	for _, group := range endpoint.Table() {
		for _, resource := range group.Resources {
			for _, e := range resource.Endpoints {
				if resource.Surface == endpoint.C {
					list = append(list, guiEndpoint{e, guiForms[resource.Name], resource.Name})
				}
			}
		}
	}
	if len(list) != 42 {
		t.Fatalf("surface C has %d endpoints, want 42", len(list))
	}
	slices.SortStableFunc(list, func(a, b guiEndpoint) int { return order(a) - order(b) })
	return list
}

func order(e guiEndpoint) int {
	if e.Method == http.MethodDelete {
		return 1
	}
	return 0
}

func (e guiEndpoint) String() string { return e.Method + " " + e.Path }

func (e guiEndpoint) changes() bool { return e.Method != http.MethodGet }

func (e guiEndpoint) imports() bool { return strings.HasSuffix(e.Path, "/import") }

func (e guiEndpoint) downloads() bool {
	return !e.changes() && strings.HasPrefix(path.Base(e.Path), "generate")
}

// Form is what the endpoint takes.
func (e guiEndpoint) form() url.Values {
	switch {
	case strings.HasSuffix(e.Path, "/ai-preset/generate"):
		return url.Values{"prompt": {"hardcore"}}
	case strings.HasSuffix(e.Path, "/ai-preset/apply"):
		return url.Values{"preset[EnableLamps]": {"2"}}
	case strings.HasSuffix(e.Path, "/items/{item}"):
		return url.Values{"ClassName": {"ammo_12gaslug"}, "MinPriceThreshold": {"5"}, "MaxPriceThreshold": {"6"}}
	}
	form := webtest.Cloned(e.create)
	if e.Method == http.MethodPut && form.Has("name") {
		form.Set("name", "Renamed")
	}
	return form
}

// wrongForm is what the endpoint refuses.
func (e guiEndpoint) wrongForm() url.Values {
	switch {
	case strings.Contains(e.Path, "/ai-preset/"):
		return url.Values{"preset": {"none"}}
	case strings.HasSuffix(e.Path, "/items/{item}"):
		return url.Values{"MinPriceThreshold": {"soon"}}
	}
	return e.wrong
}

// at is the endpoint's address with these parameters.
func (e guiEndpoint) at(params map[string]string) string {
	address := e.Path
	for name, value := range params {
		address = strings.ReplaceAll(address, "{"+name+"}", value)
	}
	return address
}

// with are the parameters with another value for one.
func with(params map[string]string, name, value string) map[string]string {
	changed := maps.Clone(params)
	changed[name] = value
	return changed
}

// furnishGUI imports a file into each resource of surface C and returns the parameters of their addresses.
func furnishGUI(b *webtest.Browser, instance string) map[string]string {
	b.TB.Helper()
	params := map[string]string{"instance": strings.TrimPrefix(instance, "/instances/"), "setting": "general"}
	b.ImportDocument(webtest.MarketOf(instance)+"/general", guiForms["settings"].file).Status(302)
	ids := map[string]string{
		"market-traders": "expansionMarketTrader", "market-categories": "expansionMarketCategory",
		"trader-zones": "expansionTraderZone", "ai-loadouts": "expansionAILoadout",
	}
	for _, p := range b.DocumentPages() {
		file := guiForms[webtest.Segment(p)].file
		b.ImportDocument(webtest.MarketOf(instance)+"/"+webtest.Segment(p), file).Status(302)
		params[ids[webtest.Segment(p)]] = p.Resource.SID(b.Named(instance, p.Resource, strings.TrimSuffix(file.Name, ".json")))
	}
	params["item"] = record.MarketItemIDs(params["expansionMarketCategory"], []string{"ammo_12gaslug"})[0]
	return params
}

// ask sends what the endpoint takes, as a browser's form does: with the token in it, and the verb where it is none of forms.
func ask(b *webtest.Browser, e guiEndpoint, address string, form url.Values, token string) webtest.Answer {
	b.TB.Helper()
	switch {
	case !e.changes():
		return b.Get(address)
	case e.imports():
		return upload(b, address, form, token)
	}
	form = webtest.Cloned(form)
	form.Set("_token", token)
	if e.Method != http.MethodPost {
		form.Set("_method", e.Method)
	}
	return b.Send(http.MethodPost, address, form)
}

// askAsProgram sends the same with its own verb, and the token in the header.
func askAsProgram(b *webtest.Browser, e guiEndpoint, address string, form url.Values, token string) webtest.Answer {
	b.TB.Helper()
	program := *b
	program.Header = map[string]string{"X-CSRF-TOKEN": token}
	for name, value := range b.Header {
		program.Header[name] = value
	}
	if e.imports() {
		return upload(&program, address, form, "")
	}
	return program.Send(e.Method, address, form)
}

// upload sends the file of a form: its only field, by the file's name.
func upload(b *webtest.Browser, address string, file url.Values, token string) webtest.Answer {
	b.TB.Helper()
	return b.UploadAs("json_file", address, file, token)
}

// sent is what a test sends to the endpoint: the fields of its form, or its file.
func (e guiEndpoint) sent() url.Values {
	if e.imports() {
		return url.Values{e.file.Name: {e.file.Text}}
	}
	return e.form()
}

// refused is what the endpoint does not take.
func (e guiEndpoint) refused() url.Values {
	if e.imports() {
		return url.Values{e.file.Name: {"{\n  \"a\": }"}}
	}
	return e.wrongForm()
}
