package change_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
)

var digit = rapid.IntRange(0, 2)

// decided returns the side that counts.
func decided[T any](o change.Outcome, mine, theirs T, mineCounts bool) T {
	if o == change.OnlyTheirs || o == change.Clash && !mineCounts {
		return theirs
	}
	return mine
}

// wholes are merged as one value each: numbers, and the texts of files that are no documents.
func wholes[T comparable](some *rapid.Generator[T]) kind[T] {
	return kind[T]{
		any:    func(t *rapid.T) T { return some.Draw(t, "value") },
		edited: func(t *rapid.T, _ T) T { return some.Draw(t, "edited value") },
		merge: func(base, mine, theirs T, mineCounts bool) (T, []string) {
			o := change.Between(base, mine, theirs, change.Same)
			return decided(o, mine, theirs, mineCounts), []string{"it"}[:clashes(o)]
		},
		tell: func(value T) string { return fmt.Sprint(value) },
	}
}

// lines are texts of up to two lines; the empty one stands for a file that is not there.
var lines = rapid.SampledFrom([]string{"", "a\n", "b\n", "a\nb\n", "a\r\n"})

// texts are merged by their lines. What is above a dash and what is below it are their parts.
var texts = kind[string]{
	any: func(t *rapid.T) string {
		some := rapid.SliceOfN(lines, 0, 4)
		return strings.Join(some.Draw(t, "upper lines"), "") + "-\n" + strings.Join(some.Draw(t, "lower lines"), "")
	},
	edited: editedText,
	merge: func(base, mine, theirs string, mineCounts bool) (merged string, conflicts []string) {
		if mineCounts {
			mine, theirs = theirs, mine
		}
		merged, found := change.MergeLines(base, mine, theirs)
		for _, c := range found {
			conflicts = append(conflicts, fmt.Sprint(c.Line))
		}
		return merged, conflicts
	},
	tell: strconv.Quote,
	part: func(of, other string, odd bool) string {
		top, bottom, apart := strings.Cut(of, "-\n")
		otherTop, otherBottom, is := strings.Cut(other, "-\n")
		switch {
		case !apart || !is:
			return of
		case odd:
			return otherTop + "-\n" + bottom
		}
		return top + "-\n" + otherBottom
	},
}

// editedText returns a text with some lines more, less or changed.
func editedText(t *rapid.T, old string) string {
	list := slices.Collect(strings.Lines(old))
	for range rapid.IntRange(0, 3).Draw(t, "edits") {
		i := rapid.IntRange(0, len(list)).Draw(t, "place")
		list = slices.Replace(list, i, min(len(list), i+rapid.IntRange(0, 1).Draw(t, "lines less")), lines.Draw(t, "line"))
	}
	return strings.Join(list, "")
}

func clashes(o change.Outcome) int {
	if o == change.Clash {
		return 1
	}
	return 0
}

var word = rapid.SampledFrom([]string{"a", "b", "c", "d"})

// sets are lists of words, such as usages; they never clash.
var sets = kind[[]string]{
	any: func(t *rapid.T) []string { return rapid.SliceOfDistinct(word, rapid.ID).Draw(t, "words") },
	edited: func(t *rapid.T, _ []string) []string {
		return rapid.SliceOfDistinct(word, rapid.ID).Draw(t, "edited words")
	},
	merge: func(base, mine, theirs []string, mineCounts bool) ([]string, []string) {
		merged, conflicts := mergeTrees(listOf(base), listOf(mine), listOf(theirs), mineCounts)
		var words []string
		for _, word := range merged.([]any) {
			words = append(words, word.(string))
		}
		return words, conflicts
	},
	tell: func(words []string) string { return strings.Join(slices.Sorted(slices.Values(words)), "") },
	part: func(of, other []string, odd bool) []string {
		isPart := func(word string) bool { return (word[0]%2 == 1) == odd }
		rest := slices.DeleteFunc(slices.Clone(of), isPart)
		return append(rest, slices.DeleteFunc(slices.Clone(other), func(word string) bool { return !isPart(word) })...)
	},
}

func listOf[T any](some []T) []any {
	list := []any{}
	for _, one := range some {
		list = append(list, one)
	}
	return list
}

func mergeTrees(base, mine, theirs any, mineCounts bool) (merged any, conflicts []string) {
	merged = change.Merge(base, mine, theirs, func(c change.Conflict) bool {
		conflicts = append(conflicts, c.Path)
		return mineCounts
	})
	return merged, conflicts
}

// row is a record with a key; a nil one is not there.
type row map[string]int

// records are merged field by field.
var records = kind[row]{
	any: anyRow,
	edited: func(t *rapid.T, old row) row {
		if rapid.IntRange(0, 4).Draw(t, "deleted") == 0 {
			return nil
		}
		return anyRow(t)
	},
	merge: mergeRows,
	tell:  func(r row) string { return fmt.Sprint(r) },
	part: func(of, other row, odd bool) row {
		if of == nil || other == nil {
			return of
		}
		of = maps.Clone(of)
		for _, name := range map[bool][]string{true: {"nominal"}, false: {"key", "cost"}}[odd] {
			of[name] = other[name]
		}
		return of
	},
}

func anyRow(t *rapid.T) row {
	return row{"key": digit.Draw(t, "key"), "nominal": digit.Draw(t, "nominal"), "cost": digit.Draw(t, "cost")}
}

func mergeRows(base, mine, theirs row, mineCounts bool) (merged row, conflicts []string) {
	if mine == nil || theirs == nil {
		o := change.Between(base, mine, theirs, sameRow)
		return decided(o, mine, theirs, mineCounts), []string{"record"}[:clashes(o)]
	}
	merged = row{}
	for name := range mine {
		same := func(a, b row) bool { return a != nil && b != nil && a[name] == b[name] }
		o := change.Between(base, mine, theirs, same)
		merged[name] = decided(o, mine, theirs, mineCounts)[name]
		conflicts = append(conflicts, []string{name}[:clashes(o)]...)
	}
	return merged, conflicts
}

func sameRow(a, b row) bool { return maps.Equal(a, b) }

// file is a list of records, with the place of each in the version that it was made from; -1 for a new one.
type file struct {
	rows   []row
	places []int
}

// listed are the records of files. With places it is known of mine which record is which, whatever it is called now, and several may have
// one key.
func listed(withPlaces bool) kind[file] {
	merge := func(base, mine, theirs file, mineCounts bool) (merged file, conflicts []string) {
		b, m, t := entries(base), entries(mine), entries(theirs)
		places := slices.Repeat([]int{-1}, len(m))
		if withPlaces && len(mine.places) == len(m) {
			places = mine.places
		}
		for _, trio := range change.Join(b, m, t, change.Was(b, b, m, places)) {
			row, found := mergeRows(rowAt(base, trio.Base), rowAt(mine, trio.Mine), rowAt(theirs, trio.Theirs), mineCounts)
			conflicts = append(conflicts, found...)
			if row != nil {
				merged.rows = append(merged.rows, row)
			}
		}
		return merged, conflicts
	}
	return kind[file]{
		any: func(t *rapid.T) file {
			return file{rows: rapid.SliceOfN(rapid.Custom(anyRow), 0, 4).Draw(t, "rows")}.only(withPlaces)
		},
		edited: func(t *rapid.T, old file) file { return editedFile(t, old).only(withPlaces) },
		merge:  merge,
		tell:   tellFile,
		leans:  withPlaces,
		part:   filePart(withPlaces),
	}
}

func entries(f file) []change.Entry {
	list := make([]change.Entry, len(f.rows))
	for i, r := range f.rows {
		list[i] = change.Entry{Key: strconv.Itoa(r["key"]), Whole: fmt.Sprint(r)}
	}
	return list
}

func rowAt(f file, i int) row {
	if i < 0 {
		return nil
	}
	return f.rows[i]
}

// filePart parts records by their keys, where each has its own.
func filePart(withDoubles bool) func(of, other file, odd bool) file {
	if withDoubles {
		return nil
	}
	return func(of, other file, odd bool) file {
		isPart := func(r row) bool { return (r["key"]%2 == 1) == odd }
		rest := slices.DeleteFunc(slices.Clone(of.rows), isPart)
		return file{rows: append(rest, slices.DeleteFunc(slices.Clone(other.rows), func(r row) bool { return !isPart(r) })...)}
	}
}

// only leaves out records with a key that another one has, unless there may be doubles.
func (f file) only(withDoubles bool) (left file) {
	seen := map[int]bool{}
	for i, r := range f.rows {
		if seen[r["key"]] && !withDoubles {
			continue
		}
		seen[r["key"]] = true
		left.rows = append(left.rows, r)
		if f.places != nil {
			left.places = append(left.places, f.places[i])
		}
	}
	return left
}

// editedFile renames, changes, deletes, moves and adds records.
func editedFile(t *rapid.T, old file) (f file) {
	for i, r := range old.rows {
		r = maps.Clone(r)
		switch rapid.SampledFrom([]string{"stays", "stays", "renamed", "changed", "deleted"}).Draw(t, "edit") {
		case "renamed":
			r["key"] = digit.Draw(t, "key")
		case "changed":
			r["nominal"] = digit.Draw(t, "nominal")
		case "deleted":
			continue
		}
		f.rows, f.places = append(f.rows, r), append(f.places, i)
	}
	for range rapid.IntRange(0, 2).Draw(t, "new ones") {
		f.rows, f.places = append(f.rows, anyRow(t)), append(f.places, -1)
	}
	if n := len(f.rows); n > 1 && rapid.Bool().Draw(t, "moved") {
		f.rows[0], f.rows[n-1] = f.rows[n-1], f.rows[0]
		f.places[0], f.places[n-1] = f.places[n-1], f.places[0]
	}
	return f
}

func tellFile(f file) string {
	told := make([]string, len(f.rows))
	for i, r := range f.rows {
		told[i] = fmt.Sprint(r)
	}
	slices.Sort(told)
	return strings.Join(told, " ")
}

// documents are trees with named elements, elements without a name, words and numbers.
func documents(withRenames bool) kind[any] {
	return kind[any]{
		any:    func(t *rapid.T) any { return anyDocument(t) },
		edited: func(t *rapid.T, old any) any { return editedDocument(t, old.(*jsontree.Object), withRenames) },
		merge:  mergeTrees,
		tell:   tellTree,
		leans:  withRenames,
		part: func(of, other any, odd bool) any {
			next, from := of.(*jsontree.Object).Clone(), other.(*jsontree.Object)
			for _, key := range map[bool][]string{true: {"a", "named"}, false: {"b", "words"}}[odd] {
				next.Delete(key)
				if value, has := from.Get(key); has {
					next.Set(key, value)
				}
			}
			return next
		},
	}
}

func anyDocument(t *rapid.T) *jsontree.Object {
	o := new(jsontree.Object)
	for _, key := range []string{"a", "b"} {
		if rapid.Bool().Draw(t, "has "+key) {
			o.Set(key, numberOf(t))
		}
	}
	o.Set("words", listOf(rapid.SliceOfDistinct(word, rapid.ID).Draw(t, "words")))
	named := []any{}
	for _, name := range rapid.SliceOfDistinct(word, rapid.ID).Draw(t, "names") {
		named = append(named, element(t, name))
	}
	o.Set("named", named)
	return o
}

func numberOf(t *rapid.T) any { return jsontree.Number(strconv.Itoa(digit.Draw(t, "number"))) }

func element(t *rapid.T, name string) *jsontree.Object {
	e := new(jsontree.Object)
	e.Set("Name", name)
	e.Set("p", numberOf(t))
	e.Set("q", numberOf(t))
	return e
}

func editedDocument(t *rapid.T, old *jsontree.Object, withRenames bool) *jsontree.Object {
	next := anyDocument(t)
	for _, key := range []string{"a", "b", "words"} {
		if value, has := old.Get(key); rapid.Bool().Draw(t, "keeps "+key) {
			if next.Delete(key); has {
				next.Set(key, value)
			}
		}
	}
	if !withRenames || rapid.Bool().Draw(t, "keeps the list") {
		next.Set("named", editedList(t, old.List("named"), withRenames))
	}
	return next
}

// editedList changes, renames, deletes, moves and adds elements.
func editedList(t *rapid.T, old []any, withRenames bool) []any {
	names, list := map[string]bool{}, []any{}
	for _, e := range old {
		names[e.(*jsontree.Object).Text("Name")] = true
	}
	fresh := func() string {
		name := rapid.SampledFrom([]string{"v", "w", "x", "y"}).Draw(t, "name")
		if names[name] {
			return ""
		}
		names[name] = true
		return name
	}
	edits, adds := []string{"stays", "stays", "changed", "deleted", "renamed"}, true
	if !withRenames { // one that goes and one that comes may be one that was renamed
		if edits, adds = edits[:4], rapid.Bool().Draw(t, "adds"); adds {
			edits = edits[:3]
		}
	}
	for _, e := range old {
		e := e.(*jsontree.Object).Clone()
		switch rapid.SampledFrom(edits).Draw(t, "edit") {
		case "changed":
			e.Set("p", numberOf(t))
		case "renamed":
			if name := fresh(); name != "" {
				e.Set("Name", name)
			}
		case "deleted":
			continue
		}
		list = append(list, e)
	}
	if name := fresh(); adds && name != "" {
		list = append(list, element(t, name))
	}
	if n := len(list); n > 1 && rapid.Bool().Draw(t, "moved") {
		list[0], list[n-1] = list[n-1], list[0]
	}
	return list
}

// tellTree tells a tree without the order of keys and elements.
func tellTree(value any) string {
	var told []string
	switch value := value.(type) {
	case *jsontree.Object:
		for key, member := range value.All() {
			told = append(told, key+":"+tellTree(member))
		}
	case []any:
		for _, e := range value {
			told = append(told, tellTree(e))
		}
	default:
		return fmt.Sprint(value)
	}
	slices.Sort(told)
	return "{" + strings.Join(told, " ") + "}"
}
