package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// manyTypes makes an instance with n types of a mod's file, which have usages and values.
func (c client) manyTypes(t testing.TB, n int) (instance string) {
	t.Helper()
	instance, _ = c.instance(t)
	const part = 1_000 // more would become a job
	for start := 0; start < n; start += part {
		var b strings.Builder
		b.WriteString("<types>")
		for i := start; i < start+part; i++ {
			fmt.Fprintf(&b,
				`<type name="Class_%05d"><nominal>%d</nominal><lifetime>14400</lifetime><restock>1800</restock><min>%d</min><quantmin>-1</quantmin>`+
					`<quantmax>-1</quantmax><cost>100</cost><flags count_in_cargo="0" count_in_hoarder="0" count_in_map="1" count_in_player="0" `+
					`crafted="0" deloot="0"/>`+
					`<category name="weapons"/><usage name="Military"/><usage name="Police"/><value name="Tier3"/></type>`, i, i%100, i%50)
		}
		b.WriteString("</types>")
		c.upload(t, instance+"/files", upload{"types.xml", b.String()}).expect(t, 200, "data.files.0.status", `"imported"`)
	}
	return instance
}

func BenchmarkBulk(b *testing.B) {
	c := start(b).user(b)
	instance := c.manyTypes(b, 20_000)
	run := func(name, list, chosen, operations string) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.bulk(b, instance+list, chosen, operations).expect(b, 200)
			}
		})
	}
	run("preview of all", "/types", `"dry_run":true,"q":"cat:weapons"`, `{"op":"multiply","field":"nominal","value":0.5}`)
	run("preview of usages", "/types", `"dry_run":true,"q":"*"`, `{"op":"add_ids","field":"usage","value":["Town"]}`)
	run("preview of a name", "/types", `"dry_run":true,"q":"class_0001*"`, `{"op":"rename","find":"class","value":"Other"}`)
	run("300 changes", "/types", `"q":"class_000* nominal<30"`, `{"op":"add","field":"lifetime","value":1}`)
	for _, q := range []string{"cat:weapons nominal>10 -usage:Town value:Tier3 class*", "problem:any", "used:0", "by:user"} {
		b.Run(q, func(b *testing.B) {
			for b.Loop() {
				c.filtered(b, instance+"/types", q).expect(b, 200)
			}
		})
	}
}
