package web

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// TestViews: a list is saved with its filter and sorting, opened by its address, changed, shared and deleted.
func TestViews(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	revisions := b.revisions(instance)
	views, types := instance+"/views", instance+"/types"
	b.get(views).says("No views yet")
	sent := url.Values{"name": {"Big <guns>"}, "resource": {"types"}, "q": {"nominal>10"}, "sort": {"-name"}, "columns": {""}}
	b.submit(types, views, sent).status(302)
	row := b.named(instance, record.Views, "Big <guns>")
	view := views + "/" + record.Views.SID(row)
	list := types + "?q=nominal%3E10&sort=-name&view=" + record.Views.SID(row)
	b.get(view).leadsTo(list)
	page := b.get(list).says("The view “Big &lt;guns&gt;” was saved.", "View: Big &lt;guns&gt;", `aria-current="true"`, "1 of 2 types").saysNot("Save changes to", "for everybody<")
	if got := page.names(); len(got) != 1 || got[0] != "AKM" {
		t.Errorf("the view lists %v", got)
	}
	b.get(strings.Replace(list, "nominal%3E10", "a*", 1)).says("Save changes to “Big &lt;guns&gt;”")
	b.get(types).says(">Big &lt;guns&gt;</a>", "Views</summary>")
	b.get(instance + "/events").saysNot("Big")
	b.put(list, view, url.Values{"q": {"a*"}}).leadsTo(view)
	b.put(list, view, url.Values{"name": {"All A"}, "shared": {"1"}}).leadsTo(view)
	b.get(view).leadsTo(types + "?q=a%2A&sort=-name&view=" + record.Views.SID(row))
	b.get(views).says("All A", "Types", "a*", ">yes<", view+"/edit")
	b.get(view+"/edit").says(`value="All A"`, "Delete view", `name="shared" value="1" checked`)
	b.put(view+"/edit", view, url.Values{"name": {""}}).leadsTo(view + "/edit")
	b.get(view + "/edit").says("The name field is required.")
	b.submit(types, views, url.Values{"resource": {"types"}, "name": {"X"}, "q": {"nominl>1"}}).leadsTo(types + "?q=nominl%3E1")
	b.get(types).says("The view was not saved: The q field is not understood")
	b.submit(types, views, url.Values{"resource": {"users"}, "name": {"X"}}).status(404)
	b.delete(view+"/edit", view, nil).leadsTo(views)
	b.get(view).status(404)
	if now := b.revisions(instance); now != revisions {
		t.Errorf("views have made %d revisions", now-revisions)
	}
}

// TestViewsOfTheGrid keep its columns and sorting, and open in it; the grid opens those of the list as well.
func TestViewsOfTheGrid(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	views, grid := instance+"/views", instance+"/types/grid"
	b.get(grid+"?q=nominal%3E1").says(`name="grid" value="1"`, `name="q" value="nominal&gt;1"`)
	sent := url.Values{"name": {"Wide"}, "resource": {"types"}, "q": {"a*"}, "sort": {"-nominal,name"}, "columns": {"name,nominal:120,usage_ids"}, "grid": {"1"}}
	b.submit(grid, views, sent).status(302)
	view := views + "/" + record.Views.SID(b.named(instance, record.Views, "Wide"))
	address := grid + "?columns=name%2Cnominal%3A120%2Cusage_ids&q=a%2A&sort=-nominal%2Cname&view=" + record.Views.SID(b.named(instance, record.Views, "Wide"))
	b.get(view).leadsTo(address)
	b.get(address).says("View: Wide", `data-view-changes hidden`, `name="sort" value="-nominal,name" data-saved="-nominal,name"`)
	b.put(address, view, url.Values{"resource": {"types"}, "q": {""}, "sort": {"min"}, "columns": {""}, "grid": {"1"}}).leadsTo(view)
	b.get(view).leadsTo(grid + "?sort=min&view=" + strings.TrimPrefix(view, views+"/"))
	sent.Set("q", "nominl>1")
	b.submit(grid, views, sent).leadsTo(grid + "?columns=name%2Cnominal%3A120%2Cusage_ids&q=nominl%3E1&sort=-nominal%2Cname")
	b.submit(instance+"/types", views, url.Values{"name": {"Narrow"}, "resource": {"types"}, "q": {"ap*"}}).status(302)
	b.get(grid).says(">Narrow</a>", grid+"?q=ap%2A&amp;view=")
	b.get(instance + "/types").says(instance + "/types?q=ap%2A&amp;view=")
}

// TestViewsOfOthers are not there.
func TestViewsOfOthers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b, other := s.user("Ada", false), s.user("Bo", false)
	instance := b.instance("A")
	b.add(instance, record.Messages, record.Values{"text": "Hello"})
	for name, shared := range map[string]int64{"Hidden": 0, "Everybodys": 1} {
		b.add(instance, record.Views, record.Values{"name": name, "resource": "messages", "shared": shared})
	}
	// Nobody but the owner of an instance works on it yet; so the views become somebody else's.
	if _, err := s.db.Exec(t.Context(), `UPDATE views SET user_id = $1`, other.user.ID); err != nil {
		t.Fatal(err)
	}
	b.get(instance+"/messages").says("Everybodys", "for everybody").saysNot("Hidden")
	b.get(instance + "/views").says("Everybodys").saysNot("Hidden")
	other.get(instance + "/views").status(403)
	var sid string
	if err := s.db.QueryRow(t.Context(), `SELECT sid FROM views WHERE name = 'Hidden'`).Scan(&sid); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/edit"} {
		b.get(instance + "/views/" + sid + path).status(404)
	}
	b.put(instance+"/views", instance+"/views/"+sid, url.Values{"name": {"Mine"}}).status(404)
	b.delete(instance+"/views", instance+"/views/"+sid, nil).status(404)
}
