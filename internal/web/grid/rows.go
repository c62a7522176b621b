package grid

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// rows answers with the columns, what their references may refer to, and all rows that the filter finds, in blocks of some hundred
// that hold the values of each column together.
func (g *Grid) rows(ctx context.Context, r *site.Request) (site.Response, error) {
	r.Input.Delete("sort") // the scripts sort
	found, err := g.source.Find(ctx, r)
	var wrong FilterError
	if errors.As(err, &wrong) {
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: site.MessageJSON(wrong.Error())}, nil
	}
	if err != nil {
		return site.Response{}, err
	}
	head, err := g.head(ctx, r, found.Len())
	if err != nil {
		return site.Response{}, err
	}
	return site.Response{Write: func(w http.ResponseWriter) error {
		return ui.WriteJSON(w, r.Request, func(out io.Writer) error { return g.writeRows(ctx, out, head, found) })
	}}, nil
}

// option is a record that others refer to.
type option struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// head returns the beginning of the answer as JSON, without the closing brace.
func (g *Grid) head(ctx context.Context, r *site.Request, count int) ([]byte, error) {
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
	formulas, err := g.source.Formulas(ctx, r)
	if err != nil {
		return nil, err
	}
	size, err := r.MapSize(ctx)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(map[string]any{
		"columns":  onMap(g.columns, size),
		"formulas": append([]Formula{}, formulas...),
		"computed": g.computed,
		"options":  options,
		"count":    count,
	})
	if err != nil {
		return nil, err
	}
	return text[:len(text)-1], nil
}

func (g *Grid) writeRows(ctx context.Context, w io.Writer, head []byte, found Rows) error {
	out := bufio.NewWriterSize(w, 64<<10)
	_, _ = out.Write(head)
	before := `,"blocks":[`
	err := found.Each(ctx, func(rows []record.Row) error {
		_, _ = out.WriteString(before)
		before = ","
		_, err := out.Write(g.appendBlock(nil, rows))
		return err
	})
	if found.Len() == 0 {
		_, _ = out.WriteString(before)
	}
	_, _ = out.WriteString("]}")
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
