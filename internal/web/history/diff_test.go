package history_test

import (
	"net/url"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

func TestDiffPage(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("Livonia & <Hardcore>")
	b.Import(instance, map[string]string{"mode": "merge"},
		webtest.File{
			Name: "mpmissions/dayzOffline.chernarusplus/db/types.xml",
			Text: "<types>\n\t<type name=\"AKM\"><!-- <b> --><nominal>5</nominal><usage name=\"Military\"/></type>\n\t<type " +
				"name=\"SKS\"/>\n</types>\n",
		},
		webtest.File{Name: "mpmissions/dayzOffline.chernarusplus/init.c", Text: "void main() {}"}).Status(200)
	base := instance + "/diff/mpmissions/dayzOffline.chernarusplus/"
	b.Get(instance).Says("never imported").SaysNot("changed since import")
	b.Get(base+"db/types.xml").Says("Changes in types.xml", "the same as the imported one, byte for byte").SaysNot("<section")
	b.Get(base + "init.c").Says("the same as the imported one, byte for byte")

	rows, err := s.DB.All(t.Context(), record.Types, b.Scope(instance), "")
	if err != nil {
		t.Fatal(err)
	}
	akm := instance + "/types/" + record.Types.SID(rows[0])
	b.Put(akm+"/edit", akm, url.Values{"nominal": {"8"}, "usage_ids[]": {""}}).Status(302)
	b.Delete(instance+"/types", instance+"/types/"+record.Types.SID(rows[1]), nil).Status(302)
	b.Get(instance).Says("changed since import", `href="`+base+`db/types.xml"`)
	b.Get(base+"db/types.xml").Says(
		"compared with the last imported one: 1 record changed and 1 record removed.",
		`href="`+akm+`/edit">AKM</a>`, `<span class="label">Nominal</span>`+webtest.Becomes("5", "8"),
		`<span class="before">Military</span>`,
		"Line 1", `<tr class="removed"><td class="num">2</td><td class="num"></td><td class="sign">-</td>`,
		"&lt;!-- &lt;b&gt; --&gt;&lt;nominal&gt;8&lt;/nominal&gt;", `>SKS</span>`)
	b.Get(base + "db/types.xml?page=9").Says("No rows on this page, 2 in total")
	b.Get(base+"cfgeconomycore.xml").Says("This file was never imported", "economy core", "Dynamic radius")
	for _, missing := range []string{"db/Types.xml", "none.xml", ""} {
		b.Get(base + missing).Status(404)
	}
	s.User("Eve", false).Get(base + "db/types.xml").Status(403)
	s.Visitor().Get(base + "db/types.xml").Status(302)
}
