package pages

import (
	"slices"

	"quartermaster/internal/web/ui"
)

// BulkForm asks what to do with many records.
type BulkForm struct {
	Lead   string // which records
	Error  string // what is wrong with none of the fields
	Action string // address of the preview
	Begin  string // that of the form with one change more
	Offers []BulkOffer
	Hidden []FormValue
	Fields []BulkField
	Delete string // the button that previews a deletion
	Bundle string // where the records are handed on as a bundle; empty where they cannot
	Cancel string
}

// BulkOffer is what can be done with a field, in sentences.
type BulkOffer struct {
	Label   string
	Options []ui.Option
}

// BulkField is what can be done with one field.
type BulkField struct {
	Name        string // of the field
	Label, Help string
	Do          ui.Control
	Find, Value *ui.Control // nil where nothing is entered
	With        string      // what stands between the two
	Open        bool        // something is done, so that it is shown
	Then        *BulkField  // what can be done after it; nil for nothing
}

// BulkPreview shows what a change of many records, or a recipe of several, would do, and asks.
type BulkPreview struct {
	Lead   string
	Error  string // why there is no preview
	Steps  []BulkStep
	None   bool // nothing would change
	Form   ui.Form
	Back   ui.Link     // to what is changed; without a label for none
	Recipe *ui.Form    // keeps the change
	Add    *ui.Form    // adds it to a recipe; nil where there is none
	Copy   *ui.Form    // copies the recipe; nil for none
	Factor *BulkFactor // of a built-in recipe; nil for none

	CopyTitle string
	Rename    *ui.Form    // of a recipe
	Delete    *ui.Confirm // deletes the records, instead of Form, or the recipe
}

// BulkFactor asks for the number that a built-in recipe multiplies by.
type BulkFactor struct{ Action, Value, Help string }

// Recipes are the recipes of an instance and the built-in ones.
type Recipes struct {
	Lead     string
	Table    ui.Table
	BuiltIn  []BuiltInRecipe
	Sequence RecipeSequence
}

// BuiltInRecipe is a recipe that comes with the program.
type BuiltInRecipe struct {
	ui.Link
	Note string
}

// RecipeSequence chooses recipes to run one after the other.
type RecipeSequence struct {
	Action   string
	Controls []ui.Control
}

// Template names the page that draws the view.
func (Recipes) Template() string { return "recipes" }

// BulkStep is what a change does to the records of one resource.
type BulkStep struct {
	Title   string
	Label   string // what the rows are
	What    []string
	Counts  []string
	Columns []string // the labels of the fields that change
	Rows    []BulkRow
	Fixed   bool // rows cannot be left out
	Also    []Change
	Pager   ui.Pager
	Up      string // where a form moves the step before the one above it; empty for none
	Remove  string // where one removes it
}

// BulkRow is what a change does to one record.
type BulkRow struct {
	SID, Name, URL string
	Fields         []*FieldChange // by the columns; nil for a field that stays
	Notes          []string       // what else is said of it
	Left           bool
}

// Add adds a row, with columns for fields that are new.
func (s *BulkStep) Add(row BulkRow, fields []FieldChange) {
	for _, field := range fields {
		i := slices.Index(s.Columns, field.Label)
		if i < 0 {
			i, s.Columns = len(s.Columns), append(s.Columns, field.Label)
		}
		for len(row.Fields) <= i {
			row.Fields = append(row.Fields, nil)
		}
		row.Fields[i] = &field
	}
	s.Rows = append(s.Rows, row)
}

// Cells returns the fields of a row for all columns.
func (s BulkStep) Cells(row BulkRow) []*FieldChange {
	return append(slices.Clone(row.Fields), make([]*FieldChange, len(s.Columns)-len(row.Fields))...)
}

// SIDs returns the records of the rows.
func (s BulkStep) SIDs() []string {
	sids := make([]string, len(s.Rows))
	for i, row := range s.Rows {
		sids[i] = row.SID
	}
	return sids
}

// Omitted returns how many records the page does not show.
func (s BulkStep) Omitted() int { return s.Pager.Total - len(s.Rows) }

// Template names the page that draws the view.
func (BulkForm) Template() string { return "bulk" }

// Template names the page that draws the view.
func (BulkPreview) Template() string { return "bulk-preview" }

// PrevPage returns the number of the page before, 0 for none.
func (s BulkStep) PrevPage() int { return max(0, min(s.Pager.Page-1, s.Pager.Last())) }

// NextPage returns the number of the next page, 0 for none.
func (s BulkStep) NextPage() int {
	if s.Pager.Page >= s.Pager.Last() {
		return 0
	}
	return s.Pager.Page + 1
}
