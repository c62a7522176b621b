package grid

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"net/http"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// How many rows the page comes with, more than a screen shows, and how many at most the scripts take at once.
const (
	firstRows = 200
	blockRows = 250
)

// rows answers with lines of JSON: the head, then all rows that the filter finds, in blocks that hold the values of each column together.
func (g *Grid) rows(ctx context.Context, r *site.Request) (site.Response, error) {
	found, head, err := g.find(ctx, r)
	var wrong FilterError
	if errors.As(err, &wrong) {
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: site.MessageJSON(wrong.Error())}, nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return site.Response{Write: func(w http.ResponseWriter) error {
		return ui.WriteJSONLines(w, r.Request, func(out io.Writer) error { return g.writeRows(ctx, out, head, found) })
	}}, nil
}

// first returns the head and the first rows as JSON for the page; nothing where the scripts have to sort all rows before they show any,
// or the filter is not understood.
func (g *Grid) first(ctx context.Context, r *site.Request) (template.JS, error) {
	if r.Input.Text("sort") != "" {
		return "", nil
	}
	found, head, err := g.find(ctx, r)
	if errors.As(err, new(FilterError)) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	rows, err := found.First(ctx, firstRows)
	if err != nil {
		return "", err
	}
	head = append(head[:len(head)-1], `,"first":`...)
	return ui.EmbeddedJSON(append(g.appendBlock(head, rows), '}')), nil
}

// find returns the rows that the filter of a request finds, and what precedes them. The error is a FilterError for a filter that is not
// understood.
func (g *Grid) find(ctx context.Context, r *site.Request) (found Rows, head []byte, err error) {
	r.Input.Delete("sort") // the scripts sort
	if found, err = g.source.Find(ctx, r); err != nil {
		return nil, nil, err
	}
	head, err = g.head(ctx, r, found.Len())
	return found, head, err
}

// option is a record that others refer to.
type option struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// head returns the columns and what their references may refer to as JSON.
func (g *Grid) head(ctx context.Context, r *site.Request, count int) ([]byte, error) {
	options, err := g.options(ctx, r)
	if err != nil {
		return nil, err
	}
	given, err := g.source.Given(ctx, r)
	if err != nil {
		return nil, err
	}
	size, err := r.MapSize(ctx)
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{
		"columns":  onMap(g.columns, size),
		"formulas": formulasOf(g.Resource),
		"given":    given,
		"computed": g.computed,
		"options":  options,
		"count":    count,
	})
}

// options returns what the references of the columns may refer to, by resource.
func (g *Grid) options(ctx context.Context, r *site.Request) (map[string][]option, error) {
	options := map[string][]option{}
	for _, column := range g.columns {
		if column.Ref == "" {
			continue
		}
		known, err := r.References(ctx, record.Named(column.Ref))
		if err != nil {
			return nil, err
		}
		list := make([]option, len(known))
		for i, o := range known {
			list[i] = option{o.Value, o.Label}
		}
		options[column.Ref] = list
	}
	return options, nil
}

func (g *Grid) writeRows(ctx context.Context, w io.Writer, head []byte, found Rows) error {
	out := bufio.NewWriterSize(w, 64<<10)
	_, _ = out.Write(append(head, '\n'))
	err := found.Each(ctx, func(rows []record.Row) error {
		for part := range slices.Chunk(rows, blockRows) {
			if _, err := out.Write(append(g.appendBlock(nil, part), '\n')); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, out.Flush())
}

// appendBlock appends rows: their sids, and the values of each column.
func (g *Grid) appendBlock(b []byte, rows []record.Row) []byte {
	r := g.Resource
	sid := r.Index("sid")
	b = jsontree.AppendList(append(b, `{"sids":`...), rows, func(b []byte, row record.Row) []byte {
		return jsontree.AppendString(b, row[sid].(string))
	})
	b = jsontree.AppendList(append(b, `,"values":`...), g.columns, func(b []byte, c column) []byte {
		index := r.Index(c.Key)
		return jsontree.AppendList(b, rows, func(b []byte, row record.Row) []byte { return appendValue(b, c.field, row[index]) })
	})
	return append(b, '}')
}

// appendValue appends a stored value as the scripts take it: every flag is true or false.
func appendValue(b []byte, f *record.Field, stored any) []byte {
	if on, isSet := stored.(int64); isSet && f.Type == record.Flag {
		return jsontree.AppendBool(b, on != 0)
	}
	return f.AppendValue(b, stored)
}
