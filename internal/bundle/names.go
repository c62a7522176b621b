package bundle

import (
	"strings"

	"quartermaster/internal/jsontree"
)

// Fill returns the rows and steps with answers in the places of the questions, and with names replaced: by "class:Old", "usage:Old",
// "tier:Old", "category:Old" or "tag:Old". It leaves the bundle as it is.
func (b *Bundle) Fill(answers map[string]any, names map[string]string) (rows, steps []any, err error) {
	for _, one := range b.Rows {
		row, err := answered(one, answers)
		if err != nil {
			return nil, nil, err
		}
		rows = append(rows, renamed(row.(*jsontree.Object), names))
	}
	for _, one := range b.Steps {
		step, err := answered(one, answers)
		if err != nil {
			return nil, nil, err
		}
		steps = append(steps, step)
	}
	return rows, steps, nil
}

// kinds of names, by the fields of rows that have them.
var kinds = map[string]string{
	"usage": "usage", "usages": "usage", "value": "tier", "values": "tier", "tier": "tier", "tiers": "tier", "category": "category",
	"tag": "tag", "tags": "tag", "classname": "class", "type": "class", "class": "class",
}

// classRows are the resources whose records are called as their class.
var classRows = map[string]bool{"types": true, "spawnable-types": true, "spawnable_types": true}

// NamesClass reports whether the records of a resource are called as their class.
func NamesClass(resource string) bool { return classRows[resource] }

// renamed returns a row with names replaced. Names of classes are replaced wherever a row has exactly that text.
func renamed(row *jsontree.Object, names map[string]string) *jsontree.Object {
	if len(names) == 0 {
		return row
	}
	row = row.Clone()
	folded := map[string]string{}
	for name, other := range names {
		folded[strings.ToLower(name)] = other
	}
	if other, there := folded["class:"+strings.ToLower(row.Text("name"))]; there && NamesClass(row.Text("resource")) {
		row.Set("name", other)
	}
	changes := new(jsontree.Object)
	for field, value := range row.Object("changes").All() {
		changes.Set(field, replaced(value, kinds[field], folded))
	}
	row.Set("changes", changes)
	return row
}

func replaced(value any, kind string, names map[string]string) any {
	switch v := value.(type) {
	case string:
		if other, there := names[kind+":"+strings.ToLower(v)]; there && kind != "" {
			return other
		}
		if other, there := names["class:"+strings.ToLower(v)]; there && (kind == "" || kind == "class") {
			return other
		}
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = replaced(v[i], kind, names)
		}
		return list
	case *jsontree.Object:
		o := new(jsontree.Object)
		for key, member := range v.All() {
			o.Set(key, replaced(member, kind, names))
		}
		return o
	}
	return value
}
