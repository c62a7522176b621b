package api

import (
	"context"
	"encoding/csv"
	"io"
	"path"

	"quartermaster/internal/record"
)

const csvType = "text/csv"

func wantsCSV(r *request) bool { return r.csv || prefers(r.Request, csvType) }

// asCSV has a handler answer CSV, as those at addresses of their own do.
func asCSV(h handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		r.csv = true
		return h(ctx, r)
	}
}

// csvList answers a list: one page where the request names it, else all of it.
func (a *API) csvList(ctx context.Context, r *request, res *record.Resource) (response, error) {
	w, err := a.wishOf(ctx, r, res)
	if err != nil {
		return response{}, err
	}
	w.ask.Include = linksOf(res.Columns())
	if w.sent.Has("page") || w.sent.Has("per_page") {
		return a.csvPage(ctx, r, res, w)
	}
	stream, err := a.DB.Stream(ctx, res, w.scope, w.ask)
	answer := csvAnswer(res, func(write rowsWriter) error { return stream.Each(ctx, write) })
	answer.lasting = isLasting(res, w.ask)
	return answer, err
}

// csvPage answers one page of a list, whose header Link names the others.
func (a *API) csvPage(ctx context.Context, r *request, res *record.Resource, w wish) (response, error) {
	page, err := a.DB.List(ctx, res, w.scope, w.ask)
	if err != nil {
		return response{}, err
	}
	answer := csvAnswer(res, func(write rowsWriter) error { return write(page.Rows) })
	answer.Link, answer.lasting, answer.export.small = r.links(page).header(), isLasting(res, w.ask), true
	return answer, nil
}

// csvRecord answers one record.
func csvRecord(res *record.Resource, row record.Row) response {
	answer := csvAnswer(res, func(write rowsWriter) error { return write([]record.Row{row}) })
	answer.lasting, answer.export.small = res.Beside == "", true
	return answer
}

// linksOf are the columns that a list holds only when asked.
func linksOf(columns []*record.Field) (links []*record.Field) {
	for _, f := range columns {
		if f.Nested {
			links = append(links, f)
		}
	}
	return links
}

// rowsWriter writes records to a file.
type rowsWriter func([]record.Row) error

// csvAnswer is a file with a header and the records that each writes.
func csvAnswer(res *record.Resource, each func(write rowsWriter) error) response {
	columns := res.Columns()
	e := &export{kind: csvFile, name: path.Base(res.Path) + ".csv", write: func(w io.Writer) error {
		out := csv.NewWriter(w)
		out.UseCRLF = true
		if err := out.Write(namesOf(columns)); err != nil {
			return err
		}
		if err := each(func(rows []record.Row) error { return writeRows(out, res, columns, rows) }); err != nil {
			return err
		}
		out.Flush()
		return out.Error()
	}}
	return response{Write: e.send, export: e}
}

const csvFile = csvType + "; charset=utf-8"

func namesOf(columns []*record.Field) []string {
	names := make([]string, len(columns))
	for i, f := range columns {
		names[i] = f.Name
	}
	return names
}

func writeRows(out *csv.Writer, res *record.Resource, columns []*record.Field, rows []record.Row) error {
	for _, row := range rows {
		if err := out.Write(res.Cells(columns, row)); err != nil {
			return err
		}
	}
	return nil
}
