package grid

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// rows answers with the columns, what their references may refer to, and all records that the filter finds, in blocks of some hundred
// that hold the values of each column together.
func (g *grid) rows(ctx context.Context, r *site.Request) (site.Response, error) {
	r.Input.Delete("sort") // the scripts sort
	search, err := finder.Read(ctx, r, g.Collection)
	if err != nil {
		return site.Response{}, err
	}
	if search.Wrong != "" {
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: site.MessageJSON(search.Wrong)}, nil
	}
	stream, err := search.Stream(ctx, g.include...)
	if err != nil {
		return site.Response{}, err
	}
	head, err := g.head(ctx, r, stream.Len())
	if err != nil {
		return site.Response{}, err
	}
	return site.Response{Write: func(w http.ResponseWriter) error {
		return ui.WriteJSON(w, r.Request, func(out io.Writer) error { return g.writeRows(ctx, out, head, stream) })
	}}, nil
}

// option is a record that others refer to.
type option struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// head returns the beginning of the answer as JSON, without the closing brace.
func (g *grid) head(ctx context.Context, r *site.Request, count int) ([]byte, error) {
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
	text, err := json.Marshal(map[string]any{"columns": g.columns, "options": options, "count": count, "uses": bulk.CountsUses(g.Resource)})
	if err != nil {
		return nil, err
	}
	return text[:len(text)-1], nil
}

func (g *grid) writeRows(ctx context.Context, w io.Writer, head []byte, stream *store.Stream) error {
	out := bufio.NewWriterSize(w, 64<<10)
	_, _ = out.Write(head)
	before := `,"blocks":[`
	err := stream.Each(ctx, func(rows []record.Row) error {
		_, _ = out.WriteString(before)
		before = ","
		_, err := out.Write(g.appendBlock(nil, rows))
		return err
	})
	if stream.Len() == 0 {
		_, _ = out.WriteString(before)
	}
	_, _ = out.WriteString("]}")
	return errors.Join(err, out.Flush())
}

// appendBlock appends records: their sids, and the values of each column.
func (g *grid) appendBlock(b []byte, rows []record.Row) []byte {
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
