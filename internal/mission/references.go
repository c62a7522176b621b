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

// names are the ids of what entries refer to by name: classes, by lower-case name, and entries of the limits definitions.
type names struct {
	classes map[string]record.Row
	limits
	invented bool // for a comparison, which stores nothing
}

// inventedNames give every name an id of its own, for values that are only compared.
func inventedNames() *names {
	n := &names{invented: true, limits: limits{}}
	for _, res := range limitResources {
		n.limits[res] = newReferences(res, nil)
		n.limits[res].invents = true
	}
	return n
}

// of returns the names of a resource, or nil where files name none of its records.
func (n *names) of(resource string) *references {
	if n == nil || resource == "" {
		return nil
	}
	return n.limits[record.Named(resource)]
}

// digest is equal for equal names. It covers their ids, so that a name that was deleted and made again is another one.
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

// appendTo appends all ids with their names in the order of the ids.
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

// class returns the id of a class name that the entries name.
func (n *names) class(name string) int64 {
	if n.invented {
		return 0
	}
	return record.InstanceClassnames.ID(n.classes[strings.ToLower(name)])
}

// reference is a name in cfglimitsdefinition.xml, or with group in cfglimitsdefinitionuser.xml.
type reference struct {
	name  string
	group bool
}

func (r reference) key() reference { return reference{strings.ToLower(r.name), r.group} }

// references are the rows of one reference resource that the user sees: names to ids and back.
type references struct {
	res  *record.Resource
	ids  map[reference]int64
	byID map[int64]reference

	invents bool // gives names that it does not know ids of their own
}

func newReferences(res *record.Resource, rows []record.Row) *references {
	refs := &references{res: res, ids: map[reference]int64{}, byID: map[int64]reference{}}
	for _, row := range rows {
		refs.add(row)
	}
	return refs
}

// id returns the id of a name, 0 for one that nobody has.
func (refs *references) id(ref reference) int64 {
	id, known := refs.ids[ref.key()]
	if !known && refs.invents {
		id = int64(len(refs.byID) + 1)
		refs.ids[ref.key()], refs.byID[id] = id, ref
	}
	return id
}

// spell gives the names that the list has too its letter case.
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

// add adds a row; of several with one name the first counts, and built-in rows come before those of a user.
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

// ensure returns the names of a resource with those added that nobody has yet, which become rows of the user, and how many these are.
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

// checkLengths does so for invented names, and forgets them.
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

// limitResources are the resources of those names. Each comes before the next in digests and when names are stored.
var limitResources = []*record.Resource{record.Categories, record.TypeUsages, record.TypeValues, record.TypeTags}
