package lint

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Choice names findings to fix: those of a rule, about one record where SID is not empty.
type Choice struct {
	Rule, SID string
	Own       bool // without those that the game's own files also have, unless SID names one
}

func (c Choice) covers(f Finding) bool {
	if c.SID != "" {
		return c.Rule == f.Rule.ID && c.SID == f.SID
	}
	return c.Rule == f.Rule.ID && (!c.Own || !f.Vanilla)
}

// NothingToFix is the error for a choice without a finding that has a fix: it is fixed already, or must be fixed by hand.
type NothingToFix struct{ Choice int } // index among the choices

func (NothingToFix) Error() string { return "there is nothing to fix" }

// Preview returns the differences that Fix would make. The errors are those of Fix.
func (s *Service) Preview(ctx context.Context, scope store.Scope, choices []Choice) ([]record.Difference, error) {
	plan, err := s.plan(ctx, outside{s.db, scope}, scope, choices)
	if err != nil {
		return nil, err
	}
	return plan.differences(), nil
}

// Fix fixes the chosen findings in one revision of the instance, and returns the differences and the number of the revision. It
// returns NothingToFix for a choice without a finding that has a fix, and store.ErrNotFound if there is no such instance.
func (s *Service) Fix(ctx context.Context, scope store.Scope, choices []Choice) (changes []record.Difference, revision int64, err error) {
	var made *store.Edit
	err = s.db.EditOf(ctx, atMost(choices), scope, "fix", func(e *store.Edit) error {
		plan, err := s.plan(ctx, e, scope, choices)
		if err != nil {
			return err
		}
		e.Summary, made = say.New("fix", "rule", plan.rule.ID, "title", plan.rule.Title), e
		changes = plan.differences()
		return plan.apply(ctx, e)
	})
	if err == nil {
		revision = made.Number
	}
	return changes, revision, err
}

// atMost returns how many records fixes may change. Of a whole rule that shows while they are planned.
func atMost(choices []Choice) int64 {
	if slices.ContainsFunc(choices, func(c Choice) bool { return c.SID == "" }) {
		return store.Many
	}
	return int64(len(choices))
}

// plan carries out the fixes of the chosen findings in a world.
func (s *Service) plan(ctx context.Context, from source, scope store.Scope, choices []Choice) (*plan, error) {
	settings, err := read(ctx, from)
	if err != nil {
		return nil, err
	}
	w, err := s.load(ctx, from, scope, settings)
	if err != nil {
		return nil, err
	}
	var found []Finding
	err = w.check(rulesOf(choices), settings, func(f Finding) {
		if t, isType := f.about.(*record.Type); isType && f.Fix != nil {
			w.keep(t)
		}
		found = append(found, f)
	})
	if err != nil {
		return nil, err
	}
	sortFindings(found)
	if found, err = chosen(found, choices); err != nil {
		return nil, err
	}
	p := &plan{world: w, deleted: map[any]bool{}, rule: found[0].Rule}
	for _, f := range found {
		p.carryOut(f)
	}
	return p, nil
}

// rulesOf returns the rules that the choices name.
func rulesOf(choices []Choice) (list []*Rule) {
	for _, rule := range Rules() {
		if slices.ContainsFunc(choices, func(c Choice) bool { return c.Rule == rule.ID }) {
			list = append(list, rule)
		}
	}
	return list
}

// chosen returns the findings with a fix that the choices name. It returns NothingToFix for a choice that names none.
func chosen(found []Finding, choices []Choice) ([]Finding, error) {
	if len(choices) == 0 {
		return nil, errors.New("no problem was selected")
	}
	used := make([]bool, len(choices))
	kept := slices.DeleteFunc(found, func(f Finding) bool {
		keep := false
		for i, c := range choices {
			if f.Fix != nil && c.covers(f) {
				keep, used[i] = true, true
			}
		}
		return !keep
	})
	if i := slices.Index(used, false); i >= 0 {
		return nil, NothingToFix{i}
	}
	return kept, nil
}
