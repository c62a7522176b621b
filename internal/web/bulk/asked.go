package bulk

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strconv"
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
	sent       []*jsontree.Object // what was chosen for each field, in each round
	copied     *jsontree.Object   // from which instance, and which fields

	enteredAt  []entryKey         // where each operation was entered
	bodies     []*jsontree.Object // the operations as the API takes them
	operations []record.Operation
	wrong      map[entryKey]validate.Errors // what is about none of them is under the zero key
}

// rounds is how many operations of one field a form takes, one after the other.
const rounds = 4

// entryKey is where an operation is entered: a field and the round, or copyField.
type entryKey struct {
	field string
	round int
}

// copyField stands for the field of what is copied from another instance.
const copyField = "copy"

// parameter is what the first part of the names of a round's inputs is called: change, change2 ...
func parameter(round int) string {
	if round == 0 {
		return "change"
	}
	return "change" + strconv.Itoa(round+1)
}

// read reads what the address and the form ask for.
func (c changes) read(r *site.Request) *asked {
	a := &asked{
		changes: c, q: r.Text("q"), back: r.Text("back"), sids: texts(r, "sids"), left: slices.Concat(texts(r, "left"), texts(r, "except")),
		deletes: r.Text("do") == "delete", copied: r.Input.Object(copyField), wrong: map[entryKey]validate.Errors{},
	}
	for round := range rounds {
		a.sent = append(a.sent, r.Input.Object(parameter(round)))
	}
	if a.deletes {
		a.add(entryKey{}, record.OpDelete, new(jsontree.Object))
		return a
	}
	a.readCopy()
	for _, f := range c.fields() {
		for round := range rounds {
			a.readField(f, round)
		}
	}
	return a
}

// readCopy reads what is to be copied from another instance.
func (a *asked) readCopy() {
	from := a.copied.Text("do")
	if from == "" {
		return
	}
	body := new(jsontree.Object)
	body.Set("from", from)
	if fields, _ := a.copied.Get("value"); len(jsontree.Members(fields)) > 0 {
		body.Set("fields", fields)
	}
	a.add(entryKey{field: copyField}, record.OpCopy, body)
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

// readField reads what is to be done with a field in a round.
func (a *asked) readField(f *record.Field, round int) {
	at, entered := entryKey{f.Name, round}, a.sent[round].Object(f.Name)
	chosen, known := choicesOf(a.Resource, f).called(entered.Text("do"))
	if !known {
		return
	}
	body := new(jsontree.Object)
	if chosen.op != record.OpRename {
		body.Set("field", f.Name)
	}
	value, found := chosen.timed(f, enteredValue(f, entered, "value")), chosen.timed(f, enteredValue(f, entered, "find"))
	switch {
	case chosen.op == record.OpClamp:
		body.Set("min", found)
		body.Set("max", value)
	case chosen.fixed:
		body.Set("value", chosen.value)
	case value == nil && !chosen.find:
		a.wrong[at] = validate.Wrong("value", validate.IsRequired)
		return
	default:
		body.Set("value", value)
	}
	if chosen.find && chosen.op != record.OpClamp {
		body.Set("find", found)
	}
	a.add(at, chosen.op, body)
}

// add adds an operation, or what is wrong with it.
func (a *asked) add(at entryKey, op record.Op, body *jsontree.Object) {
	body.Set("op", string(op))
	operation, problems := a.Resource.ReadOperation(body)
	if len(problems) > 0 {
		a.wrong[at] = append(a.wrong[at], problems...)
		return
	}
	a.enteredAt, a.bodies, a.operations = append(a.enteredAt, at), append(a.bodies, body), append(a.operations, operation)
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
		at := a.enteredAt[one.Operation]
		a.wrong[at] = append(a.wrong[at], one.Problems...)
	case errors.As(err, &problems):
		a.wrong[entryKey{}] = problems
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
	for round, sent := range a.sent {
		for name, field := range sent.All() {
			entered, _ := field.(*jsontree.Object)
			setEntered(values, parameter(round)+"["+name+"]", entered)
		}
	}
	setEntered(values, copyField, a.copied)
	return values
}

func setEntered(values url.Values, name string, entered *jsontree.Object) {
	if entered.Text("do") == "" {
		return
	}
	for key, value := range entered.All() {
		setValue(values, name+"["+key+"]", value)
	}
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
