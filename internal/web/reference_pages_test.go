package web

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func TestReferenceData(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b, other := s.user("Ada", false), s.user("Bo", false)
	b.get("/instances").says(`href="/reference"`)
	b.get("/reference").leadsTo("/reference/categories")
	const categories, subcategories = "/reference/categories", "/reference/subcategories"
	own := b.create(categories, url.Values{"name": {"Rarities"}})
	b.get(categories).says(`href="`+own+`/edit?list=">Rarities</a>`, ">yours<", "<span>weapons</span>", ">built in<")
	b.get(subcategories+"/create").says(">Rarities</option>", ">weapons</option>")
	sid := own[strings.LastIndex(own, "/")+1:]
	id := s.count(`SELECT id FROM categories WHERE sid = $1`, sid)
	sub := b.create(subcategories, url.Values{"name": {"Coins"}, "category_id": {recordform.Shown(record.Categories.Field("id"), id)}})
	b.put(sub+"/edit", sub, url.Values{"name": {"Medals"}}).leadsTo(sub + "/edit")
	b.get(subcategories+"?category="+recordform.Shown(record.Categories.Field("id"), id)).says(">Medals</a>", "<span>Rarities</span>")

	other.get(categories).saysNot("Rarities")
	other.get(own + "/edit").status(404)
	other.delete(categories, own, nil).status(404)
	b.delete(own+"/edit", own, nil).leadsTo(categories)
	b.get(categories).says("Rarities was deleted.")
	b.get(subcategories).says(">Medals</a>").saysNot("Rarities")
}

func TestBuiltInDataIsReadOnly(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	var sid string
	if err := s.db.QueryRow(t.Context(), `SELECT sid FROM categories WHERE name = 'weapons'`).Scan(&sid); err != nil {
		t.Fatal(err)
	}
	path := "/reference/categories/" + sid
	b.get(path + "/edit").status(403)
	b.put("/profile", path, url.Values{"name": {"arms"}}).status(403)
	b.delete("/profile", path, nil).status(403)
	b.get("/reference/categories").says("<span>weapons</span>")
}
