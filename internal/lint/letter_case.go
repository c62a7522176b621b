package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var letterCase = &Rule{
	ID: "letter-case", Severity: Warning, Title: "Upper and lower case differ from the definitions",
	Says: sentences{
		"category": "The category “{name}” is spelled “{as}” in the definitions.",
		"usage":    "The usage “{name}” is spelled “{as}” in the definitions.",
		"value":    "The value “{name}” is spelled “{as}” in the definitions.",
		"tag":      "The tag “{name}” is spelled “{as}” in the definitions.",
	},
	types: func(w *world, report report) func(*record.Type) {
		defined := w.spellings()
		return func(t *record.Type) {
			for _, problem := range defined.differing(t) {
				report(t, problem, nil)
			}
		}
	},
}

// spelling is a vocabulary with the spellings of its names.
type spelling struct {
	vocabulary
	plain, groups map[string][]string // the spellings of a name, by the name in lower case
	ids           func(*record.Type) []int64
	refs          func(ce.Type) []ce.Ref
}

type spellings []spelling

func (w *world) spellings() spellings {
	return spellings{
		newSpelling(w.categories(), categoryIDs, categoryRefs),
		newSpelling(w.usages(), func(t *record.Type) []int64 { return t.UsageIDs }, func(t ce.Type) []ce.Ref { return t.Usages }),
		newSpelling(w.values(), func(t *record.Type) []int64 { return t.ValueIDs }, func(t ce.Type) []ce.Ref { return t.Values }),
		newSpelling(w.tags(), func(t *record.Type) []int64 { return t.TagIDs }, func(t ce.Type) []ce.Ref { return t.Tags }),
	}
}

func newSpelling(v vocabulary, ids func(*record.Type) []int64, refs func(ce.Type) []ce.Ref) spelling {
	return spelling{vocabulary: v, plain: byName(v.spelled), groups: byName(v.spelledGroups), ids: ids, refs: refs}
}

func byName(list []string) map[string][]string {
	spelled := map[string][]string{}
	for _, name := range list {
		key := strings.ToLower(name)
		spelled[key] = append(spelled[key], name)
	}
	return spelled
}

// of returns the defined spellings of a name.
func (s spelling) of(name string, group bool) []string {
	if group {
		return s.groups[strings.ToLower(name)]
	}
	return s.plain[strings.ToLower(name)]
}

func categoryIDs(t *record.Type) []int64 {
	if t.CategoryID == nil {
		return nil
	}
	return []int64{*t.CategoryID}
}

func categoryRefs(t ce.Type) []ce.Ref {
	if t.Category == nil {
		return nil
	}
	return []ce.Ref{{Name: *t.Category}}
}

// differing returns what to say of each name that the file of a type spells differently. It does not parse texts that contain all names
// as they are defined.
func (s spellings) differing(t *record.Type) (list []message) {
	if t.Raw == nil || s.allIn(t) {
		return nil
	}
	file, err := ce.ParseTypes([]byte(*t.Raw))
	if err != nil || len(file.Entries) != 1 {
		return nil
	}
	for _, v := range s {
		for _, ref := range v.refs(file.Entries[0].Value) {
			if as := v.of(ref.Name, ref.User); len(as) > 0 && !slices.Contains(as, ref.Name) {
				list = append(list, says(v.one, "name", ref.Name, "as", as[0]))
			}
		}
	}
	return list
}

// allIn reports whether the text of a type contains all its names as they are defined.
func (s spellings) allIn(t *record.Type) bool {
	for _, v := range s {
		for _, id := range v.ids(t) {
			as := v.of(v.byID[id].Name, v.byID[id].Group)
			stands := func(name string) bool { return strings.Contains(*t.Raw, `"`+name+`"`) }
			if len(as) > 0 && !slices.ContainsFunc(as, stands) {
				return false
			}
		}
	}
	return true
}
