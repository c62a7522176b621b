package web

import (
	"fmt"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// manyTypes gives an instance that many types, as an import does.
func (b *browser) manyTypes(count int) (instance string) {
	b.t.Helper()
	instance = b.instance("Many")
	var text strings.Builder
	text.WriteString("<types>\n")
	for i := range count {
		fmt.Fprintf(&text, `<type name="Class_%05d"><nominal>%d</nominal><lifetime>14400</lifetime><restock>0</restock><min>%d</min><quantmin>-1</quantmin><quantmax>-1</quantmax><cost>100</cost>`, i, i%60, i%30)
		text.WriteString("<flags count_in_cargo=\"0\" count_in_hoarder=\"0\" count_in_map=\"1\" count_in_player=\"0\" crafted=\"0\" deloot=\"0\"/><category name=\"weapons\"/><usage name=\"Military\"/><usage name=\"Police\"/><value name=\"Tier3\"/></type>\n")
	}
	text.WriteString("</types>\n")
	uploads := []mission.Upload{{Path: "db/types.xml", Data: []byte(text.String())}}
	if _, err := b.missions.Import(b.t.Context(), b.scope(instance), uploads, mission.Options{}); err != nil {
		b.t.Fatal(err)
	}
	return instance
}

const typeNamed = ` FROM types r JOIN instance_classnames c ON c.id = r.instance_classname_id WHERE r.instance_id = $1 AND c.name = $2`

// nominalOf is nominal for an instance of many types.
func (b *browser) nominalOf(instance, name string) int64 {
	b.t.Helper()
	return b.count(`SELECT r.nominal`+typeNamed, b.scope(instance).InstanceID, name)
}

// setNominal changes a type as somebody else does.
func (b *browser) setNominal(instance, name string, nominal int64) {
	b.t.Helper()
	var sid string
	err := b.db.QueryRow(b.t.Context(), `SELECT r.sid`+typeNamed, b.scope(instance).InstanceID, name).Scan(&sid)
	if err == nil {
		_, err = b.db.Update(b.t.Context(), record.Types, b.scope(instance), sid, record.Values{"nominal": nominal})
	}
	if err != nil {
		b.t.Fatal(err)
	}
}
