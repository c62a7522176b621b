package webtest

import (
	"fmt"
	"strings"

	"quartermaster/internal/mission"
)

// ManyTypes gives an instance that many types, as an import does.
func (b *Browser) ManyTypes(count int) (instance string) {
	b.TB.Helper()
	instance = b.Instance("Many")
	var text strings.Builder
	text.WriteString("<types>\n")
	for i := range count {
		fmt.Fprintf(&text,
			`<type name="Class_%05d"><nominal>%d</nominal><lifetime>14400</lifetime><restock>0</restock><min>%d</min><quantmin>-1</quantmin>`+
				`<quantmax>-1</quantmax><cost>100</cost>`,
			i, i%60, i%30)
		text.WriteString("<flags count_in_cargo=\"0\" count_in_hoarder=\"0\" count_in_map=\"1\" count_in_player=\"0\" crafted=\"0\" " +
			"deloot=\"0\"/><category name=\"weapons\"/><usage name=\"Military\"/><usage name=\"Police\"/><value name=\"Tier3\"/></type>\n")
	}
	text.WriteString("</types>\n")
	uploads := []mission.Upload{{Path: "db/types.xml", Data: []byte(text.String())}}
	if _, err := b.Missions.Import(b.TB.Context(), b.Scope(instance), uploads, mission.Options{}); err != nil {
		b.TB.Fatal(err)
	}
	return instance
}
