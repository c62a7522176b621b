package records_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/webtest"
)

func TestReferenceData(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b, other := s.User("Ada", false), s.User("Bo", false)
	b.Get("/instances").Says(`href="/reference"`)
	b.Get("/reference").LeadsTo("/reference/categories")
	const categories, subcategories = "/reference/categories", "/reference/subcategories"
	own := create(b, categories, url.Values{"name": {"Rarities"}})
	b.Get(categories).Says(`href="`+own+`/edit?list=">Rarities</a>`, ">yours<", "<span>weapons</span>", ">built in<")
	b.Get(subcategories+"/create").Says(">Rarities</option>", ">weapons</option>")
	sid := own[strings.LastIndex(own, "/")+1:]
	id := s.Count(`SELECT id FROM categories WHERE sid = $1`, sid)
	sub := create(b, subcategories, url.Values{"name": {"Coins"}, "category_id": {recordform.Shown(record.Categories.Field("id"), id)}})
	b.Put(sub+"/edit", sub, url.Values{"name": {"Medals"}}).LeadsTo(sub + "/edit")
	b.Get(subcategories+"?category="+recordform.Shown(record.Categories.Field("id"), id)).Says(">Medals</a>", "<span>Rarities</span>")

	other.Get(categories).SaysNot("Rarities")
	other.Get(own + "/edit").Status(404)
	other.Delete(categories, own, nil).Status(404)
	b.Delete(own+"/edit", own, nil).LeadsTo(categories)
	b.Get(categories).Says("Rarities was deleted.")
	b.Get(subcategories).Says(">Medals</a>").SaysNot("Rarities")
}

func TestBuiltInDataIsReadOnly(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	var sid string
	if err := s.DB.QueryRow(t.Context(), `SELECT sid FROM categories WHERE name = 'weapons'`).Scan(&sid); err != nil {
		t.Fatal(err)
	}
	path := "/reference/categories/" + sid
	b.Get(path + "/edit").Status(403)
	b.Put("/profile", path, url.Values{"name": {"arms"}}).Status(403)
	b.Delete("/profile", path, nil).Status(403)
	b.Get("/reference/categories").Says("<span>weapons</span>")
}
