package change

// Outcome says which sides have changed a value since their base.
type Outcome int

// The outcomes of a three-way comparison.
const (
	Unchanged  Outcome = iota // by both sides
	Alike                     // both have changed it, and say the same
	OnlyTheirs                // has changed it: mine says what the base does
	OnlyMine                  // has changed it: theirs says what the base does
	Clash                     // both have, each in another way: a conflict
)

// Between compares three versions of a value, or of the lack of one.
func Between[T any](base, mine, theirs T, equal func(a, b T) bool) Outcome {
	agree, kept := equal(mine, theirs), equal(base, mine)
	switch {
	case agree && kept:
		return Unchanged
	case agree:
		return Alike
	case kept:
		return OnlyTheirs
	case equal(base, theirs):
		return OnlyMine
	}
	return Clash
}

// Agree reports whether both sides say the same, whoever has changed the value.
func (o Outcome) Agree() bool { return o == Unchanged || o == Alike }

// Same is the equality of values that Go compares, for Between.
func Same[T comparable](a, b T) bool { return a == b }

// WithoutBase returns the outcome where nobody knows what both sides have begun with, which Between took for the lack of a value: what
// theirs does not have may have been deleted there as well as made here.
func (o Outcome) WithoutBase() Outcome {
	if o == OnlyMine {
		return Clash
	}
	return o
}
