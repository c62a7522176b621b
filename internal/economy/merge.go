package economy

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// loadOrder is the order in which the game reads files of a kind: paths in lower case to their ranks. The main file is the first.
type loadOrder struct {
	main string
	rank map[string]int
	all  bool // whether files that are not listed are read as well: nothing is known of the list
}

// loadOrder returns the order of a kind's files. Without an economy core all of them are read.
func (l *loader) loadOrder(kind ce.FileType) loadOrder {
	o := loadOrder{main: "db/types.xml", rank: map[string]int{}, all: l.core == nil}
	if l.core == nil {
		return o
	}
	for _, folder := range l.core.Folders {
		for _, f := range folder.Files {
			if key := strings.ToLower(path.Join(folder.Folder, f.Name)); strings.EqualFold(f.Type, string(kind)) && o.rank[key] == 0 {
				o.rank[key] = len(o.rank) + 1
			}
		}
	}
	return o
}

// of returns the rank of a file; false if the game does not read it.
func (o loadOrder) of(file string) (rank int, read bool) {
	if strings.EqualFold(file, o.main) {
		return 0, true
	}
	rank, listed := o.rank[strings.ToLower(file)]
	if !listed {
		rank = len(o.rank) + 1
	}
	return rank, listed || o.all
}

// merger brings the entries of each class together. Whether a later entry of a class replaces an earlier one whole or field by field is
// not known; partial files of servers suggest the latter.
type merger struct {
	groups groups
	names  names
	order  loadOrder
	byName map[string]*merged
	list   []*merged
	unread []unread
}

// merged are the entries of a class.
type merged struct{ entries []entry }

type entry struct {
	rank int
	file string
	from *record.Type
}

func (m *merger) add(t *record.Type) {
	file := m.order.main
	if t.SourceFile != nil && *t.SourceFile != "" {
		file = *t.SourceFile
	}
	rank, read := m.order.of(file)
	if !read || !t.Enabled {
		m.unread = append(m.unread, unread{Entry{SID: t.SID, File: file, Disabled: !t.Enabled, Unlisted: !read}, t.Name})
		return
	}
	key := strings.ToLower(t.Name)
	of := m.byName[key]
	if of == nil {
		of = &merged{}
		m.byName[key] = of
		m.list = append(m.list, of)
	}
	of.entries = append(of.entries, entry{rank, file, t})
}

func (m *merger) types() (list []lootType) {
	for _, of := range m.list {
		slices.SortStableFunc(of.entries, func(a, b entry) int { return a.rank - b.rank })
		t := lootType{QuantMin: -1, QuantMax: -1, Unset: true, Usages: []string{}, Values: []string{}}
		for _, e := range of.entries {
			m.lay(&t, e)
		}
		list = append(list, t)
	}
	return list
}

// lay lays an entry over those before it.
func (m *merger) lay(t *lootType, e entry) {
	from := e.from
	t.SID, t.Name = from.SID, from.Name
	if !slices.Contains(t.Files, e.file) {
		t.Files = append(t.Files, e.file)
	}
	t.Unset = t.Unset && from.Nominal == nil
	layOver(&t.Nominal, from.Nominal)
	layOver(&t.Min, from.Min)
	layOver(&t.Lifetime, from.Lifetime)
	layOver(&t.Restock, from.Restock)
	layOver(&t.QuantMin, from.QMin)
	layOver(&t.QuantMax, from.QMax)
	layOver(&t.Deloot, from.Deloot)
	layOver(&t.Crafted, from.Crafted)
	layOver(&t.InCargo, from.CountInCargo)
	layOver(&t.InHoarders, from.CountInHoarders)
	layOver(&t.OnPlayers, from.CountInPlayers)
	if from.CategoryID != nil {
		t.Category = m.names.categories[*from.CategoryID]
	}
	if len(from.TagIDs) > 0 {
		t.Tags = members(nil).names(refsOf(from.TagIDs, m.names.tags))
	}
	if len(from.UsageIDs) > 0 {
		t.Usages = m.groups.usages.names(refsOf(from.UsageIDs, m.names.usages))
	}
	if len(from.ValueIDs) > 0 {
		t.Values = m.groups.values.names(refsOf(from.ValueIDs, m.names.values))
	}
}

func layOver[T any](to, value *T) {
	if value != nil {
		*to = *value
	}
}

func refsOf(ids []int64, of map[int64]ce.Ref) (refs []ce.Ref) {
	for _, id := range ids {
		refs = append(refs, of[id])
	}
	return refs
}
