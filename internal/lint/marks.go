package lint

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Mark counts the findings about one record, without those that the game's own files also have.
type Mark struct {
	Count    int
	Severity Severity // of the most severe
}

// Marks returns the marks of an instance's records of a resource, by sid. The errors are those of Check.
func (s *Service) Marks(ctx context.Context, scope store.Scope, r *record.Resource) (map[string]Mark, error) {
	found, err := s.Check(ctx, scope)
	marks := map[string]Mark{}
	for _, f := range found {
		if f.Resource != r || f.Vanilla {
			continue
		}
		mark, marked := marks[f.SID]
		if !marked {
			mark.Severity = f.Severity // findings are sorted by it
		}
		mark.Count += f.Count()
		marks[f.SID] = mark
	}
	return marks, err
}

// Tally counts the findings of a rule.
type Tally struct {
	Rule     *Rule
	Severity Severity
	Count    int // without Vanilla
	Fixable  int // of Count
	Vanilla  int // that the game's own files also have
}

// TallyUp counts findings by rule, of a flood each. They have to be sorted as Check returns them; so are the tallies: by severity, and
// within one in the order of the rules.
func TallyUp(found []Finding) (list []Tally) {
	at := map[*Rule]int{}
	for _, f := range found {
		i, known := at[f.Rule]
		if !known {
			i = len(list)
			at[f.Rule], list = i, append(list, Tally{Rule: f.Rule, Severity: f.Severity})
		}
		list[i].add(f)
	}
	return list
}

func (t *Tally) add(f Finding) {
	for _, m := range f.Members {
		t.add(m)
	}
	if f.Members != nil {
		return
	}
	if f.Vanilla {
		t.Vanilla += f.Count()
		return
	}
	t.Count += f.Count()
	if f.Fix != nil {
		t.Fixable++
	}
}
