package ce

import (
	"iter"
	"strings"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// reader reads values from a tree and collects warnings.
type reader struct {
	*tree
	lines    lineCounter
	warnings []textfile.Warning
	integers []int64 // room for values; one allocation for many of them
	decimals []float64
	truths   []bool
}

func newReader(t *tree) *reader {
	return &reader{tree: t, lines: lineCounter{line: 1}}
}

// startOver prepares the reader for another text in its tree.
func (r *reader) startOver() {
	r.lines, r.warnings = lineCounter{line: 1}, nil
}

// lineCounter returns the lines of offsets. It counts from the previous offset.
type lineCounter struct{ offset, line int }

func (c *lineCounter) at(src string, offset int) int {
	if offset < c.offset {
		c.line -= strings.Count(src[offset:c.offset], "\n")
	} else {
		c.line += strings.Count(src[c.offset:offset], "\n")
	}
	c.offset = offset
	return c.line
}

// line returns the line that the element starts on.
func (r *reader) line(i int) int {
	return r.lines.at(r.src, r.elems[i].start)
}

func (r *reader) warn(i int, says say.Message) {
	if name := r.attrValue(0, "name"); name != "" {
		says = say.New("entry", "element", r.elems[0].name, "name", name, "says", says)
	}
	r.warnings = append(r.warnings, textfile.Warning{Line: r.line(i), Says: says})
}

// warnOfLack adds a warning about an element that is not read without what it lacks.
func (r *reader) warnOfLack(i int, what string) {
	if what == "x" || what == "z" {
		r.warn(i, say.New("lacks-number", "element", r.elems[i].name, "what", what))
		return
	}
	r.warn(i, say.New("lacks", "element", r.elems[i].name, "what", what))
}

// having yields the elements with a value for the attribute and adds a warning for each other one.
func (r *reader) having(attribute string, elems iter.Seq[int]) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range elems {
			if r.attrValue(i, attribute) == "" {
				r.warnOfLack(i, attribute)
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
}

// filled returns the first element below the entry that has the name and a text, or none.
func (t *tree) filled(name string) int {
	for i := range t.named(0, name) {
		if t.text(i) != "" {
			return i
		}
	}
	return none
}

// filledAttr returns the first element below the entry that has the name and a value for the
// attribute, or none.
func (t *tree) filledAttr(name, attribute string) int {
	for i := range t.named(0, name) {
		if t.attrValue(i, attribute) != "" {
			return i
		}
	}
	return none
}

// string returns the text of the first element of that name that has one, or nil.
func (r *reader) string(name string) *string {
	i := r.filled(name)
	if i == none {
		return nil
	}
	return new(r.text(i))
}

// number reads the first element of that name that has a text; it returns nil if that is not a number.
func (r *reader) number(name string) *int64 {
	for i := range r.named(0, name) {
		if text := r.text(i); text != "" {
			return r.integer(i, name, text)
		}
	}
	return nil
}

// numbers reads the elements of the fields' names into them.
func (r *reader) numbers(fields []numberField) {
	for _, field := range fields {
		*field.value = r.number(field.name)
	}
}

// attrNumber reads an attribute of element i; it returns nil if that is not a number.
func (r *reader) attrNumber(i int, attribute string) *int64 {
	if text := r.attrValue(i, attribute); text != "" {
		return r.integer(i, attribute, text)
	}
	return nil
}

// attrDecimal is like attrNumber for numbers with decimals.
func (r *reader) attrDecimal(i int, attribute string) *float64 {
	text := r.attrValue(i, attribute)
	if text == "" {
		return nil
	}
	v, problem := decimalOf(text)
	if problem != isNumber {
		r.warn(i, problem.says(attribute, text, 0))
		return nil
	}
	return keep(&r.decimals, v)
}

// truth reads the first element of that name that has a text; every number but 0 is true.
func (r *reader) truth(name string) *bool {
	return r.isTrue(r.number(name))
}

// flag reads an attribute of the entry's flags; every number but 0 is true.
func (r *reader) flag(attribute string) *bool {
	if i := r.filledAttr("flags", attribute); i != none {
		return r.isTrue(r.attrNumber(i, attribute))
	}
	return nil
}

// flags reads the attributes of the fields' names into them.
func (r *reader) flags(fields []flagField) {
	for _, field := range fields {
		*field.value = r.flag(field.name)
	}
}

func (r *reader) isTrue(number *int64) *bool {
	if number == nil {
		return nil
	}
	return keep(&r.truths, *number != 0)
}

func (r *reader) integer(i int, what, text string) *int64 {
	n, problem := integerOf(text)
	if problem != isNumber {
		r.warn(i, problem.says(what, text, n))
	}
	if problem > isCut {
		return nil
	}
	return keep(&r.integers, n)
}

// keptTogether is the number of values that share an allocation.
const keptTogether = 256

// keep stores a value in a slice that many values share, and returns a pointer to it.
func keep[T any](room *[]T, value T) *T {
	if len(*room) == cap(*room) {
		*room = make([]T, 0, keptTogether)
	}
	*room = append(*room, value)
	return &(*room)[len(*room)-1]
}
