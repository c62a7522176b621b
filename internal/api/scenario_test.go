package api_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// scenario is what a user relies on about the records of one resource. Members are given as expect takes them, below data.
type scenario struct {
	path     string   // of the list
	required []string // the fields that a new record must have, in the order of their errors
	least    string   // a body with those and nothing more
	fresh    []string // members of the record that it makes
	full     string   // a body with every field
	stored   []string // members of the record that it makes
	again    string   // the required fields, as full has them
	cleared  []string // members after null was sent for all of them
	refusals []refusal
}

// refusal is a body that a PATCH answers with an error of one field; a bar parts its messages.
type refusal struct{ body, field, message string }

// answer is the whole body of the 422.
func (r refusal) answer() string {
	messages := strings.Split(r.message, "|")
	return fmt.Sprintf(`{"message":%q,"errors":{%q:["%s"]}}`, messages[0], r.field, strings.Join(messages, `","`))
}

func (sc scenario) run(t *testing.T, c client) {
	t.Helper()
	sc.creates(t, c)
	r := c.must(t, 201, "POST", sc.path, sc.full)
	one := sc.path + "/" + strings.Trim(r.at("data.sid"), `"`)
	r.expect(t, 201, below("data.", sc.stored)...)
	c.get(t, one).exactly(t, 200, r.body)
	c.must(t, 200, "PUT", one, sc.again).exactly(t, 200, r.body)
	c.must(t, 200, "PATCH", one, "").exactly(t, 200, r.body)
	c.must(t, 200, "PUT", one, r.at("data")).exactly(t, 200, r.body)
	sc.refuses(t, c, one)
	c.get(t, one).exactly(t, 200, r.body)
	sc.clears(t, c, one)
	c.send(t, "DELETE", one, "").exactly(t, 200, `{"result":true}`)
	c.get(t, one).exactly(t, 404, body404)
}

func (sc scenario) creates(t *testing.T, c client) {
	t.Helper()
	one, id := c.create(t, sc.path, sc.least)
	c.get(t, one).expect(t, 200, below("data.", append(sc.fresh, "id", number(id)))...)
	if len(sc.required) > 0 {
		c.send(t, "POST", sc.path, `{"unknown":1}`).exactly(t, 422, missing(sc.required...))
		c.send(t, "PUT", one, ``).exactly(t, 422, missing(sc.required...))
	}
	for _, name := range sc.required {
		c.send(t, "PATCH", one, `{"`+name+`":null}`).exactly(t, 422, missing(name))
	}
	c.must(t, 200, "DELETE", one, "")
}

func (sc scenario) refuses(t *testing.T, c client, one string) {
	t.Helper()
	for _, refused := range sc.refusals {
		c.send(t, "PATCH", one, refused.body).exactly(t, 422, refused.answer())
	}
}

func (sc scenario) clears(t *testing.T, c client, one string) {
	t.Helper()
	nulls := new(jsontree.Object)
	for i := 0; i < len(sc.cleared); i += 2 {
		nulls.Set(sc.cleared[i], nil)
	}
	r := c.must(t, 200, "PATCH", one, string(jsontree.AppendValue(nil, nulls)))
	r.expect(t, 200, below("data.", sc.cleared)...)
	c.get(t, one).exactly(t, 200, r.body)
}

// below puts the prefix before the paths of members.
func below(prefix string, members []string) []string {
	list := append([]string{}, members...)
	for i := 0; i < len(list); i += 2 {
		list[i] = prefix + list[i]
	}
	return list
}

// missing is the answer to a body without fields that are required.
func missing(fields ...string) string {
	texts := make([]string, len(fields))
	for i, field := range fields {
		texts[i] = fmt.Sprintf(`%q:["The %s field is required."]`, field, strings.ReplaceAll(field, "_", " "))
	}
	first := "The " + strings.ReplaceAll(fields[0], "_", " ") + " field is required."
	return `{"message":"` + first + `","errors":{` + strings.Join(texts, ",") + `}}`
}

// finds asks a list with each query and compares a member of the records that it holds.
func (c client) finds(t testing.TB, list, member string, queries map[string]string) {
	t.Helper()
	for query, want := range queries {
		r := c.get(t, list+"?"+query)
		if got := r.names(member); r.status != 200 || got != want {
			t.Errorf("%s?%s: %d %q, want %q", list, query, r.status, got, want)
		}
	}
}

// TestListsLeaveNestedFieldsOut unless include names them; the number of what they hold is always there.
func TestListsLeaveNestedFieldsOut(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		f := furnish(t, s.user(t), "Mine")
		for _, e := range served() {
			if e.Action != endpoint.Get {
				continue
			}
			for _, field := range e.Record.Fields {
				if field.Nested && field.Shown() {
					f.includes(t, e, field)
				}
			}
		}
	})
}

// includes compares a nested field of a list with the one of a single record, the one that was made by a body.
func (f furnished) includes(t *testing.T, e endpoint.Endpoint, field *record.Field) {
	t.Helper()
	one := f.path(e)
	list := strings.TrimSuffix(one, "/"+sidOf(one)) + "?sort=-id&per_page=1"
	want := f.get(t, one).at("data." + field.Name)
	if want == "absent" {
		t.Errorf("%s: %s is absent", e.Path, field.Name)
	}
	f.get(t, list).expect(t, 200, "data.0.sid", `"`+sidOf(one)+`"`, "data.0."+field.Name, "absent")
	f.get(t, list+"&include="+field.Name).expect(t, 200, "data.0."+field.Name, want)
	f.get(t, list+"&include[]=none&include[]="+field.Name).expect(t, 200, "data.0."+field.Name, want)
}
