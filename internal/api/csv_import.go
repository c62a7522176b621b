package api

import (
	"context"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// csvBodyLimit is how many bytes an upload of CSV may have.
const csvBodyLimit = 8 << 20

// sendsCSV reports whether the body is CSV for records of an instance.
func sendsCSV(r *request, res *record.Resource) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == csvType && res.Scope == record.InInstance
}

// importRows takes CSV, whatever its content type says.
func (a *API) importRows(res *record.Resource) handler {
	return func(ctx context.Context, r *request) (response, error) {
		scope, err := r.instance()
		if err != nil {
			return response{}, err
		}
		return a.importCSV(ctx, r, res, scope)
	}
}

// importCSV changes and makes the records of an upload, all of them or none.
func (a *API) importCSV(ctx context.Context, r *request, res *record.Resource, scope store.Scope) (response, error) {
	data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, csvBodyLimit))
	if err != nil {
		return response{}, err
	}
	table, err := readTable(data, res)
	if err != nil {
		return response{}, err
	}
	operations := table.operations(res)
	outcomes, err := a.DB.Batch(ctx, scope, say.New("csv", "list", res.Path, "n", len(operations)), operations)
	if err != nil {
		return response{}, operation.BatchError(err, "rows", table.field)
	}
	return ok(countsOf(outcomes)), nil
}

func countsOf(outcomes []store.Outcome) []byte {
	created, updated := 0, 0
	for _, o := range outcomes {
		switch {
		case o.Created:
			created++
		case o.Changed:
			updated++
		}
	}
	counts, answer := new(jsontree.Object), new(jsontree.Object)
	counts.Set("created", created)
	counts.Set("updated", updated)
	counts.Set("unchanged", len(outcomes)-created-updated)
	answer.Set("data", counts)
	return jsontree.AppendValue(nil, answer)
}

// field names a field of a row for the client: rows.5.nominal, where 5 is the line.
func (t table) field(row int, field string) string {
	name := "rows." + strconv.Itoa(t.rows[row].line)
	if field == "data" {
		return name
	}
	return name + "." + strings.TrimPrefix(field, "data.")
}

// operations are an upsert for each row.
func (t table) operations(res *record.Resource) []store.Operation {
	operations := make([]store.Operation, len(t.rows))
	for i, row := range t.rows {
		operations[i] = store.Operation{Op: store.OpUpsert, Resource: res}
		if len(row.cells) != len(t.columns) {
			operations[i].Problems.AddSentence("data", "The row has "+validate.Counted(len(row.cells), "cell", "cells")+", the header has "+
				strconv.Itoa(len(t.columns))+".")
			continue
		}
		operations[i].Cells = &record.CSVRow{Columns: t.columns, Cells: row.cells}
		operations[i].SID = t.sidOf(row)
	}
	return operations
}

func (t table) sidOf(row tableRow) string {
	if t.sid < 0 {
		return ""
	}
	return strings.TrimSpace(row.cells[t.sid])
}
