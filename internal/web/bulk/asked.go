package bulk

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strings"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// asked is a change of many records as the address of a page holds it.
type asked struct {
	changes
	q, back    string // the filter that chooses the records; the filter of the list that ticked ones come from
	sids, left []string
	deletes    bool
	sent       *jsontree.Object // what was chosen for each field

	enteredAt  []string           // the field of each operation
	bodies     []*jsontree.Object // the operations as the API takes them
	operations []record.Operation
	wrong      map[string]validate.Errors // by field; what is about none is under ""
}

// read reads what the address and the form ask for.
func (c changes) read(r *site.Request) *asked {
	a := &asked{
		changes: c, q: r.Text("q"), back: r.Text("back"), sids: texts(r, "sids"), left: slices.Concat(texts(r, "left"), texts(r, "except")),
		deletes: r.Text("do") == "delete", sent: r.Input.Object("change"), wrong: map[string]validate.Errors{},
	}
	if a.deletes {
		a.add("", record.OpDelete, new(jsontree.Object))
		return a
	}
	for _, f := range c.fields() {
		a.readField(f)
	}
	return a
}

// texts returns a list of texts in the input.
func texts(r *site.Request, name string) (list []string) {
	sent, _ := r.Input.Get(name)
	for _, text := range ui.MemberTexts(sent) {
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// readField reads what is to be done with a field.
func (a *asked) readField(f *record.Field) {
	entered := a.sent.Object(f.Name)
	chosen, known := choicesOf(a.Resource, f).called(entered.Text("do"))
	if !known {
		return
	}
	body := new(jsontree.Object)
	if chosen.op != record.OpRename {
		body.Set("field", f.Name)
	}
	switch value := enteredValue(f, entered, "value"); {
	case chosen.fixed:
		body.Set("value", chosen.value)
	case value == nil && !chosen.find:
		a.wrong[f.Name] = validate.Wrong("value", validate.IsRequired)
		return
	default:
		body.Set("value", value)
	}
	if chosen.find {
		body.Set("find", enteredValue(f, entered, "find"))
	}
	a.add(f.Name, chosen.op, body)
}

// add adds an operation, or what is wrong with it.
func (a *asked) add(field string, op record.Op, body *jsontree.Object) {
	body.Set("op", string(op))
	operation, problems := a.Resource.ReadOperation(body)
	if len(problems) > 0 {
		a.wrong[field] = append(a.wrong[field], problems...)
		return
	}
	a.enteredAt, a.bodies, a.operations = append(a.enteredAt, field), append(a.bodies, body), append(a.operations, operation)
}

// enteredValue returns what was entered as an operation takes it: a list of ids or lines, or a text; nil for nothing.
func enteredValue(f *record.Field, entered *jsontree.Object, name string) any {
	sent, _ := entered.Get(name)
	list := ui.MemberTexts(sent)
	if text := ui.TextOf(sent); text != "" {
		list = []string{text}
		if f.Type == record.Texts {
			list = strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' || c == ',' })
		}
	}
	list = slices.DeleteFunc(list, func(text string) bool { return strings.TrimSpace(text) == "" })
	switch {
	case len(list) == 0:
		return nil
	case f.Type != record.Links && f.Type != record.Texts:
		return list[0]
	}
	members := make([]any, len(list))
	for i, text := range list {
		members[i] = strings.TrimSpace(text)
	}
	return members
}

// chooses reports whether any records are chosen.
func (a *asked) chooses() bool { return a.q != "" || len(a.sids) > 0 }

// request returns what the engine is asked for.
func (a *asked) request() bulk.Request {
	req := bulk.Request{Resource: a.Resource, Q: a.q, Operations: a.operations}
	if len(a.sids) > 0 {
		req.Q, req.SIDs = "", a.sids
	}
	return req
}

// report puts what is wrong with an operation beside its field. It returns any other error.
func (a *asked) report(err error) error {
	var one *bulk.Problem
	var problems validate.Errors
	switch {
	case errors.As(err, &one):
		field := a.enteredAt[one.Operation]
		a.wrong[field] = append(a.wrong[field], one.Problems...)
	case errors.As(err, &problems):
		a.wrong[""] = problems
	default:
		return err
	}
	return nil
}

// selection returns the parameters that choose the records.
func (a *asked) selection() url.Values {
	values := url.Values{}
	for name, text := range map[string]string{"q": a.q, "back": a.back} {
		if text != "" {
			values.Set(name, text)
		}
	}
	if len(a.sids) > 0 {
		values["sids[]"] = a.sids
	}
	return values
}

// values returns the parameters of all that is asked for.
func (a *asked) values() url.Values {
	values := a.selection()
	if a.deletes {
		values.Set("do", "delete")
	}
	if len(a.left) > 0 {
		values["left[]"] = a.left
	}
	for name, field := range a.sent.All() {
		entered, _ := field.(*jsontree.Object)
		if entered.Text("do") == "" {
			continue
		}
		for key, value := range entered.All() {
			setValue(values, "change["+name+"]["+key+"]", value)
		}
	}
	return values
}

func setValue(values url.Values, key string, value any) {
	if list := jsontree.Members(value); list != nil {
		values[key+"[]"] = ui.MemberTexts(list)
	} else if text := ui.TextOf(value); text != "" {
		values.Set(key, text)
	}
}

// at returns an address below that of the change, with all that is asked for.
func (a *asked) at(r *site.Request, path string) string {
	return a.URL(r) + "/bulk" + path + "?" + a.values().Encode()
}

// list returns the address of the list that the change was begun on.
func (a *asked) list(r *site.Request) string {
	q := cmp.Or(a.q, a.back)
	if q == "*" {
		q = ""
	}
	return ui.Query{Path: a.URL(r)}.With("q", q)
}
