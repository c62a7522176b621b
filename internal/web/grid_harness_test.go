package web_test

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

const typeNamed = ` FROM types r JOIN instance_classnames c ON c.id = r.instance_classname_id WHERE r.instance_id = $1 AND c.name = $2`

// nominalOf is nominal for an instance of many types.
func nominalOf(b *webtest.Browser, instance, name string) int64 {
	b.TB.Helper()
	return b.Count(`SELECT r.nominal`+typeNamed, b.Scope(instance).InstanceID, name)
}

// setNominal changes a type as somebody else does.
func setNominal(b *webtest.Browser, instance, name string, nominal int64) {
	b.TB.Helper()
	var sid string
	err := b.DB.QueryRow(b.TB.Context(), `SELECT r.sid`+typeNamed, b.Scope(instance).InstanceID, name).Scan(&sid)
	if err == nil {
		_, err = b.DB.Update(b.TB.Context(), record.Types, b.Scope(instance), sid, record.Values{"nominal": nominal})
	}
	if err != nil {
		b.TB.Fatal(err)
	}
}
