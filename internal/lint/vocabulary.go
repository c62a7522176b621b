package lint

import (
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// reference is a name that types refer to by its id.
type reference struct {
	Name    string
	Group   bool // it is one of the server's own groups
	BuiltIn bool // it belongs to the game
}

// vocabulary holds the defined categories, tags, usages or values.
type vocabulary struct {
	one    string // category, tag, usage or value
	byID   map[int64]reference
	names  names // the defined names; nil if unknown
	groups names // the defined groups; nil if unknown

	spelled, spelledGroups []string // the same with their spelling
}

func (w *world) categories() vocabulary {
	return w.vocabulary("category", w.Categories, func(l *ce.Limits) []string { return l.Categories }, nil)
}

func (w *world) tags() vocabulary {
	return w.vocabulary("tag", w.Tags, func(l *ce.Limits) []string { return l.Tags }, nil)
}

func (w *world) usages() vocabulary {
	return w.vocabulary("usage", w.Usages, func(l *ce.Limits) []string { return l.Usages }, func(l *ce.UserLimits) []ce.Group {
		return l.Usages
	})
}

func (w *world) values() vocabulary {
	return w.vocabulary("value", w.Values, func(l *ce.Limits) []string { return l.Values }, func(l *ce.UserLimits) []ce.Group {
		return l.Values
	})
}

// vocabulary returns the names of the imported definitions or, without any, those of the game on its own maps.
func (w *world) vocabulary(one string, byID map[int64]reference, plain func(*ce.Limits) []string,
	grouped func(*ce.UserLimits) []ce.Group,
) vocabulary {
	v := vocabulary{one: one, byID: byID}
	if !w.Instance.MapIsModded {
		v.define(builtIn(byID, false), false)
		v.define(builtIn(byID, true), true)
	}
	if w.Limits != nil {
		v.define(plain(w.Limits), false)
		if len(v.names) == 0 {
			v.names = nil // the file is reported once, and not each name
		}
	}
	if w.UserLimits != nil && grouped != nil {
		v.define(groupNames(grouped(w.UserLimits)), true)
	}
	return v
}

// define sets the defined names, or groups.
func (v *vocabulary) define(list []string, group bool) {
	if group {
		v.groups, v.spelledGroups = newNames(list...), list
		return
	}
	v.names, v.spelled = newNames(list...), list
}

func groupNames(groups []ce.Group) []string {
	list := make([]string, len(groups))
	for i, g := range groups {
		list[i] = g.Name
	}
	return list
}

func builtIn(byID map[int64]reference, group bool) (list []string) {
	for _, ref := range byID {
		if ref.BuiltIn && ref.Group == group {
			list = append(list, ref.Name)
		}
	}
	return list
}

// lacks reports whether the name of an id is known to be undefined.
func (v vocabulary) lacks(id int64) bool {
	ref, defined := v.byID[id], v.names
	if ref.Group {
		defined = v.groups
	}
	return defined != nil && !defined.has(ref.Name)
}

// lacking returns the names of the ids that are undefined.
func (v vocabulary) lacking(ids []int64) (missing []string) {
	for _, id := range ids {
		if v.lacks(id) {
			missing = append(missing, v.byID[id].Name)
		}
	}
	return missing
}

// check returns what reports a type with undefined names. set sets the remaining ids of a type.
func (v vocabulary) check(report report, ids func(*record.Type) []int64, set func(*record.Type, []int64)) func(*record.Type) {
	return func(t *record.Type) {
		missing := v.lacking(ids(t))
		if len(missing) == 0 {
			return
		}
		report(t, says("undefined", "names", missing), mend(says("remove", "names", missing), func() {
			set(t, slices.DeleteFunc(slices.Clone(ids(t)), v.lacks))
		}))
	}
}

// maxLimits is the number of usages, and of values, that the game supports: each is one bit of an integer.
const maxLimits = 32

// checkCount reports the file of definitions if it has more names than the game supports.
func (v vocabulary) checkCount(w *world, report report) {
	if n := len(v.names); w.LimitsFile != nil && n > maxLimits {
		report(w.LimitsFile, says("many", "n", n), nil)
	}
}
