package site

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/tradermod"
	"quartermaster/internal/web/ui"
)

// EditableInstances returns the instances that the user may change: his own, and those on which he is at least an editor.
func (r *Request) EditableInstances(ctx context.Context) ([]record.Row, error) {
	rows, err := r.Site.DB.All(ctx, record.Instances, store.Scope{UserID: r.User.ID, Shared: true}, "")
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = record.Instances.ID(row)
	}
	roles := map[int64]access.Role{}
	list, err := r.Site.DB.Memberships(ctx, r.User.ID, ids)
	for _, m := range list {
		roles[m.InstanceID] = m.Role
	}
	return slices.DeleteFunc(rows, func(row record.Row) bool {
		role, shared := roles[record.Instances.ID(row)]
		return shared && !role.Allows(access.Edit)
	}), err
}

// Holding counts the records of a collection.
type Holding struct {
	*Collection
	Count int64
}

// Holdings counts the records of the instance, by collection.
func (r *Request) Holdings(ctx context.Context) ([]Holding, error) {
	collections := r.Site.CollectionsIn(record.InInstance)
	resources := make([]*record.Resource, len(collections))
	for i, c := range collections {
		resources[i] = c.Resource
	}
	counts, err := r.Site.DB.CountAll(ctx, r.Scope(), resources)
	if err != nil {
		return nil, err
	}
	holds := make([]Holding, len(counts))
	for i, c := range collections {
		holds[i] = Holding{c, counts[i]}
	}
	return holds, nil
}

// EditURL returns the address of the form of a record, or "" if there is none.
func (r *Request) EditURL(res *record.Resource, title, sid string) string {
	c := r.Site.CollectionOf(res.Name)
	switch {
	case res == record.Instances:
		return r.Instance.URL + "/edit"
	case res == record.Files && title != "":
		return r.TextURL(r.serverPath(title))
	case sid == "" || c == nil:
		return ""
	}
	return c.EditURL(r, title, sid)
}

// NameOf returns what people call a record, or "" where nothing but its sid tells it from others.
func (r *Request) NameOf(res *record.Resource, row record.Row) string {
	if c := r.Site.CollectionOf(res.Name); c != nil {
		return c.TitleOf(row)
	}
	return res.TitleOf(row)
}

// TextURL returns the address of the editor of a file, given by its path below the server's root.
func (r *Request) TextURL(name string) string {
	return r.Instance.URL + TextPath + "/" + (&url.URL{Path: name}).EscapedPath()
}

// ConvertTradersPath is the page that converts the traders of a mod to another one, below the address of an instance.
const ConvertTradersPath = "/economy/traders/convert"

// ConvertTraders leads to the page that converts the traders of a mod to another one.
func (r *Request) ConvertTraders(from tradermod.Mod) ui.Link {
	return ui.Link{Label: "Convert traders", URL: r.Instance.URL + ConvertTradersPath + "?from=" + string(from), Quiet: true}
}

// FormURL returns the address of the form of a file that is a document, given by its path below the server's root: at the value that "at"
// names, or on a "line". Without a form it leads to the text.
func (r *Request) FormURL(name string) ui.Query {
	return ui.Query{Path: r.Instance.URL + "/documents/value", Values: url.Values{"path": {name}}}
}

// serverPath returns the path below the server's root of a stored file.
func (r *Request) serverPath(stored string) string {
	if outside, found := strings.CutPrefix(stored, "/"); found {
		return outside
	}
	return "mpmissions/" + r.Instance.Text("mission") + "/" + stored
}

// RecordTextLinks leads from a record to its place in the text of its file, where that is known.
func (r *Request) RecordTextLinks(res *record.Resource, row record.Row) []ui.Link {
	name := mission.PathOf(res, row)
	if name == "" {
		return nil
	}
	address := r.TextURL(r.serverPath(name)) + "?" + url.Values{"name": {res.TitleOf(row)}}.Encode()
	return []ui.Link{{Label: "Edit as text", URL: address, Quiet: true}}
}

// RecordHistoryURL returns the address of the history of a record.
func (r *Request) RecordHistoryURL(res *record.Resource, sid string) string {
	return r.Instance.URL + "/" + res.Path + "/" + sid + "/history"
}

// RecordHistoryLink leads from a record to its history.
func (r *Request) RecordHistoryLink(res *record.Resource, row record.Row) ui.Link {
	return ui.Link{Label: "History", URL: r.RecordHistoryURL(res, res.SID(row)), Quiet: true}
}

// nouns are the names of records without a list.
var nouns = map[string]string{
	"instances": "instance", "economy_cores": "economy core", "instance_files": "file", "lint_settings": "lint settings",
}

// NounOf returns the name of a record of a resource: "event spawn".
func (r *Request) NounOf(resource string) string {
	if c := r.Site.CollectionOf(resource); c != nil {
		return c.One
	}
	if noun, special := nouns[resource]; special {
		return noun
	}
	if res := record.Named(resource); res != nil {
		return res.One
	}
	return resource
}

// AreaOf returns what records of a resource stand below in a list by area: "Event spawns".
func (r *Request) AreaOf(resource string) string {
	res := record.Named(resource)
	if _, special := nouns[resource]; special || res == nil {
		return ui.Capital(r.NounOf(resource))
	}
	_, many := r.NounsOf(res)
	return ui.Capital(many)
}

// NounsOf returns the names of one record and of several.
func (r *Request) NounsOf(res *record.Resource) (one, many string) {
	if c := r.Site.CollectionOf(res.Name); c != nil {
		return c.One, c.Many
	}
	return res.One, res.Plural()
}
