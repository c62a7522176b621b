package record

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
)

// Columns returns the fields that CSV can hold: the flat ones, and links as ids separated by blanks, but no nested fields.
func (r *Resource) Columns() []*Field {
	var columns []*Field
	for _, f := range r.Fields {
		if f.Flat() || f.Type == Links && f.Shown() {
			columns = append(columns, f)
		}
	}
	return columns
}

// Cells returns a record's cells for the columns, all of which the row must hold.
func (r *Resource) Cells(columns []*Field, row Row) []string {
	cells := make([]string, len(columns))
	for i, f := range columns {
		cells[i] = f.cell(row[r.Index(f.Name)])
	}
	return cells
}

// ReadCells returns a body with the cells of the columns. It ignores columns that are nil or that a body may not set. An empty cell is
// null for a nullable field, no ids for links, and is otherwise left out.
func (r *Resource) ReadCells(columns []*Field, cells []string) *jsontree.Object {
	body := new(jsontree.Object)
	for i, f := range columns {
		if f == nil || !f.Writable() {
			continue
		}
		if value, sent := f.readCell(strings.TrimSpace(cells[i])); sent {
			body.Set(f.Name, value)
		}
	}
	jsontree.Prepare(body)
	return body
}

// CSVRow is a row of CSV: its cells, and what their columns are; nil for one that is no field.
type CSVRow struct {
	Columns []*Field
	Cells   []string
}

// Says reports whether all cells that a body may set are those of a stored row, as Cells writes them.
func (c *CSVRow) Says(r *Resource, row Row) bool {
	for i, f := range c.Columns {
		if f != nil && f.Writable() && !f.isCell(row[r.Index(f.Name)], c.Cells[i]) {
			return false
		}
	}
	return true
}

// isCell reports whether a stored value has the cell.
func (f *Field) isCell(value any, cell string) bool {
	if n, is := value.(int64); is && f.Type == Int {
		var digits [20]byte
		return string(strconv.AppendInt(digits[:0], n, 10)) == cell
	}
	return f.cell(value) == cell
}

// Differing returns a body, read from cells, without the fields whose cells are the same as those of the row. Different stored values
// may have the same cell, as null and the empty text do.
func (r *Resource) Differing(body *jsontree.Object, row Row) *jsontree.Object {
	columns := make([]*Field, 0, body.Len())
	for name := range body.All() {
		columns = append(columns, r.Field(name))
	}
	stored, differing := r.ReadCells(columns, r.Cells(columns, row)), new(jsontree.Object)
	for name, value := range body.All() {
		if same, there := stored.Get(name); !there || !sameJSON(value, same) {
			differing.Set(name, value)
		}
	}
	return differing
}

func sameJSON(a, b any) bool {
	return string(jsontree.AppendValue(nil, a)) == string(jsontree.AppendValue(nil, b))
}

var unixLines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// cell returns a stored value as text; null is empty. Line ends are \n, as after reading a file.
func (f *Field) cell(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case []int64:
		return joinIDs(v)
	case string:
		return harmless(unixLines.Replace(f.text(v)))
	}
	return strings.Trim(string(f.AppendValue(nil, value)), `"`) // times and decimals are texts on the wire
}

func (f *Field) readCell(cell string) (value any, sent bool) {
	switch {
	case f.Type == Links:
		return splitIDs(cell), true
	case cell == "":
		return nil, f.Nullable
	case f.Type == Flag:
		return readFlag(cell), true
	case f.Type == Text:
		return asWritten(cell), true
	}
	return cell, true
}

// readFlag parses true and false, ignoring case: spreadsheets write them in capitals.
func readFlag(cell string) any {
	switch strings.ToLower(cell) {
	case "true":
		return true
	case "false":
		return false
	}
	return cell
}

func joinIDs(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, " ")
}

func splitIDs(cell string) []any {
	ids := []any{}
	for text := range strings.FieldsSeq(cell) {
		ids = append(ids, text)
	}
	return ids
}

// harmless prefixes a text that a spreadsheet would take for a formula with an apostrophe.
func harmless(text string) string {
	if isFormula(text) {
		return "'" + text
	}
	return text
}

// asWritten is the reverse of harmless.
func asWritten(cell string) string {
	if rest, quoted := strings.CutPrefix(cell, "'"); quoted && isFormula(rest) {
		return rest
	}
	return cell
}

// formulaStarts holds the characters that begin a formula; some spreadsheets accept their full-width forms as well.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// isFormula reports whether a text, after apostrophes and blanks, begins like a formula and is not a number.
func isFormula(text string) bool {
	text = strings.TrimLeft(text, "' ")
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && strings.ContainsRune(formulaStarts, first) && !isDecimal(text)
}

// isDecimal reports whether a text is a plain decimal. ParseFloat accepts more, but to a spreadsheet +Inf is a formula.
func isDecimal(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && strings.Trim(text, "0123456789+-.eE") == ""
}
