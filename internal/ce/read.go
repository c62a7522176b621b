package ce

import (
	"fmt"
	"iter"
)

// reader takes values out of a tree and collects what its author should know.
type reader struct {
	*tree
	warnings []Warning
}

func (r *reader) warn(i int, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if name := r.attrValue(0, "name"); name != "" {
		message = fmt.Sprintf("%s %q: %s", r.elems[0].name, name, message)
	}
	r.warnings = append(r.warnings, Warning{Line: r.elems[i].line, Message: message})
}

// having yields the elements with a value for the attribute and warns of the others.
func (r *reader) having(attribute string, elems iter.Seq[int]) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range elems {
			if r.attrValue(i, attribute) == "" {
				r.warn(i, "<%s> without %s is not read", r.elems[i].name, attribute)
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

// string returns the text of the first element of that name which has one, or nil.
func (r *reader) string(name string) *string {
	i := r.filled(name)
	if i == none {
		return nil
	}
	text := r.text(i)
	return &text
}

// number reads the first element of that name which has a text; nil when that is no number.
func (r *reader) number(name string) *int64 {
	for i := range r.named(0, name) {
		if text := r.text(i); text != "" {
			return r.integer(i, name, text)
		}
	}
	return nil
}

// flag reads an attribute of the entry's flags; every number but 0 is true.
func (r *reader) flag(attribute string) *bool {
	for i := range r.named(0, "flags") {
		if text := r.attrValue(i, attribute); text != "" {
			return truth(r.integer(i, attribute, text))
		}
	}
	return nil
}

// attrNumber reads an attribute of the element i; nil when it holds no number.
func (r *reader) attrNumber(i int, attribute string) *int64 {
	text := r.attrValue(i, attribute)
	if text == "" {
		return nil
	}
	return r.integer(i, attribute, text)
}

func (r *reader) integer(i int, what, text string) *int64 {
	value, problem := parseInteger(text)
	if problem != "" {
		r.warn(i, "%s %q %s", what, text, problem)
	}
	return value
}

func truth(number *int64) *bool {
	if number == nil {
		return nil
	}
	isTrue := *number != 0
	return &isTrue
}
