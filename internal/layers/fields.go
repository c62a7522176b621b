package layers

import (
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/record"
)

// The resources of rows about files.
const (
	documents = "documents"
	texts     = "texts"
)

// field is a field that travels: what people set of a record.
type field struct {
	*record.Field
	index int
	wire  string // what rows call it
	given bool   // a new record has it by itself
}

// fieldsOf returns the fields of a resource that travel. What follows from them is worked out where they arrive.
func fieldsOf(r *record.Resource) []field { return allFields()[r] }

var allFields = sync.OnceValue(func() map[*record.Resource][]field {
	fields := map[*record.Resource][]field{}
	for _, r := range travelling() {
		fresh := emptyOf(r)
		for i, f := range r.Fields {
			if travels(r, f) {
				fields[r] = append(fields[r], field{f, i, wireName(f), fresh[i] != nil})
			}
		}
	}
	return fields
})

// travelling are the resources whose records are part of what layers change, those first that others refer to.
func travelling() []*record.Resource { return allTravelling() }

var allTravelling = sync.OnceValue(func() (list []*record.Resource) {
	for _, r := range record.All() {
		if r.Scope == record.InInstance && r.Beside == "" {
			list = append(list, r)
		}
	}
	return list
})

func travels(r *record.Resource, f *record.Field) bool {
	switch {
	case r == record.Files, !f.Stored() && f.Link == nil, !f.Writable(), f.Secret:
		return false
	case f.Name == "tag_id" && r.Has("tag_ids"): // which it follows from
		return false
	}
	return f.Ref == "" || record.Named(f.Ref).Scope != record.Public
}

// wireName is what rows call a field: what refers to others is named after them.
func wireName(f *record.Field) string {
	if f.Ref == "" {
		return f.Name
	}
	name := strings.TrimSuffix(strings.TrimSuffix(f.Name, "_ids"), "_id")
	return strings.TrimPrefix(name, "instance_")
}

// fieldNamed finds a field by what rows, or bodies of records, call it.
func fieldNamed(r *record.Resource, name string) (field, bool) {
	list := fieldsOf(r)
	i := slices.IndexFunc(list, func(f field) bool { return f.wire == name || f.Name == name })
	if i < 0 && r.Has(name+"_ids") {
		i = slices.IndexFunc(list, func(f field) bool { return f.Name == name+"_ids" })
	}
	if i < 0 {
		return field{}, false
	}
	return list[i], true
}

// hiddenOf returns the fields of a new record that travel along without being shown: its text in the file that it comes from, and what no
// body sets.
func hiddenOf(r *record.Resource) (list []field) {
	for i, f := range r.Fields {
		switch {
		case f.Link != nil, !f.Stored(), travels(r, f), f.Ref != "" && record.Named(f.Ref).Scope != record.Public:
		case slices.Contains(ownFields, f.Name):
		default:
			list = append(list, field{f, i, f.Name, false})
		}
	}
	return list
}

// ownFields are those that each record has of its own.
var ownFields = []string{
	"id", "sid", "instance_id", "user_id", "created_at", "updated_at", "content_id", "original_id", "base_id", "by_update",
}
