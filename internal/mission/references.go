package mission

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// names maps the names that entries refer to to ids: classes, by name in lower case, and the names of the limits definitions.
type names struct {
	classes map[string]int64
	limits
}

// inventedNames returns names that make up an id for every name, for values that are only compared.
func inventedNames() *names {
	n := &names{limits: limits{}}
	for _, res := range limitResources {
		n.limits[res] = newReferences(res, nil)
		n.limits[res].invents = true
	}
	return n
}

// inventing returns names that make up an id for those that are unknown.
func (n *names) inventing() *names {
	all := inventedNames()
	if n == nil {
		return all
	}
	all.classes = n.classes
	for res, refs := range n.limits {
		all.limits[res] = &references{res: res, ids: maps.Clone(refs.ids), byID: maps.Clone(refs.byID), invents: true}
	}
	return all
}

// of returns the names of a resource, or nil if files do not refer to it.
func (n *names) of(resource string) *references {
	if n == nil || resource == "" {
		return nil
	}
	return n.limits[record.Named(resource)]
}

// digest is equal for equal names with equal ids.
func (n *names) digest() string {
	if n == nil {
		return ""
	}
	var b []byte
	for _, res := range limitResources {
		b = append(n.limits[res].appendTo(b), 0)
	}
	return digest(b)
}

// appendTo appends all ids with their names, sorted by id.
func (refs *references) appendTo(b []byte) []byte {
	if refs == nil {
		return b
	}
	for _, id := range slices.Sorted(maps.Keys(refs.byID)) {
		ref := refs.byID[id]
		b = strconv.AppendQuote(strconv.AppendBool(strconv.AppendInt(b, id, 10), ref.group), ref.name)
	}
	return b
}

// class returns the id of a class name; 0 where classes are only compared, by their names.
func (n *names) class(name string) int64 {
	return n.classes[strings.ToLower(name)]
}

// reference is a name in cfglimitsdefinition.xml or, if group is set, in cfglimitsdefinitionuser.xml.
type reference struct {
	name  string
	group bool
}

func (r reference) key() reference { return reference{strings.ToLower(r.name), r.group} }

// references maps the names of one reference resource that the user sees to ids and back.
type references struct {
	res  *record.Resource
	ids  map[reference]int64
	byID map[int64]reference

	invents bool // makes up ids for unknown names
}

func newReferences(res *record.Resource, rows []record.Row) *references {
	refs := &references{res: res, ids: map[reference]int64{}, byID: map[int64]reference{}}
	for _, row := range rows {
		refs.add(row)
	}
	return refs
}

// id returns the id of a name, or 0 if it is unknown.
func (refs *references) id(ref reference) int64 {
	id, known := refs.ids[ref.key()]
	if !known && refs.invents {
		id = -int64(len(refs.byID) + 1) // of no record
		refs.ids[ref.key()], refs.byID[id] = id, ref
	}
	return id
}

// spell changes the letter case of names to that of the list.
func (refs *references) spell(list []reference) {
	spelled := map[reference]reference{}
	for _, ref := range slices.Backward(list) {
		spelled[ref.key()] = ref
	}
	for id, ref := range refs.byID {
		if as, listed := spelled[ref.key()]; listed {
			refs.byID[id] = as
		}
	}
}

// add adds a row. Of several with the same name the first counts; built-in rows come before those of a user.
func (refs *references) add(row record.Row) {
	ref := reference{name: refs.res.TitleOf(row)}
	if refs.res.Has("is_group") {
		ref.group = row[refs.res.Index("is_group")] == int64(1)
	}
	id := refs.res.ID(row)
	refs.byID[id] = ref
	if _, known := refs.ids[ref.key()]; !known {
		refs.ids[ref.key()] = id
	}
}

// ensure returns the names of a resource after creating the missing ones for the user, and how many were created.
func (im *importer) ensure(ctx context.Context, res *record.Resource, wanted []reference) (*references, int, error) {
	rows, err := im.All(ctx, res, "")
	if err != nil {
		return nil, 0, err
	}
	refs := newReferences(res, rows)
	var missing []record.Row
	for _, ref := range wanted {
		if _, known := refs.ids[ref.key()]; known || ref.name == "" {
			continue
		}
		refs.ids[ref.key()] = 0
		missing = append(missing, referenceRow(res, ref))
	}
	if err := checkLengths(res, missing); err != nil {
		return nil, 0, err
	}
	if err := im.InsertAll(ctx, res, missing); err != nil {
		return nil, 0, err
	}
	return newReferences(res, append(rows, missing...)), len(missing), nil
}

func referenceRow(res *record.Resource, ref reference) record.Row {
	row := res.EmptyRow()
	row[res.Index("name")] = ref.name
	if res.Has("is_group") {
		row[res.Index("is_group")] = int64(0)
		if ref.group {
			row[res.Index("is_group")] = int64(1)
		}
	}
	return row
}

// checkLengths returns a fileError for an invented name that is too long, and forgets all of them.
func (n *names) checkLengths() error {
	for _, res := range limitResources {
		refs := n.limits[res]
		for _, ref := range refs.byID {
			if problem := res.TooLong(nil, referenceRow(res, ref)); problem != "" {
				return fileError{errors.New(res.One + " " + problem)}
			}
		}
		clear(refs.ids)
		clear(refs.byID)
	}
	return nil
}

// limits are the names that types refer to, by their resource.
type limits map[*record.Resource]*references

// limitResources lists the resources of those names, in the order in which they are stored.
var limitResources = []*record.Resource{record.Categories, record.TypeUsages, record.TypeValues, record.TypeTags}
