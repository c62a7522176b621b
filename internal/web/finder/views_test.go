package finder_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// TestViews: a list is saved with its filter and sorting, opened by its address, changed, shared and deleted.
func TestViews(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}).Status(200)
	revisions := b.Revisions(instance)
	views, types := instance+"/views", instance+"/types"
	b.Get(views).Says("No views yet")
	sent := url.Values{"name": {"Big <guns>"}, "resource": {"types"}, "q": {"nominal>10"}, "sort": {"-name"}, "columns": {""}}
	b.Submit(types, views, sent).Status(302)
	row := b.Named(instance, record.Views, "Big <guns>")
	view := views + "/" + record.Views.SID(row)
	list := types + "?q=nominal%3E10&sort=-name&view=" + record.Views.SID(row)
	b.Get(view).LeadsTo(list)
	page := b.Get(list).Says("The view “Big &lt;guns&gt;” was saved.", "View: Big &lt;guns&gt;", `aria-current="true"`,
		"1 of 2 types").SaysNot("Save changes to",
		"for everybody<")
	if got := page.Names(); len(got) != 1 || got[0] != "AKM" {
		t.Errorf("the view lists %v", got)
	}
	b.Get(strings.Replace(list, "nominal%3E10", "a*", 1)).Says("Save changes to “Big &lt;guns&gt;”")
	b.Get(types).Says(">Big &lt;guns&gt;</a>", "Views</summary>")
	b.Get(instance + "/events").SaysNot("Big")
	b.Put(list, view, url.Values{"q": {"a*"}}).LeadsTo(view)
	b.Put(list, view, url.Values{"name": {"All A"}, "shared": {"1"}}).LeadsTo(view)
	b.Get(view).LeadsTo(types + "?q=a%2A&sort=-name&view=" + record.Views.SID(row))
	b.Get(views).Says("All A", "Types", "a*", ">yes<", view+"/edit")
	b.Get(view+"/edit").Says(`value="All A"`, "Delete view", `name="shared" value="1" checked`)
	b.Put(view+"/edit", view, url.Values{"name": {""}}).LeadsTo(view + "/edit")
	b.Get(view + "/edit").Says("The name field is required.")
	b.Submit(types, views, url.Values{"resource": {"types"}, "name": {"X"}, "q": {"nominl>1"}}).LeadsTo(types + "?q=nominl%3E1")
	b.Get(types).Says("The view was not saved: The q field is not understood")
	b.Submit(types, views, url.Values{"resource": {"users"}, "name": {"X"}}).Status(404)
	b.Delete(view+"/edit", view, nil).LeadsTo(views)
	b.Get(view).Status(404)
	if now := b.Revisions(instance); now != revisions {
		t.Errorf("views have made %d revisions", now-revisions)
	}
}

// TestViewsOfTheGrid keep its columns and sorting, and open in it; the grid opens those of the list as well.
func TestViewsOfTheGrid(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}).Status(200)
	views, grid := instance+"/views", instance+"/types/grid"
	b.Get(grid+"?q=nominal%3E1").Says(`name="grid" value="1"`, `name="q" value="nominal&gt;1"`)
	sent := url.Values{
		"name":     {"Wide"},
		"resource": {"types"},
		"q":        {"a*"},
		"sort":     {"-nominal,name"},
		"columns":  {"name,nominal:120,usage_ids"},
		"grid":     {"1"},
	}
	b.Submit(grid, views, sent).Status(302)
	view := views + "/" + record.Views.SID(b.Named(instance, record.Views, "Wide"))
	address := grid + "?columns=name%2Cnominal%3A120%2Cusage_ids&q=a%2A&sort=-nominal%2Cname&view=" +
		record.Views.SID(b.Named(instance, record.Views, "Wide"))
	b.Get(view).LeadsTo(address)
	b.Get(address).Says("View: Wide", `data-view-changes hidden`, `name="sort" value="-nominal,name" data-saved="-nominal,name"`)
	b.Put(address, view, url.Values{"resource": {"types"}, "q": {""}, "sort": {"min"}, "columns": {""}, "grid": {"1"}}).LeadsTo(view)
	b.Get(view).LeadsTo(grid + "?sort=min&view=" + strings.TrimPrefix(view, views+"/"))
	sent.Set("q", "nominl>1")
	b.Submit(grid, views, sent).LeadsTo(grid + "?columns=name%2Cnominal%3A120%2Cusage_ids&q=nominl%3E1&sort=-nominal%2Cname")
	b.Submit(instance+"/types", views, url.Values{"name": {"Narrow"}, "resource": {"types"}, "q": {"ap*"}}).Status(302)
	b.Get(grid).Says(">Narrow</a>", grid+"?q=ap%2A&amp;view=")
	b.Get(instance + "/types").Says(instance + "/types?q=ap%2A&amp;view=")
}

// TestViewsOfOthers are not there.
func TestViewsOfOthers(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b, other := s.User("Ada", false), s.User("Bo", false)
	instance := b.Instance("A")
	b.Add(instance, record.Messages, record.Values{"text": "Hello"})
	for name, shared := range map[string]int64{"Hidden": 0, "Everybodys": 1} {
		b.Add(instance, record.Views, record.Values{"name": name, "resource": "messages", "shared": shared})
	}
	// Nobody but the owner of an instance works on it yet; so the views become somebody else's.
	if _, err := s.DB.Exec(t.Context(), `UPDATE views SET user_id = $1`, other.User.ID); err != nil {
		t.Fatal(err)
	}
	b.Get(instance+"/messages").Says("Everybodys", "for everybody").SaysNot("Hidden")
	b.Get(instance + "/views").Says("Everybodys").SaysNot("Hidden")
	other.Get(instance + "/views").Status(403)
	var sid string
	if err := s.DB.QueryRow(t.Context(), `SELECT sid FROM views WHERE name = 'Hidden'`).Scan(&sid); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/edit"} {
		b.Get(instance + "/views/" + sid + path).Status(404)
	}
	b.Put(instance+"/views", instance+"/views/"+sid, url.Values{"name": {"Mine"}}).Status(404)
	b.Delete(instance+"/views", instance+"/views/"+sid, nil).Status(404)
}
