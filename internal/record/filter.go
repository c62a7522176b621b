package record

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Filter restricts a list by a query parameter. It ignores values that are not valid.
type Filter struct {
	Param string
	Label string
	Ref   string            // the resource whose ids it accepts
	Cases map[string]string // a condition for each accepted text, without argument
	SQL   string            // a condition on the argument $
	now   bool              // the conditions of Cases take the time of the request
	field string            // what the filter language calls what the filter compares; empty with Cases
	terms map[string]string // the same as Cases in the filter language
}

// byID filters by the id in a column of the record.
func byID(param, ref, column string) Filter {
	return Filter{Param: param, Ref: ref, SQL: "r." + column + " = $", field: column}
}

// byLink filters by an id that a link table holds for the record.
func byLink(param, ref string, l Link) Filter {
	return Filter{
		Param: param, Ref: ref,
		SQL: "r.id IN (SELECT l." + l.Owner + " FROM " + l.Table + " l WHERE l." + l.Column + " = $ AND " + l.Seen("l") + ")", field: param,
	}
}

// byFlag filters by 1 or 0 in a column of the record.
func byFlag(param, column string) Filter {
	return Filter{
		Param: param, Cases: map[string]string{"1": "r." + column + " = 1", "0": "r." + column + " = 0"},
		terms: map[string]string{"1": column + ":yes", "0": column + ":no"},
	}
}

// byPast filters by whether a time has passed: 1 for yes, 0 for no or without a time.
func byPast(param, column string) Filter {
	return Filter{Param: param, now: true, Cases: map[string]string{
		"1": "r." + column + " <= $", "0": "(r." + column + " IS NULL OR r." + column + " > $)",
	}, terms: map[string]string{"1": column + ">0s", "0": "-" + column + ">0s"}}
}

// byStatus filters by enabled or disabled.
func byStatus() Filter {
	return Filter{
		Param: "status", Cases: map[string]string{"enabled": "r.enabled = 1", "disabled": "r.enabled = 0"},
		terms: map[string]string{"enabled": "enabled:yes", "disabled": "enabled:no"},
	}
}

// byText filters by the exact text of a column.
func byText(param string) Filter {
	return Filter{Param: param, SQL: "r." + param + " = $", field: param}
}

// Applied is a condition or sort expression of a request, with its arguments.
type Applied struct {
	SQL   string // with $ where the argument goes
	Args  []any
	timed bool // an argument is the time of the request
}

func (f Filter) apply(value any) (Applied, bool) {
	text, ok := scalarText(value)
	if !ok || text == "" {
		return Applied{}, false
	}
	if f.Cases != nil {
		sql, ok := f.Cases[text]
		return Applied{SQL: sql, Args: f.caseArgs(), timed: f.now}, ok
	}
	if f.Ref == "" {
		return Applied{SQL: f.SQL, Args: []any{text}}, true
	}
	id, err := strconv.ParseInt(text, 10, 64)
	return Applied{SQL: f.SQL, Args: []any{id}}, err == nil
}

func (f Filter) caseArgs() []any {
	if !f.now {
		return nil
	}
	return []any{time.Now().UnixMicro()}
}

// scalarText returns a parameter as text; ok is false if it is not a scalar or cannot be part of a stored text.
func scalarText(value any) (string, bool) {
	switch value.(type) {
	case string, jsontree.Number, bool:
		text := validate.Text(value)
		return text, utf8.ValidString(text) && !strings.ContainsRune(text, 0)
	}
	return "", false
}

// The sizes of a page of surface A.
const (
	defaultPerPage = 15
	maxPerPage     = 100
)

// Query asks for one page of a list.
type Query struct {
	Page, PerPage int
	Search        string
	Filters       []Applied
	Where         []Condition
	Sort          []Sorting
	Order         []Applied // what the list is sorted by without Sort, before the id; none of them may be null
	Include       []*Field  // nested fields that the list shall hold
}

// Lasting reports whether the list depends on the records alone, and not on the time or on what a filter has computed.
func (q Query) Lasting() bool {
	return len(q.Where) == 0 && !slices.ContainsFunc(q.Filters, func(f Applied) bool { return f.timed })
}

// ParseQuery parses the parameters of a list request. It ignores invalid ones.
func (r *Resource) ParseQuery(in *jsontree.Object) Query {
	q := Query{}
	q.Page, q.PerPage = ParsePage(in)
	q.Search = TextParam(in, "search")
	for _, f := range r.Filters {
		value, _ := in.Get(f.Param)
		if applied, ok := f.apply(value); ok {
			q.Filters = append(q.Filters, applied)
		}
	}
	q.Sort = r.sorting(in)
	q.Include = r.including(in)
	return q
}

// TextParam returns a parameter as text, or "" if it is missing or cannot be part of a stored text.
func TextParam(in *jsontree.Object, name string) string {
	value, _ := in.Get(name)
	text, ok := scalarText(value)
	if !ok {
		return ""
	}
	return text
}

// ParsePage returns the number of a page, counted from 1, and the number of records per page.
func ParsePage(in *jsontree.Object) (number, size int) {
	return pageNumber(in), ClampPerPage(TextParam(in, "per_page"), defaultPerPage)
}

func pageNumber(in *jsontree.Object) int {
	text := TextParam(in, "page")
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 1
	}
	return int(n)
}

// ClampPerPage parses the size of a page and limits it to 1 to 100. It returns the standard size if the text is not a number.
func ClampPerPage(text string, standard int) int {
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return standard
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return standard
	}
	return int(min(max(n, 1), maxPerPage))
}

// including parses include=usage_ids,value_ids or include[]=usage_ids.
func (r *Resource) including(in *jsontree.Object) []*Field {
	var fields []*Field
	names := listParam(in, "include")
	for _, f := range r.Fields {
		if f.Nested && f.Shown() && slices.Contains(names, f.Name) {
			fields = append(fields, f)
		}
	}
	return fields
}

func listParam(in *jsontree.Object, name string) []string {
	value, _ := in.Get(name)
	if members, ok := value.([]any); ok {
		names := make([]string, 0, len(members))
		for _, m := range members {
			text, _ := scalarText(m)
			names = append(names, text)
		}
		return names
	}
	text, _ := scalarText(value)
	names := strings.Split(text, ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	return names
}
