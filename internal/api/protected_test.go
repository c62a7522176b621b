package api_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// forgeries are values for the fields that a body must not set, as JSON by the kind of the field.
var forgeries = map[record.DataType]any{
	record.Text: "Forged", record.Int: jsontree.Number("987654"), record.Flag: true, record.Time: "1999-01-01T00:00:00Z",
	record.Texts: []any{"Forged"},
}

// forge puts values for all fields that are not writable into a body.
func forge(t testing.TB, r *record.Resource, body string) string {
	t.Helper()
	forged := jsontree.ParseBody([]byte(body))
	for _, f := range r.Fields {
		if f.Writable() {
			continue
		}
		value, known := forgeries[f.Type]
		if !known {
			t.Fatalf("%s.%s: no forgery for its kind", r.Name, f.Name)
		}
		if f.Type == record.Flag && f.Default == int64(1) {
			value = false
		}
		forged.Set(f.Name, value)
	}
	return string(jsontree.AppendValue(nil, forged))
}

// TestProtectedFieldsOfARecordStay changes records by bodies that hold nothing but what must not be set.
func TestProtectedFieldsOfARecordStay(t *testing.T) {
	t.Parallel()
	s := start(t)
	f := furnish(t, s.user(t), "Mine")
	before := f.snapshot(t)
	for _, e := range served() {
		switch e.Action {
		case endpoint.Update:
			f.must(t, 200, e.Method, f.path(e), forge(t, e.Record, f.body(e.Record)))
		case endpoint.Patch, "update instance", "save economy core", "patch economy core":
			stored := f.stored(t, e.Record)
			f.must(t, 200, e.Method, f.path(e), forge(t, e.Record, "{}"))
			if diff := cmp.Diff(stored, f.stored(t, e.Record)); diff != "" {
				t.Errorf("%s %s: %s", e.Method, e.Path, diff)
			}
		}
	}
	if diff := cmp.Diff(before, f.snapshot(t)); diff != "" {
		t.Error(diff)
	}
}

// stored are the records of a resource as the database holds them, with what is never shown.
func (f furnished) stored(t testing.TB, r *record.Resource) []record.Row {
	t.Helper()
	rows, err := f.server.db.All(t.Context(), r, f.scope, "")
	check(t, err)
	return rows
}

// TestProtectedFieldsOfANewRecord compares a record that is made with forged fields with one that is made without.
func TestProtectedFieldsOfANewRecord(t *testing.T) {
	t.Parallel()
	s := start(t)
	honest, forger := furnish(t, s.user(t), "Mine"), furnish(t, s.user(t), "Mine")
	for _, e := range served() {
		if e.Action == endpoint.Create {
			body := forger.further().body(e.Record)
			honest.must(t, 201, "POST", honest.path(e), honest.further().body(e.Record))
			forger.must(t, 201, "POST", forger.path(e), forge(t, e.Record, body))
			same := cmp.Diff(honest.latest(t, e.Record), forger.latest(t, e.Record))
			if same != "" {
				t.Errorf("%s: %s", e.Path, same)
			}
		}
	}
}

// latest is the newest record of a resource by the names of its fields, but for what differs between any two.
func (f furnished) latest(t testing.TB, r *record.Resource) map[string]string {
	t.Helper()
	rows := f.stored(t, r)
	row := rows[len(rows)-1]
	values := map[string]string{}
	for i, field := range r.Fields {
		values[field.Name] = fmt.Sprint(row[i])
	}
	if strings.Contains(fmt.Sprint(slices.Collect(maps.Values(values))), "Forged") || values["id"] == "987654" ||
		values["user_id"] == "987654" {
		t.Errorf("%s holds forged values: %v", r.Name, values)
	}
	for _, field := range r.Fields {
		if field.Ref != "" || slices.Contains(
			[]string{"id", "sid", "instance_id", "user_id", "created_at", "updated_at", "planned_by"}, field.Name) {
			delete(values, field.Name)
		}
	}
	return values
}

// TestBuiltInRecordsAreReadOnly: everyone reads them, and a write is a 403 whatever its body says.
func TestBuiltInRecordsAreReadOnly(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		f, other := furnish(t, s.user(t), "Mine"), furnish(t, s.user(t), "Other")
		for _, r := range []*record.Resource{record.Mods, record.Categories, record.Subcategories} {
			_, err := s.db.Exec(t.Context(), `UPDATE `+r.Name+` SET user_id = NULL WHERE id = $1`, f.ids[r.Name])
			check(t, err)
			path := "/api/v1/" + r.Path + "/" + f.sids[r]
			before := other.get(t, path)
			before.expect(t, 200, "data.name", `"Mine name"`)
			for _, body := range []string{other.body(r), `{}`, `{"name":5}`, `{"category_id":999999}`} {
				for _, method := range []string{"PUT", "PATCH", "DELETE"} {
					other.send(t, method, path, body).exactly(t, 403, body403)
					f.send(t, method, path, body).exactly(t, 403, body403)
				}
			}
			other.get(t, path).exactly(t, 200, before.body)
		}
	})
}
