package lint

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/record"
)

// TestFloodsAreOneFinding holds that many problems of one cause are one finding with a count, the names and the fix, also if their
// numbers differ, and that a few stay as they are.
func TestFloodsAreOneFinding(t *testing.T) {
	t.Parallel()
	rule := &Rule{ID: "apples", Says: sentences{"wrong": "Wrong.", "count": "“{name}” is {count}.", "fix": "Fix it."}}
	wrong := func(string, int) message { return says("wrong") }
	counted := func(name string, i int) message { return says("count", "name", name, "count", i) }
	about := func(n int, file string, says func(string, int) message) (list []Finding) {
		for i := range n {
			name := fmt.Sprintf("Apple%c", 'A'+i)
			list = append(list, Finding{
				Rule: rule, Severity: Warning, Resource: record.Types, SID: name, Name: name, File: file, Says: says(name, i),
				Fix: &Fix{Says: message{Rule: "fix"}, rule: rule},
			})
		}
		return list
	}
	for _, c := range []struct {
		of      []Finding
		rows, n int
		message string
	}{
		{about(10, "", wrong), 10, 1, "Wrong."},
		{
			about(11, "", wrong), 1, 11,
			"11 types: Wrong. They are “AppleA”, “AppleB”, “AppleC”, “AppleD”, “AppleE”, “AppleF”, “AppleG”, “AppleH”, “AppleI”, “AppleJ” and 1 " +
				"more.",
		},
		{about(12, "", counted), 1, 12, "12 problems like this. The first, about “AppleA”: “AppleA” is 0."},
		{append(about(10, "", wrong), about(10, "mods/types.xml", wrong)...), 20, 1, "Wrong."},
	} {
		folded := Fold(c.of)
		if len(folded) != c.rows || folded[0].Count() != c.n || folded[0].Message() != c.message || folded[0].Fix.Summary() != "Fix it." {
			t.Errorf("%d findings as %d, the first with %d: %s", len(c.of), len(folded), folded[0].Count(), folded[0].Message())
		}
	}
}

// TestWhatAFileDoesNotTellIsCounted: a rule that stops after the first problems of a file makes one finding of them all.
func TestWhatAFileDoesNotTellIsCounted(t *testing.T) {
	t.Parallel()
	var found []Finding
	one := few{about: 0, report: func(about any, problem message, _ *Fix) {
		rest, _ := about.(others)
		found = append(found, Finding{
			Rule: outsideMap, Resource: record.Files, SID: "a", Name: "zombies.xml", File: "zombies.xml", Says: problem, stands: rest.count,
		})
	}}
	for i := range maxProblems + 5 {
		one.tell(func() message {
			return says("place-at", "at", "Position "+number(float64(i)), "x", -1, "z", 0, "size", 1)
		})
	}
	one.end()
	folded := Fold(found)
	if len(folded) != 1 || folded[0].Count() != maxProblems+5 || folded[0].SID != "a" ||
		!strings.HasPrefix(folded[0].Message(), "25 problems like this here. The first: Position 0") {
		t.Errorf("%d findings: %+v", len(folded), folded)
	}
}

// TestFoldLosesNothing, whatever is found: each finding is in the answer once, in the same order, and the counts of the home page and of
// the rules are those of the answer.
func TestFoldLosesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		found := rapid.SliceOfN(rapid.Custom(anyFinding), 0, 200).Draw(t, "found")
		for i := range found {
			found[i].SID = fmt.Sprint(i)
		}
		folded, told := Fold(found), map[string]bool{}
		for _, f := range folded {
			members := f.Members
			if members == nil {
				members = []Finding{f}
			}
			for _, m := range members {
				if told[m.SID] || m.Rule != f.Rule || m.File != f.File || m.Vanilla != f.Vanilla {
					t.Fatalf("%+v has %+v", f, m)
				}
				told[m.SID] = true
			}
		}
		all := newFloods()
		for _, f := range found {
			all.count(f)
		}
		all.end()
		counted := 0
		all.each(func(_ *Rule, _ bool, n int) { counted += n })
		if len(told) != len(found) || counted != len(folded) {
			t.Fatalf("%d of %d are told; %d rows, %d counted", len(told), len(found), len(folded), counted)
		}
		if was, is := fmt.Sprint(TallyUp(found)), fmt.Sprint(TallyUp(folded)); was != is {
			t.Fatalf("the rules count %s, and folded %s", was, is)
		}
	})
}

func anyFinding(t *rapid.T) Finding {
	return Finding{
		Rule: rapid.SampledFrom([]*Rule{minOverNominal, noPlace}).Draw(t, "rule"), Resource: record.Types,
		Name:    rapid.SampledFrom([]string{"A", "B"}).Draw(t, "name"),
		File:    rapid.SampledFrom([]string{"", "a.xml"}).Draw(t, "file"),
		Says:    rapid.SampledFrom([]message{says("one"), says("two", "n", 2), says("two", "n", 3), says("is", "name", "A")}).Draw(t, "says"),
		Vanilla: rapid.Bool().Draw(t, "vanilla"), stands: rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 0, 0, 3}).Draw(t, "stands"),
	}
}
