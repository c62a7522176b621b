package operation

import (
	"context"

	"quartermaster/internal/docset"
	"quartermaster/internal/shape"
)

// maxRowChanges limits the rows that an answer lists.
const maxRowChanges = 1000

type documentRowsInput struct {
	documentFile
	At         string         `field:"at,max=1000" help:"A list, map or object: keys with dots, * for each." example:"dynamic"`
	Q          string         `field:"q,max=2000" help:"Which rows: comparisons such as Price>5, or words." example:"init:1"`
	Operations []rowOperation `field:"operations,required,min=1,max=20" example:"[{\"op\":\"set\",\"field\":\"respawn\",\"value\":0}]"`
	DryRun     bool           `field:"dry_run" help:"Only tell what would change." example:"true"`
}

type rowOperation struct {
	Op    rowOp  `field:"op,required" example:"multiply"`
	Field string `field:"field,required,max=1000" help:"Of each row; dots lead into objects inside." example:"respawn"`
	Value any    `field:"value,verbatim" help:"What to set it to or change it by; null of set clears it." example:"1.5"`
	Find  any    `field:"find" help:"Of replace: the text, in any letter case."`
	Min   any    `field:"min" help:"Of clamp: the least number."`
	Max   any    `field:"max" help:"Of clamp: the greatest number."`
}

// rowOp is what a step does to a value of each row.
type rowOp string

// Words returns what a step can do.
func (rowOp) Words() []string {
	return []string{"set", "add", "multiply", "divide", "min", "max", "clamp", "round", "replace"}
}

type documentRowsChanged struct {
	Matched   int           `field:"matched" example:"1"`
	Changed   int           `field:"changed" example:"1"`
	Unchanged int           `field:"unchanged" example:"0"`
	Clamped   int           `field:"clamped" help:"Values that were kept within their bounds." example:"0"`
	Revision  int64         `field:"revision,null" help:"The revision that it made; null for none."`
	Rows      []documentRow `field:"rows"`
}

type documentRow struct {
	Path    string            `field:"path" help:"Keys, and places in lists from 0, divided by dots." example:"dynamic"`
	Changes map[string][2]any `field:"changes" help:"The old and the new value of each field." example:"{\"respawn\":[1,0]}"`
}

// changeRows makes the same change of many rows of a document, or works out what it would be. What was sent is checked when the document is
// found.
func changeRows(ctx context.Context, call *Call, in documentRowsInput) (changed documentRowsChanged, err error) {
	sent, wrong := shape.Accept[documentRowsInput](ctx, call.Sent)
	c := docset.RowsChange{
		Slug: call.Param("document"), File: in.File, At: in.At, Q: in.Q, Operations: call.Sent.Objects("operations"),
		Check: func(f *docset.File) error {
			if wrong != nil {
				return wrong
			}
			return call.unmet(withValues(f))
		},
	}
	run := call.Documents.ChangeRows
	if sent.DryRun || wrong != nil {
		run = call.Documents.PreviewRows
	}
	done, err := run(ctx, call.Scope, c)
	if err != nil {
		return changed, documentError(err)
	}
	changed = documentRowsChanged{
		Matched: done.Matched, Changed: len(done.Rows), Unchanged: done.Matched - len(done.Rows), Clamped: done.Clamped, Revision: done.Revision,
	}
	for _, row := range done.Rows[:min(len(done.Rows), maxRowChanges)] {
		changed.Rows = append(changed.Rows, rowOf(done.File, row))
	}
	return changed, nil
}

func rowOf(f *docset.File, row docset.RowChange) documentRow {
	shown := documentRow{Path: pathIn(f.List, row.Path), Changes: map[string][2]any{}}
	for _, c := range row.Changes {
		shown.Changes[c.Field] = [2]any{c.Old, c.New}
	}
	return shown
}
