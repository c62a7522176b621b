package web

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// TestTwoTabsNeverUndoEachOther opens every form that changes something in two tabs. What one of them saves is never lost to the other:
// different fields are both kept, and of one field both values are shown.
func TestTwoTabsNeverUndoEachOther(t *testing.T) {
	t.Parallel()
	s := openSite(t, func(c *site.Config, _ *account.Options) { c.FormLimit = 0 })
	b := s.user("Ada", false)
	instance := furnish(b)
	furnishMore(b, instance)
	furnishDocuments(b, instance)
	for _, page := range formPages(t, b, instance) {
		for _, id := range formIDs(t, b, page) {
			twoTabs{b, page, id}.test(t)
		}
	}
}

// furnishDocuments imports a document of each sort.
func furnishDocuments(b *browser, instance string) {
	gui := guiOf(instance)
	for list, file := range map[string][2]string{
		categories: {"Ammo", categoryJSON}, traders: {"Weapons", traderJSON}, zones: {"Green", zoneJSON}, "/ai-loadouts": {"Guard", loadoutJSON},
	} {
		b.importJSON(gui+list, file[0]+".json", file[1]).status(302)
	}
}

// formPages returns the pages with a form for one record of each resource, and the others that have one.
func formPages(t *testing.T, b *browser, instance string) []string {
	pages := []string{"/profile", instance + "/edit", instance + "/economy-core", instance + "/lint/rules"}
	for _, p := range b.recordPages() {
		pages = append(pages, instance+"/"+p.Resource.Path+"/"+oneOf(t, b, instance, p.Resource)+"/edit")
	}
	for _, p := range b.documentPages() {
		address := guiOf(instance) + "/" + segment(p) + "/" + oneOf(t, b, instance, p.Resource)
		pages = append(pages, address+"/edit")
		if p.Resource == record.MarketCategories {
			pages = append(pages, address) // with the prices of its items
		}
	}
	for _, slug := range []string{"general", "raid", "territory"} {
		pages = append(pages, settingsOf(instance)+"/"+slug)
	}
	for _, res := range []*record.Resource{record.Mods, record.Categories} {
		leads := b.submit("/reference/"+res.Path, "/reference/"+res.Path, url.Values{"name": {"Own"}}).status(302).Header().Get("Location")
		pages = append(pages, strings.TrimPrefix(leads, "http://qm.test"))
	}
	return pages
}

func oneOf(t *testing.T, b *browser, instance string, res *record.Resource) string {
	rows, err := b.db.All(context.Background(), res, b.scope(instance), "")
	if err != nil || len(rows) == 0 {
		t.Fatal(res.Name, len(rows), err)
	}
	return res.SID(rows[0])
}

// formIDs returns the forms of a page that change something stored, but for those of passwords.
func formIDs(t *testing.T, b *browser, page string) (ids []string) {
	for _, form := range parseHTML(t, b.get(page).status(200).Body.String()).named("form") {
		if id := form.attrs["id"]; id != "" && id != "password" {
			sent, _ := untouchedForm(t, parseHTML(t, b.get(page).Body.String()), id)
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
	*browser
	page, id string
}

func (p twoTabs) open(t *testing.T) (form sentForm, action, body string) {
	body = p.get(p.page).status(200).Body.String()
	form, action = untouchedForm(t, parseHTML(t, body), p.id)
	return form, action, body
}

func (p twoTabs) test(t *testing.T) {
	t.Helper()
	early, action, _ := p.open(t)
	p.comparesWhatIsSent(t, early)
	first := p.change(t, early, action)
	now, _, _ := p.open(t)
	if second := p.change(t, now, action, first.name); second.name != "" {
		p.sendForm(action, early.with(second.name, second.values...)) // the first one is as it was
		if after, _, _ := p.open(t); !slices.Equal(after.values(first.name), now.values(first.name)) {
			t.Errorf("%s %s: saving %s has undone %s", p.page, p.id, second.name, first.name)
		}
	}
	if first.other == nil { // of a switch two cannot want different things
		return
	}
	stored, _, _ := p.open(t)
	body := p.sendForm(action, early.with(first.name, first.other...)).Body.String()
	if !strings.HasPrefix(body, "<!DOCTYPE") { // a redirect to the form
		_, _, body = p.open(t)
	}
	again, _ := untouchedForm(t, parseHTML(t, body), p.id)
	if !strings.Contains(body, "Somebody has saved this") || !slices.Equal(again.values(first.name), first.other) {
		t.Fatalf("%s %s: %s was saved over, or the input is lost: %v", p.page, p.id, first.name, again.values(first.name))
	}
	if after, _, _ := p.open(t); !slices.Equal(after.values(first.name), stored.values(first.name)) {
		t.Errorf("%s %s: %s was stored in a conflict", p.page, p.id, first.name)
	}
	sent := p.sendForm(action, again)
	if after, _, _ := p.open(t); !slices.Equal(after.values(first.name), first.other) {
		t.Errorf("%s %s: saving again did not store %s: %d, %v", p.page, p.id, first.name, sent.Code, again.values(first.name))
	}
}

// comparesWhatIsSent holds that the form knows of each value how a browser sends it.
func (p twoTabs) comparesWhatIsSent(t *testing.T, form sentForm) {
	t.Helper()
	sent := jsontree.ParseLongForm(form.encode(), 20_000)
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
func (p twoTabs) change(t *testing.T, form sentForm, action string, but ...string) changed {
	t.Helper()
	for _, pair := range form {
		name, value := pair[0], pair[1]
		if strings.HasPrefix(name, "_") || name == "ClassName" || strings.HasSuffix(name, "]") && strings.Contains(name, "[]") || slices.Contains(but, name) {
			continue
		}
		for _, try := range [][2]string{{"7", "9"}, {"7.00", "9.00"}, {"0", "1"}, {value + "x", value + "y"}, {"error", "off"}} {
			if try[0] == value || try[1] == value {
				continue
			}
			p.sendForm(action, form.with(name, try[0]))
			if after, _, body := p.open(t); !strings.Contains(body, "your attention") && slices.Equal(after.values(name), try[:1]) {
				return changed{name, try[:1], try[1:]}
			}
			p.open(t) // takes what was left
		}
	}
	return p.flip(t, form, action, but)
}

// flip saves the first switch the other way round.
func (p twoTabs) flip(t *testing.T, form sentForm, action string, but []string) changed {
	t.Helper()
	for _, pair := range form {
		flipped := map[string][]string{"0": {"0", "1"}, "01": {"0"}}[strings.Join(form.values(pair[0]), "")]
		if slices.Contains(but, pair[0]) || flipped == nil {
			continue
		}
		p.sendForm(action, form.with(pair[0], flipped...))
		if after, _, _ := p.open(t); slices.Equal(after.values(pair[0]), flipped) {
			return changed{name: pair[0], values: flipped}
		}
	}
	if len(but) == 0 {
		t.Fatalf("%s %s: no field takes another value", p.page, p.id)
	}
	return changed{}
}

// values returns the values of a name.
func (f sentForm) values(name string) (values []string) {
	for _, pair := range f {
		if pair[0] == name {
			values = append(values, pair[1])
		}
	}
	return values
}
