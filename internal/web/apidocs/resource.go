package apidocs

import (
	"slices"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// resourceLinks leads from the name of a record's resource to its page.
type resourceLinks map[string]ui.Link

// newResourceLinks finds the page of each record; of two resources of the table about one record the first has it.
func newResourceLinks(table []endpoint.Group) resourceLinks {
	links := resourceLinks{}
	for _, g := range table {
		for _, r := range g.Resources {
			if r.Record == nil {
				continue
			}
			if _, known := links[r.Record.Name]; !known {
				links[r.Record.Name] = ui.Link{Label: r.Record.One, URL: URL + "/" + r.Name}
			}
		}
	}
	return links
}

// resource describes all that the table and the declaration know.
func (links resourceLinks) resource(r endpoint.Resource, forms map[string][]fieldTable) *resourceDoc {
	page := &resourceDoc{
		Title: r.Title, URL: URL + "/" + r.Name, About: r.About, Forms: r.Surface == endpoint.C,
		Extension: r.Surface == endpoint.A && r.Extension(), Notes: notesOf(r), Examples: examplesOf(r),
		Params: pathVariables(r.Endpoints...),
	}
	page.Endpoints = endpointRows(r.Endpoints, page.Examples)
	if r.Record == nil {
		page.Fields = forms[r.Name]
		return page
	}
	page.Fields = links.tables("", r.Record.Fields, r.Writable())
	page.Fields[0].Rows = append(page.Fields[0].Rows, rowsBeside(r)...)
	page.List = links.list(r)
	return page
}

func endpointRows(endpoints []endpoint.Endpoint, examples []exampleCall) []endpointRow {
	list := make([]endpointRow, len(endpoints))
	for i, e := range endpoints {
		list[i].Endpoint, list[i].IsForm = e, e.OnSurface() == endpoint.C
		for _, example := range examples {
			if example.ID == exampleID(e) {
				list[i].Example = example.ID
			}
		}
	}
	return list
}

// list describes what the list of a resource takes; that of surface B has parameters of its own, which its notes name.
func (links resourceLinks) list(r endpoint.Resource) *listParams {
	if r.Surface != endpoint.A {
		return nil
	}
	list := &listParams{Search: searched(r.Record)}
	for _, f := range r.Record.Filters {
		list.Filters = append(list.Filters, filterParam{f.Param, links.filterType(r.Record, f)})
	}
	for _, f := range r.Record.Fields {
		switch {
		case f.Flat():
			list.Sort = append(list.Sort, f.Name)
		case f.Shown() && f.Nested:
			list.Include = append(list.Include, f.Name)
		}
	}
	return list
}

// searched names the fields that a search looks into. Their SQL names a column behind the table.
func searched(r *record.Resource) []string {
	var names []string
	for _, expression := range r.Search {
		_, column, _ := strings.Cut(expression, ".")
		for _, f := range r.Fields {
			if f.SQL == expression || f.Column == column {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// notesOf describes what is special about a resource, and what follows from its declaration but stands in no table.
func notesOf(r endpoint.Resource) (notes []remark) {
	texts := resourceNotes[r.Name]
	switch {
	case r.Surface == endpoint.C:
		texts = slices.Concat(texts, formNotes())
	case r.Record != nil && r.Record.HoldsDocuments():
		texts = slices.Concat(texts, documentNotes(r.Record))
	}
	if r.Record != nil && r.Writable() {
		texts = slices.Concat(texts, keyNotes(r.Record), deletionNotes(r.Record))
	}
	for _, text := range texts {
		notes = append(notes, newRemark(text))
	}
	return notes
}

// keyNotes name the fields that an upsert finds its record by.
func keyNotes(r *record.Resource) []string {
	var names []string
	for _, f := range r.Key {
		names = append(names, "`"+f.Name+"`")
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"An upsert without a sid, in a batch or in CSV, matches records by " + ui.Enumerate(names, "and") + "."}
}

// deletionNotes say what a deletion takes along and what it leaves behind.
func deletionNotes(r *record.Resource) []string {
	var notes []string
	if along := cascaded(r); len(along) > 0 {
		notes = append(notes, "Deleting one also deletes its "+ui.Enumerate(along, "and")+". The response counts them under `deleted`.")
	}
	emptied, shortened := leftBehind(r)
	if len(emptied) > 0 {
		notes = append(notes, "Deleting one sets "+ui.Enumerate(emptied, "and")+" to `null`.")
	}
	if len(shortened) > 0 {
		notes = append(notes, "Deleting one removes it from "+ui.Enumerate(shortened, "and")+".")
	}
	return notes
}

func cascaded(r *record.Resource) []string {
	var names []string
	for _, a := range r.Cascades {
		names = append(names, record.Named(a.Resource).Plural())
	}
	return names
}

// leftBehind names the fields of other records that refer to one and outlive it: those that become null, and lists of ids.
func leftBehind(r *record.Resource) (emptied, shortened []string) {
	for _, other := range record.All() {
		for _, f := range other.Fields {
			switch {
			case f.Ref != r.Name:
			case f.Type == record.Links:
				shortened = append(shortened, "`"+f.Name+"` of "+other.Plural())
			case f.Nullable:
				emptied = append(emptied, "`"+f.Name+"` of "+other.Plural())
			}
		}
	}
	return emptied, shortened
}
