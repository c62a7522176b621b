package lint

import (
	"cmp"
	"hash/maphash"
	"slices"

	"quartermaster/internal/record"
)

// A flood is more findings of a rule in a file than anybody reads one by one.
const (
	floodOfCause = 10 // with one cause
	floodOfRule  = 50 // with different causes
)

// Fold returns findings with each flood as one finding, which has the others as its Members: those of one rule in one file that say the
// same, and what is left of a rule in a file where that is still a flood. The order stays.
func Fold(found []Finding) []Finding {
	floods := newFloods()
	for _, f := range found {
		floods.count(f)
	}
	floods.end()
	at := map[floodKey]int{}
	folded := make([]Finding, 0, len(found))
	for _, f := range found {
		key, isFlood := floods.of(f)
		if !isFlood {
			folded = append(folded, f)
			continue
		}
		i, known := at[key]
		if !known {
			i = len(folded)
			at[key], folded = i, append(folded, Finding{Rule: f.Rule, Severity: f.Severity, Resource: f.Resource, File: f.File, Vanilla: f.Vanilla})
		}
		folded[i].Members = append(folded[i].Members, f)
	}
	for i := range folded {
		if folded[i].Members != nil {
			folded[i].sumUp()
		}
	}
	return folded
}

// floodKey is what the findings of a flood have in common. Without a cause they are of different ones.
type floodKey struct {
	rule    *Rule
	of      *record.Resource
	file    string
	vanilla bool
	cause   uint64
}

// floods knows which findings belong to floods. It holds numbers alone, so that there may be any number of findings.
type floods struct {
	seed   maphash.Seed
	causes map[floodKey]int
	rules  map[floodKey]int  // what is left without those with one cause
	cut    map[floodKey]bool // rules whose findings in a file were not all told
}

func newFloods() *floods {
	return &floods{seed: maphash.MakeSeed(), causes: map[floodKey]int{}, rules: map[floodKey]int{}, cut: map[floodKey]bool{}}
}

func (a *floods) count(f Finding) {
	key := a.key(f)
	a.causes[key]++
	a.cut[key.ofRule()] = a.cut[key.ofRule()] || f.stands > 0
}

// end sums up what is left of each rule in a file, when all have been counted.
func (a *floods) end() {
	for key, n := range a.causes {
		if n <= floodOfCause || a.cut[key.ofRule()] {
			a.rules[key.ofRule()] += n
		}
	}
}

func (a *floods) key(f Finding) floodKey {
	return floodKey{f.Rule, f.Resource, f.File, f.Vanilla, maphash.String(a.seed, f.cause())}
}

func (k floodKey) ofRule() floodKey {
	k.cause = 0
	return k
}

// of returns the flood that a finding belongs to, if it belongs to one.
func (a *floods) of(f Finding) (floodKey, bool) {
	key := a.key(f)
	rule := key.ofRule()
	if a.causes[key] > floodOfCause && !a.cut[rule] {
		return key, true
	}
	return rule, a.isFlood(rule)
}

func (a *floods) isFlood(rule floodKey) bool { return a.cut[rule] || a.rules[rule] > floodOfRule }

// each calls fn with how many findings there are of rules, with each flood as one.
func (a *floods) each(fn func(rule *Rule, vanilla bool, n int)) {
	for key, n := range a.causes {
		if n > floodOfCause && !a.cut[key.ofRule()] {
			fn(key.rule, key.vanilla, 1)
		}
	}
	for key, n := range a.rules {
		if a.isFlood(key) {
			n = 1
		}
		fn(key.rule, key.vanilla, n)
	}
}

// Count returns how many problems a finding stands for.
func (f Finding) Count() (n int) {
	for _, m := range f.Members {
		n += m.Count()
	}
	return max(n, f.stands, 1)
}

// sumUp describes a flood by its members: where they are, how many there are, and what the first of them says.
func (f *Finding) sumUp() {
	first := f.Members[0]
	isOne := func(same func(Finding) bool) bool {
		return !slices.ContainsFunc(f.Members, func(m Finding) bool { return !same(m) })
	}
	f.Name, f.Path = cmp.Or(f.File, f.Resource.Plural()), first.Path
	if isOne(func(m Finding) bool { return m.SID == first.SID }) {
		f.SID, f.Name = first.SID, first.Name
	}
	if isOne(func(m Finding) bool { return m.Fix != nil && first.Fix != nil && m.Fix.Says.Equal(first.Fix.Says) }) {
		f.Fix = &Fix{Says: first.Fix.Says, rule: f.Rule}
	} else if isOne(func(m Finding) bool { return m.Fix != nil }) {
		f.Fix = &Fix{Says: says("fix-each"), rule: f.Rule}
	}
	n := f.Count()
	switch {
	case f.SID != "" || len(f.Members) == 1:
		f.Says = says("flood-here", "n", n, "first", first.Says)
	case isOne(func(m Finding) bool { return m.Says.Equal(first.Says) }):
		f.Says = says("flood-same", "records", counted{n, f.Resource}, "first", first.Says, "names", labels(f.Members))
	default:
		f.Says = says("flood-about", "n", n, "about", first.Label(), "first", first.Says)
	}
}

func labels(members []Finding) []string {
	list := make([]string, len(members))
	for i, m := range members {
		list[i] = m.Label()
	}
	return list
}
