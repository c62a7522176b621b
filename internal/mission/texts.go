package mission

import (
	"errors"
	"fmt"

	"quartermaster/internal/record"
)

// checkTexts refuses records with a text that is longer than a client may send it, and longer than a database can find it by.
func checkTexts(res *record.Resource, rows []record.Row) error {
	for _, row := range rows {
		if problem := res.TooLong(nil, row); problem != "" {
			return fileError{errors.New(problem)}
		}
	}
	return nil
}

// check does so for what is planned.
func (p *plan) check() error {
	for i, row := range p.after {
		if problem := p.res.TooLong(p.before[i], row); problem != "" {
			return fileError{errors.New(problem)}
		}
	}
	return checkTexts(p.res, p.insert)
}

// check does so for the entries of a file, before anything is stored of what they name. The error tells the line.
func (e *entries[V, R]) check(value V, line int, n *names) error {
	made, err := e.toRecord(value, n)
	if err != nil {
		return fmt.Errorf("line %d: %w", line, err)
	}
	problem := e.resource.TooLong(nil, e.resource.Encode(&made))
	if problem == "" {
		problem = n.tooLong()
	}
	if problem != "" {
		return fmt.Errorf("line %d: %s", line, problem)
	}
	return nil
}

// tooLong says which of the invented names is too long, empty where none is. It forgets the names.
func (n *names) tooLong() string {
	for _, refs := range []*references{n.categories, n.usages, n.values, n.tags} {
		for _, ref := range refs.byID {
			row := referenceRow(refs.res, ref)
			if problem := refs.res.TooLong(nil, row); problem != "" {
				return refs.res.One + " " + problem
			}
		}
		clear(refs.ids)
		clear(refs.byID)
	}
	return ""
}
