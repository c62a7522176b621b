package cli

import (
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// joined lets the values of --q and --op begin with a minus sign, which the parser takes for that of a flag.
func joined(args []string) []string {
	var list []string
	for i := 0; i < len(args); i++ {
		if (args[i] == "--op" || args[i] == "--q") && i+1 < len(args) && strings.HasPrefix(args[i+1], "-") {
			list = append(list, args[i]+"="+args[i+1])
			i++
			continue
		}
		list = append(list, args[i])
	}
	return list
}

// operationsOf reads the changes of a command line: nominal*=0.5, +usage=Military, or a JSON object.
func operationsOf(r *record.Resource, texts []string) ([]record.Operation, error) {
	list := make([]any, len(texts))
	for i, text := range texts {
		body, err := operationBody(r, strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		list[i] = body
	}
	operations, problems := r.ReadOperations(list)
	if len(problems) > 0 {
		return nil, errors.New(problems.First())
	}
	return operations, nil
}

// operationBody returns an operation as a body of the API holds it.
func operationBody(r *record.Resource, text string) (*jsontree.Object, error) {
	if strings.HasPrefix(text, "{") {
		return jsontree.ParseBody([]byte(text)), nil
	}
	left, value, isSet := strings.Cut(text, "=")
	if !isSet {
		return body("op", text), nil
	}
	left, value = strings.TrimSpace(left), strings.TrimSpace(value)
	switch left {
	case "rename", "scale":
		return renamed(left, value), nil
	case "copy":
		return body("op", left, "from", value), nil
	}
	op, field, err := changeOf(r, left)
	if err != nil {
		return nil, err
	}
	switch op {
	case record.OpClamp:
		least, most, _ := strings.Cut(value, "..")
		return body("op", string(op), "field", field, "min", orNil(timed(r, op, field, least)), "max", orNil(timed(r, op, field, most))), nil
	case record.OpReplace:
		found, by, _ := strings.Cut(value, ">")
		return body("op", string(op), "field", field, "find", valueOf(r, op, field, found), "value", valueOf(r, op, field, by)), nil
	}
	changed := valueOf(r, op, field, timed(r, op, field, value))
	if op == opSubtract {
		op = record.OpAdd
	}
	return body("op", string(op), "field", field, "value", changed), nil
}

// renamed returns a rename, of a part of the names where the value is OLD>NEW, or a scale.
func renamed(op, value string) *jsontree.Object {
	if found, by, isPart := strings.Cut(value, ">"); isPart {
		return body("op", op, "find", found, "value", by)
	}
	return body("op", op, "value", value)
}

// timed returns a length of time, such as "90 min", as a number of the field's unit; other values as they are. Factors have no unit.
func timed(r *record.Resource, op record.Op, field, value string) string {
	path, err := r.FieldFor(field)
	if err != nil || op == record.OpMultiply || op == record.OpDivide {
		return value
	}
	return ui.DurationIn(path[0].Unit, strings.TrimSpace(value))
}

// orNil is null for an end of a range that is left open.
func orNil(text string) any {
	if text = strings.TrimSpace(text); text != "" {
		return text
	}
	return nil
}

func body(members ...any) *jsontree.Object {
	o := new(jsontree.Object)
	for i := 0; i < len(members); i += 2 {
		o.Set(members[i].(string), members[i+1])
	}
	return o
}

// signs are what stands before the equals sign, behind the name of the field.
var signs = []struct {
	sign string
	op   record.Op
}{
	{"*", record.OpMultiply},
	{"/", record.OpDivide},
	{"+", record.OpAdd},
	{"-", opSubtract},
	{" min", record.OpMin},
	{" max", record.OpMax},
	{" round", record.OpRound},
	{" clamp", record.OpClamp},
	{" replace", record.OpReplace},
}

// opSubtract is add with the opposite of the value.
const opSubtract record.Op = "subtract"

// changeOf reads what stands before the equals sign. "nominalmin" is min of nominal too, as no field is called like that.
func changeOf(r *record.Resource, text string) (op record.Op, field string, err error) {
	if name, isAdded := strings.CutPrefix(text, "+"); isAdded {
		return record.OpAddIDs, name, nil
	}
	if name, isRemoved := strings.CutPrefix(text, "-"); isRemoved {
		return record.OpRemoveIDs, name, nil
	}
	if _, err := r.FieldFor(text); err == nil {
		return record.OpSet, text, nil
	}
	for _, s := range signs {
		name, found := strings.CutSuffix(text, strings.TrimSpace(s.sign))
		name = strings.TrimSpace(name)
		if _, err := r.FieldFor(name); found && err == nil {
			return s.op, name, nil
		}
	}
	return "", "", fmt.Errorf("%s have no field %q", r.Plural(), text)
}

// valueOf returns a value as a body holds it: null where there is none, a list for a field of ids or texts, and yes or no for a
// flag.
func valueOf(r *record.Resource, op record.Op, name, text string) any {
	path, err := r.FieldFor(name)
	if err != nil {
		return text // the name is refused
	}
	f := path[0]
	switch {
	case f.Type == record.Links, f.Type == record.Texts:
		return listOf(text)
	case text == "":
		return nil
	case f.Type == record.Flag && (text == "yes" || text == "true"):
		return true
	case f.Type == record.Flag && (text == "no" || text == "false"):
		return false
	case op == opSubtract:
		return strings.TrimPrefix("-"+text, "--")
	}
	return text
}

func listOf(text string) []any {
	list := []any{}
	for member := range strings.SplitSeq(text, ",") {
		if member = strings.TrimSpace(member); member != "" {
			list = append(list, member)
		}
	}
	return list
}
