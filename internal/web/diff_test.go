package web

import (
	"net/url"
	"testing"

	"quartermaster/internal/record"
)

func TestDiffPage(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("Livonia & <Hardcore>")
	b.importing(instance, map[string]string{"mode": "merge"},
		uploaded{"mpmissions/dayzOffline.chernarusplus/db/types.xml", "<types>\n\t<type name=\"AKM\"><!-- <b> --><nominal>5</nominal><usage name=\"Military\"/></type>\n\t<type name=\"SKS\"/>\n</types>\n"},
		uploaded{"mpmissions/dayzOffline.chernarusplus/init.c", "void main() {}"}).status(200)
	base := instance + "/diff/mpmissions/dayzOffline.chernarusplus/"
	b.get(instance).says("never imported").saysNot("changed since import")
	b.get(base+"db/types.xml").says("Changes in types.xml", "the same as the imported one, byte for byte").saysNot("<section")
	b.get(base + "init.c").says("the same as the imported one, byte for byte")

	rows, err := s.db.All(t.Context(), record.Types, b.scope(instance), "")
	if err != nil {
		t.Fatal(err)
	}
	akm := instance + "/types/" + record.Types.SID(rows[0])
	b.put(akm+"/edit", akm, url.Values{"nominal": {"8"}, "usage_ids[]": {""}}).status(302)
	b.delete(instance+"/types", instance+"/types/"+record.Types.SID(rows[1]), nil).status(302)
	b.get(instance).says("changed since import", `href="`+base+`db/types.xml"`)
	b.get(base+"db/types.xml").says(
		"compared with the last imported one: 1 record changed and 1 record removed.",
		`href="`+akm+`/edit">AKM</a>`, `<th scope="row">Nominal</th><td class="before">5</td><td class="after">8</td>`, `<td class="before">Military</td>`,
		"Line 1", `<tr class="removed"><td class="num">2</td><td class="num"></td><td class="sign">-</td>`,
		"&lt;!-- &lt;b&gt; --&gt;&lt;nominal&gt;8&lt;/nominal&gt;", `>SKS</span>`)
	b.get(base + "db/types.xml?page=9").says("No rows on this page, 2 in total")
	b.get(base+"cfgeconomycore.xml").says("This file was never imported", "economy core", "Dynamic radius")
	for _, missing := range []string{"db/Types.xml", "none.xml", ""} {
		b.get(base + missing).status(404)
	}
	s.user("Eve", false).get(base + "db/types.xml").status(403)
	s.visitor().get(base + "db/types.xml").status(302)
}
