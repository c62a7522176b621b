package change_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/change"
)

// kind is something that is merged: how a value of it is made, edited, merged and told.
type kind[T any] struct {
	any    func(*rapid.T) T
	edited func(*rapid.T, T) T
	// merge returns what three versions come to where mine or theirs counts in conflicts, and what these are about.
	merge func(base, mine, theirs T, mineCounts bool) (merged T, conflicts []string)
	tell  func(T) string // without what does not count, such as the order of a set
	// part returns a value with the even or the odd of its parts as another one has them; nil for a kind without parts.
	part func(of, other T, odd bool) T
	// leans is set where the sides are not alike: only of mine it is known what was renamed.
	leans bool
}

// TestLaws holds the merges of all kinds to the same laws.
func TestLaws(t *testing.T) {
	t.Parallel()
	t.Run("values", func(t *testing.T) { lawful(t, wholes(digit)) })
	t.Run("texts", func(t *testing.T) { lawful(t, wholes(lines)) })
	t.Run("texts by lines", func(t *testing.T) { lawful(t, texts) })
	t.Run("sets", func(t *testing.T) { lawful(t, sets) })
	t.Run("records", func(t *testing.T) { lawful(t, records) })
	t.Run("lists of records", func(t *testing.T) { lawful(t, listed(false)) })
	t.Run("lists of records with places", func(t *testing.T) { lawful(t, listed(true)) })
	t.Run("documents", func(t *testing.T) { lawful(t, documents(false)) })
	t.Run("documents with renames", func(t *testing.T) { lawful(t, documents(true)) })
}

func lawful[T any](t *testing.T, k kind[T]) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base := k.any(t)
		mine, theirs := k.edited(t, base), k.edited(t, base)
		k.comesTo(t, mine, base, mine, mine)     // an update with what is there
		k.comesTo(t, mine, base, mine, base)     // an update with the base
		k.comesTo(t, theirs, base, base, theirs) // where mine did nothing
		merged, conflicts := k.merge(base, mine, theirs, true)
		k.comesTo(t, mine, merged, merged, mine)     // the merge is taken back
		k.comesTo(t, merged, theirs, merged, theirs) // it is done again
		if k.part != nil {                           // what only one side did comes in
			ours, others := k.part(base, mine, true), k.part(base, theirs, false)
			k.comesTo(t, k.part(ours, theirs, false), base, ours, others)
		}
		if k.leans {
			return
		}
		other, found := k.merge(base, theirs, mine, false)
		slices.Sort(conflicts)
		slices.Sort(found)
		if k.tell(merged) != k.tell(other) || !slices.Equal(conflicts, found) {
			t.Fatalf("%s, %s and %s come to %s with conflicts at %q; the other way round to %s with conflicts at %q",
				k.tell(base), k.tell(mine), k.tell(theirs), k.tell(merged), conflicts, k.tell(other), found)
		}
	})
}

// comesTo holds that a merge comes to something, and asks nothing.
func (k kind[T]) comesTo(t *rapid.T, want, base, mine, theirs T) {
	t.Helper()
	for _, mineCounts := range []bool{true, false} {
		merged, conflicts := k.merge(base, mine, theirs, mineCounts)
		if k.tell(merged) != k.tell(want) || len(conflicts) > 0 {
			t.Fatalf("%s, %s and %s come to %s with conflicts at %q", k.tell(base), k.tell(mine), k.tell(theirs), k.tell(merged), conflicts)
		}
	}
}

// TestBetween holds that an outcome says which sides have changed a value, and whether they agree.
func TestBetween(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base, mine, theirs := digit.Draw(t, "base"), digit.Draw(t, "mine"), digit.Draw(t, "theirs")
		o := change.Between(base, mine, theirs, change.Same)
		byMine := o == change.OnlyMine || o == change.Alike || o == change.Clash
		byTheirs := o == change.OnlyTheirs || o == change.Alike || o == change.Clash
		if byMine != (mine != base) || byTheirs != (theirs != base) || o.Agree() != (mine == theirs) {
			t.Fatalf("of %d, %d and %d it says %d", base, mine, theirs, o)
		}
	})
}
