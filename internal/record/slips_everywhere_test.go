package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/filter"
)

// filteredLists are all resources, and the lists of what is no record.
func filteredLists() []*Resource {
	return slices.Concat(All(), []*Resource{
		MarketItems, Revisions, Changes, Deliveries, Findings, MadeFiles, Documents, Packs, Logs, Members, Invitations, BuiltIns,
	})
}

// TestNoSlipWidensAnyList makes the slips of TestNoSlipWidens in a filter of every field of every list, and of all that is asked of its
// records: what may still be understood is another text or another number, and never everything.
func TestNoSlipWidensAnyList(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 5, 12, 0, 0, 0, time.UTC)
	for _, r := range filteredLists() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			list := slipped{r, anyRows(r, now), wordsFor(r)}
			terms := termsFor(r)
			if len(terms) == 0 {
				t.Fatal("nothing to filter by")
			}
			for _, term := range terms {
				for _, q := range []string{term, "-" + term} {
					list.slipAnywhere(t, q, now)
				}
			}
		})
	}
}

// slipAnywhere tries all slips in a filter of one term.
func (s slipped) slipAnywhere(t *testing.T, q string, now time.Time) {
	t.Helper()
	want, err := s.find(t, q, now)
	if err != nil || want == 0 || want == len(s.rows) {
		t.Fatalf("%s finds %d of %d: %v", q, want, len(s.rows), err)
	}
	for _, other := range slips(q, 0) {
		found, err := s.find(t, other, now)
		if err == nil && found == len(s.rows) && !isOtherText(s.r, q, other) && !isOtherNumber(q, other) {
			t.Errorf("%s instead of %s finds everything", other, q)
		}
	}
}

// isOtherNumber reports whether two filters differ in nothing but their numbers and times, or in what is at one end of a comparison.
func isOtherNumber(a, b string) bool {
	terms, _ := filter.Parse(a)
	others, _ := filter.Parse(b)
	shape := func(t filter.Term) string {
		isPlain := strings.ContainsAny(t.Values[0].Text, "0123456789") && !strings.Contains(t.Values[0].Text, "*")
		return fmt.Sprint(t.Not, strings.ToLower(t.Field), t.Op != filter.Is, isPlain)
	}
	return len(terms) == 1 && len(others) == 1 && strings.ContainsAny(a, "0123456789") && shape(terms[0]) == shape(others[0])
}

// What the rows of all lists hold.
var (
	someTexts  = []string{"North", "South", "West-End", "Eastern"}
	someNames  = []NamedID{{1, "Military"}, {2, "Town"}, {3, "two words"}}
	someClosed = []string{"mods/x_types.xml", "db/own.xml", "shelves"}
)

const anyRowCount = 60 // of which each has another number in a field

// anyRows are rows of a resource that differ in each of its fields.
func anyRows(r *Resource, now time.Time) (rows []Row) {
	for n := range int64(anyRowCount) {
		row := make(Row, len(r.Fields))
		for i, f := range r.Fields {
			row[i] = f.anyValue(n*61+int64(i)*3, now) // a step that meets all of any number of words
		}
		if i, there := r.byName["id"]; there {
			row[i] = n
		}
		rows = append(rows, row)
	}
	return rows
}

// anyValue is the stored value of a field in one of many rows.
func (f *Field) anyValue(n int64, now time.Time) any {
	switch {
	case f.Nullable && n%6 == 5:
		return nil
	case f.Type == Links:
		return []int64{1 + n%3}
	case f.Ref != "":
		return 1 + n%3
	}
	switch f.Type {
	case Int:
		return n % 60
	case Decimal:
		return n % 60 * hundred
	case Float:
		return float64(n % 60)
	case Flag:
		return n % 2
	case Time:
		return now.Add(-time.Duration((n%60)*(n%60)) * time.Hour).UnixMicro()
	case List:
		return "[{" + f.itemText(n) + "}]"
	case Vector:
		return fmt.Sprintf("[%d,%d,0.5]", n%3, n)
	case Object, BulkSteps:
		return `{"a":` + strconv.Quote(f.anyText(n)) + `}`
	case Texts:
		return `[` + strconv.Quote(f.anyText(n)) + `]`
	}
	return f.anyText(n)
}

func (f *Field) anyText(n int64) string {
	list := someTexts
	switch {
	case len(f.In) > 0:
		list = f.In
	case f.Closed:
		list = someClosed
	}
	return list[n%int64(len(list))]
}

// itemText is a member of a record of a list, one whose texts may be any.
func (f *Field) itemText(n int64) string {
	for _, item := range f.Items {
		if item.Type == Text && len(item.In) == 0 {
			return strconv.Quote(item.Name) + ":" + strconv.Quote(item.anyText(n))
		}
	}
	return `"none":1`
}

// wordsFor is the vocabulary of those rows.
func wordsFor(r *Resource) Vocabulary {
	words := someWords{named: map[string][]NamedID{}}
	for _, f := range r.Fields {
		if f.Ref != "" {
			words.named[f.Ref] = someNames
		}
	}
	return words
}

// termsFor are a filter or two of each field of a resource, and of what is asked of its records.
func termsFor(r *Resource) (terms []string) {
	for _, f := range r.Fields {
		if r.filterable(f.Name) == f {
			terms = append(terms, f.someTerms()...)
		}
	}
	for _, a := range r.Asked() {
		terms = append(terms, map[Test]string{
			ChangedBy: "by:anna", HasProblem: "problem:error", Used: "used>20", OfKind: "kind:gun", ByGame: "vanilla:same", Since: "since:sent",
		}[a.Test])
	}
	return terms
}

func (f *Field) someTerms() []string {
	name := f.Name
	switch {
	case f.Ref != "":
		return []string{name + ":Military", name + `:"two words",town`, name + ":2"}
	case len(f.In) == 1, f.Said && !f.Nullable:
		return nil // always the same
	case f.Said:
		return []string{name + ":any", name + ":none"}
	}
	switch f.Type {
	case Int, Float, Decimal:
		return []string{name + ">20", name + ":15..40"}
	case Flag:
		return []string{name + ":yes"}
	case Time:
		return []string{name + ":7d", name + ">2026-04-02"}
	case List:
		if f.itemText(0) == `"none":1` {
			return nil
		}
		return []string{name + ":north"}
	case Vector:
		return []string{name + ":*2,*"}
	}
	return []string{name + ":" + filter.Exactly(f.anyText(0))}
}
