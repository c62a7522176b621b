package api

import (
	"context"

	"quartermaster/internal/docset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// maxZoneOperations limits the operations of one change, and maxZoneNames the names of zones that it chooses.
const (
	maxZoneOperations = 20
	maxZoneNames      = 1000
)

// zoneRules are the rules of the body that changes many zones.
var zoneRules = validate.Compile(validate.Rules{
	{Name: "names", Rules: []validate.Rule{validate.Nullable(), validate.List(), validate.Custom(isList), validate.Max(maxZoneNames)}},
	{Name: "names.*", Rules: []validate.Rule{validate.Required(), validate.String()}},
	{Name: "operations", Rules: []validate.Rule{validate.Required(), validate.List(), validate.Custom(isList), validate.Max(maxZoneOperations)}},
	{Name: "operations.*", Rules: []validate.Rule{validate.Custom(isObject)}},
	{Name: "operations.*.op", Rules: []validate.Rule{validate.Required(), validate.String(), validate.In("set", "add", "multiply")}},
	{Name: "operations.*.field", Rules: []validate.Rule{validate.Required(), validate.String(), validate.In(docset.ZoneFields()...)}},
	{Name: "operations.*.value", Rules: []validate.Rule{validate.Required(), validate.Numeric(), validate.Min(-1_000_000), validate.Max(1_000_000)}},
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
})

// changeZones changes many zones of a file of territories, or works out what that would do.
func (a *API) changeZones(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	change := docset.ZoneChange{File: record.TextParam(in, "file")}
	if names, _ := in.Get("names"); names != nil {
		change.Names = record.TextsOf(names)
	}
	operations, _ := in.Get("operations")
	for _, member := range jsontree.Members(operations) {
		change.Operations = append(change.Operations, zoneOperation(member.(*jsontree.Object)))
	}
	run := a.documents.ChangeZones
	if isDry(in) {
		run = a.documents.PreviewZones
	}
	done, err := run(ctx, scope, change)
	if err != nil {
		return response{}, documentError(err)
	}
	return ok(zonesBody(done)), nil
}

func zoneOperation(o *jsontree.Object) docset.ZoneOperation {
	value, _ := o.Get("value")
	return docset.ZoneOperation{Op: record.TextParam(o, "op"), Field: record.TextParam(o, "field"), Value: validate.Float(value)}
}

// maxZoneRows limits the zones that an answer lists.
const maxZoneRows = 1000

func zonesBody(done docset.ZonesChanged) []byte {
	data, rows := new(jsontree.Object), []any{}
	for _, row := range done.Rows[:min(len(done.Rows), maxZoneRows)] {
		rows = append(rows, zoneObject(row))
	}
	data.Set("matched", done.Matched)
	data.Set("changed", len(done.Rows))
	data.Set("unchanged", done.Matched-len(done.Rows))
	data.Set("revision", nil)
	if done.Revision > 0 {
		data.Set("revision", done.Revision)
	}
	data.Set("rows", rows)
	o := new(jsontree.Object)
	o.Set("data", data)
	return jsontree.AppendValue(nil, o)
}

func zoneObject(row docset.ZoneRow) *jsontree.Object {
	o, changes := new(jsontree.Object), new(jsontree.Object)
	for _, c := range row.Changes {
		changes.Set(c.Field, []any{c.Old, c.New})
	}
	o.Set("file", row.File)
	o.Set("name", row.Name)
	o.Set("x", row.X)
	o.Set("z", row.Z)
	o.Set("changes", changes)
	return o
}
