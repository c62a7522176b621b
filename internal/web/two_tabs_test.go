package web_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
	"quartermaster/internal/web/webtest"
)

// TestTwoTabsNeverUndoEachOther opens every form that changes something in two tabs. What one of them saves is never lost to the other:
// different fields are both kept, and of one field both values are shown.
func TestTwoTabsNeverUndoEachOther(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t, func(c *site.Config, _ *account.Options) { c.FormLimit = 0 })
		b := s.User("Ada", false)
		instance := webtest.Furnish(b)
		webtest.FurnishMore(b, instance)
		furnishDocuments(b, instance)
		for _, page := range formPages(t, b, instance) {
			for _, id := range formIDs(t, b, page) {
				twoTabs{b, page, id}.test(t)
			}
		}
	})
}

// furnishDocuments imports a document of each sort.
func furnishDocuments(b *webtest.Browser, instance string) {
	gui := webtest.MarketOf(instance)
	for list, file := range map[string][2]string{
		webtest.Categories: {"Ammo", webtest.CategoryJSON}, webtest.Traders: {"Weapons", webtest.TraderJSON},
		webtest.Zones: {"Green", webtest.ZoneJSON}, "/ai-loadouts": {"Guard", webtest.LoadoutJSON},
	} {
		b.ImportJSON(gui+list, file[0]+".json", file[1]).Status(302)
	}
}

// formPages returns the pages with a form for one record of each resource, and the others that have one.
func formPages(t *testing.T, b *webtest.Browser, instance string) []string {
	pages := []string{"/profile", instance + "/edit", instance + "/economy-core", instance + "/lint/rules"}
	for _, p := range b.RecordPages() {
		pages = append(pages, instance+"/"+p.Resource.Path+"/"+webtest.OneOf(t, b, instance, p.Resource)+"/edit")
	}
	for _, p := range b.DocumentPages() {
		address := webtest.MarketOf(instance) + "/" + webtest.Segment(p) + "/" + webtest.OneOf(t, b, instance, p.Resource)
		pages = append(pages, address+"/edit")
		if p.Resource == record.MarketCategories {
			pages = append(pages, address) // with the prices of its items
		}
	}
	for _, slug := range []string{"general", "raid", "territory"} {
		pages = append(pages, webtest.SettingsOf(instance)+"/"+slug)
	}
	for _, res := range []*record.Resource{record.Mods, record.Categories} {
		leads := b.Submit("/reference/"+res.Path, "/reference/"+res.Path, url.Values{"name": {"Own"}}).Status(302).Header().Get("Location")
		pages = append(pages, strings.TrimPrefix(leads, "http://qm.test"))
	}
	return pages
}

// formIDs returns the forms of a page that change something stored, but for those of passwords.
func formIDs(t *testing.T, b *webtest.Browser, page string) (ids []string) {
	for _, form := range webtest.ParseHTML(t, b.Get(page).Status(200).Body.String()).Named("form") {
		if id := form.Attrs["id"]; id != "" && id != "password" {
			sent, _ := webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(page).Body.String()), id)
			another := strings.HasPrefix(id, "item-") && len(ids) > 0
			if slices.Contains(sent, [2]string{"_method", "PUT"}) && !another {
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == 0 {
		t.Fatal("no form on ", page)
	}
	return ids
}

// twoTabs are two tabs with one form.
type twoTabs struct {
	*webtest.Browser
	page, id string
}

func (p twoTabs) open(t *testing.T) (form webtest.SentForm, action, body string) {
	body = p.Get(p.page).Status(200).Body.String()
	form, action = webtest.UntouchedForm(t, webtest.ParseHTML(t, body), p.id)
	return form, action, body
}

func (p twoTabs) test(t *testing.T) {
	t.Helper()
	early, action, _ := p.open(t)
	p.comparesWhatIsSent(t, early)
	first := p.change(t, early, action)
	now, _, _ := p.open(t)
	if second := p.change(t, now, action, first.name); second.name != "" {
		p.SendForm(action, early.With(second.name, second.values...)) // the first one is as it was
		if after, _, _ := p.open(t); !slices.Equal(after.Values(first.name), now.Values(first.name)) {
			t.Errorf("%s %s: saving %s has undone %s", p.page, p.id, second.name, first.name)
		}
	}
	if first.other == nil { // of a switch two cannot want different things
		return
	}
	stored, _, _ := p.open(t)
	body := p.SendForm(action, early.With(first.name, first.other...)).Body.String()
	if !strings.HasPrefix(body, "<!DOCTYPE") { // a redirect to the form
		_, _, body = p.open(t)
	}
	again, _ := webtest.UntouchedForm(t, webtest.ParseHTML(t, body), p.id)
	if !strings.Contains(body, "Someone has saved this") || !slices.Equal(again.Values(first.name), first.other) {
		t.Fatalf("%s %s: %s was saved over, or the input is lost: %v", p.page, p.id, first.name, again.Values(first.name))
	}
	if after, _, _ := p.open(t); !slices.Equal(after.Values(first.name), stored.Values(first.name)) {
		t.Errorf("%s %s: %s was stored in a conflict", p.page, p.id, first.name)
	}
	sent := p.SendForm(action, again)
	if after, _, _ := p.open(t); !slices.Equal(after.Values(first.name), first.other) {
		t.Errorf("%s %s: saving again did not store %s: %d, %v", p.page, p.id, first.name, sent.Code, again.Values(first.name))
	}
}

// comparesWhatIsSent holds that the form knows of each value how a browser sends it.
func (p twoTabs) comparesWhatIsSent(t *testing.T, form webtest.SentForm) {
	t.Helper()
	sent := jsontree.ParseLongForm(form.Encode(), 20_000)
	jsontree.Prepare(sent)
	base, _ := sent.Get(ui.BaseName)
	digests, err := url.ParseQuery(ui.TextOf(base))
	if err != nil || len(digests) == 0 {
		t.Fatalf("%s %s has no base: %v", p.page, p.id, err)
	}
	for name := range digests {
		guard := ui.Guard{Values: []ui.Guarded{{Name: name}}, Shown: sent}
		if again, _ := url.ParseQuery(guard.Base()); again.Get(name) != digests.Get(name) && !strings.HasPrefix(name, "@") {
			t.Errorf("%s %s: %s is sent as something else than the form shows", p.page, p.id, name)
		}
	}
}

// changed is a field with two other values that it takes.
type changed struct {
	name          string
	values, other []string
}

// change saves another value in a field, but for those named, and returns it.
func (p twoTabs) change(t *testing.T, form webtest.SentForm, action string, but ...string) changed {
	t.Helper()
	for _, pair := range form {
		name, value := pair[0], pair[1]
		if strings.HasPrefix(name, "_") || name == "ClassName" || strings.HasSuffix(name, "]") && strings.Contains(name, "[]") ||
			slices.Contains(but, name) {
			continue
		}
		for _, try := range [][2]string{{"7", "9"}, {"7.00", "9.00"}, {"0", "1"}, {value + "x", value + "y"}, {"error", "off"}} {
			if try[0] == value || try[1] == value {
				continue
			}
			p.SendForm(action, form.With(name, try[0]))
			if after, _, body := p.open(t); !strings.Contains(body, "your attention") && slices.Equal(after.Values(name), try[:1]) {
				return changed{name, try[:1], try[1:]}
			}
			p.open(t) // takes what was left
		}
	}
	return p.flip(t, form, action, but)
}

// flip saves the first switch the other way round.
func (p twoTabs) flip(t *testing.T, form webtest.SentForm, action string, but []string) changed {
	t.Helper()
	for _, pair := range form {
		flipped := map[string][]string{"0": {"0", "1"}, "01": {"0"}}[strings.Join(form.Values(pair[0]), "")]
		if slices.Contains(but, pair[0]) || flipped == nil {
			continue
		}
		p.SendForm(action, form.With(pair[0], flipped...))
		if after, _, _ := p.open(t); slices.Equal(after.Values(pair[0]), flipped) {
			return changed{name: pair[0], values: flipped}
		}
	}
	if len(but) == 0 {
		t.Fatalf("%s %s: no field takes another value", p.page, p.id)
	}
	return changed{}
}
