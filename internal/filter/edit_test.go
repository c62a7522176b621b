package filter_test

import (
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/filter"
)

func TestTermsAreTakenOut(t *testing.T) {
	t.Parallel()
	const text = `ak*  cat:weapons,"two words",food  nominal>10`
	terms, err := filter.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for got, want := range map[string]string{
		filter.Without(text, terms[0].Span):       `cat:weapons,"two words",food  nominal>10`,
		filter.Without(text, terms[1].Span):       `ak* nominal>10`,
		filter.Without(text, terms[2].Span):       `ak*  cat:weapons,"two words",food`,
		filter.WithoutValue(text, terms[1], 0):    `ak*  cat:"two words",food  nominal>10`,
		filter.WithoutValue(text, terms[1], 1):    `ak*  cat:weapons,food  nominal>10`,
		filter.WithoutValue(text, terms[1], 2):    `ak*  cat:weapons,"two words"  nominal>10`,
		filter.WithoutValue(text, terms[2], 0):    `ak*  cat:weapons,"two words",food`,
		filter.With("", "a"):                      "a",
		filter.With(" a ", "usage:Military"):      "a usage:Military",
		filter.With("a", filter.Exactly("b c")):   `a "b c"`,
		filter.With("a", filter.Exactly("12")):    `a "12"`,
		filter.With("a", filter.Exactly("b/c.d")): `a b/c.d`,
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestExactlyMeansTheText whatever it is made of.
func TestExactlyMeansTheText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Filter(func(s string) bool { return s != "" }).Draw(t, "text")
		terms, err := filter.Parse("name:" + filter.Exactly(text))
		if err != nil || len(terms) != 1 || len(terms[0].Values) != 1 {
			t.Fatalf("%q: %v, %v", text, terms, err)
		}
		value := terms[0].Values[0]
		_, _, isRange := value.Range()
		if value.Text != text || isRange || len(value.Parts()) != 1 {
			t.Fatalf("%q is %+v", text, value)
		}
	})
}
