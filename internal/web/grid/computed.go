package grid

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/bulk"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// Computed is what a source knows of its rows besides their fields, by sid.
type Computed struct {
	Author   string            // who has changed most of them
	By       map[string]string // and who the others
	At       map[string]string // when they were changed, where no field says it: UTC in the form of the wire
	Problems map[string][]Finding
	Uses     map[string]map[string]int64 // how many records of which sort, in words; nil where that is not known
}

// Finding is a problem of a row.
type Finding struct {
	Severity lint.Severity
	Text     string
}

// computedColumn is a column that is worked out of what a source knows, as scripts show it, and how.
type computedColumn struct {
	column
	values func(Computed) values
	of     func(*record.Resource) bool // whether the grid of a resource has it; nil for all
}

// values are those of a computed column, by the sids of rows, and what the grid says of its cells.
type values struct {
	All  any                      `json:"all"` // of rows that Of does not have; null for none
	Of   map[string]any           `json:"of"`
	Says map[string]string        `json:"says,omitzero"` // nil for what the grid says of every cell
	Else string                   `json:"else"`          // said of rows that Says does not have
	Tone map[string]lint.Severity `json:"tone,omitzero"`
}

// computed are the computed columns of all grids.
var computed = []computedColumn{
	{column: shown("used", "Used by", "count", "How many records name this one or its class."), values: usesIn, of: countsUses},
	{column: shown("problems", "Problems", "count", "What the checks have found."), values: problemsIn},
	{
		column: shown("changed_at", "Changed", "time", "When it was last changed."),
		values: func(all Computed) values { return values{Of: anyOf(all.At)} },
		of:     func(r *record.Resource) bool { return !r.Has("updated_at") },
	},
	{
		column: shown("changed_by", "Changed by", "text", "Who has made the last change."),
		values: func(all Computed) values { return values{All: all.Author, Of: anyOf(all.By)} },
	},
}

func shown(key, label, kind, help string) column {
	return column{Key: key, Label: label, Kind: kind, Edit: "never", Help: help}
}

func countsUses(r *record.Resource) bool { return r == record.MarketItems || bulk.CountsUses(r) }

// computedOf returns those of the grid of a resource.
func computedOf(r *record.Resource) (list []computedColumn) {
	for _, c := range computed {
		if c.of == nil || c.of(r) {
			list = append(list, c)
		}
	}
	return list
}

func anyOf(texts map[string]string) map[string]any {
	list := make(map[string]any, len(texts))
	for sid, text := range texts {
		list[sid] = text
	}
	return list
}

func usesIn(all Computed) values {
	v := values{Of: map[string]any{}, Says: map[string]string{}}
	if all.Uses != nil {
		v.All, v.Else = 0, "Nothing uses it."
	}
	for sid, counts := range all.Uses {
		sum, parts := int64(0), []string{}
		for _, noun := range slices.Sorted(maps.Keys(counts)) {
			sum += counts[noun]
			parts = append(parts, strconv.FormatInt(counts[noun], 10)+" "+noun)
		}
		if sum > 0 {
			v.Of[sid], v.Says[sid] = sum, "Used by "+strings.Join(parts, ", ")
		}
	}
	return v
}

func problemsIn(all Computed) values {
	v := values{Of: map[string]any{}, Says: map[string]string{}, Tone: map[string]lint.Severity{}}
	for sid, found := range all.Problems {
		texts := make([]string, len(found))
		for i, f := range found {
			texts[i] = f.Text
		}
		v.Of[sid], v.Says[sid], v.Tone[sid] = len(found), strings.Join(texts, " "), found[0].Severity
	}
	return v
}

// showComputed answers with what takes longer to find than the rows themselves.
func (g *Grid) showComputed(ctx context.Context, r *site.Request) (site.Response, error) {
	all, err := g.source.Computed(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	columns := make(map[string]values, len(g.computed))
	for _, c := range g.computed {
		columns[c.Key] = c.values(all)
	}
	return site.Response{Write: func(w http.ResponseWriter) error {
		return ui.WriteJSON(w, r.Request, func(out io.Writer) error { return json.NewEncoder(out).Encode(columns) })
	}}, nil
}
