package records

import (
	"context"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
)

// doubt returns what is asked about the values of a record before they are stored, as site.Doubts: what is unusual, and whether a second
// record of its name is meant.
func (p *resourcePages) doubt(ctx context.Context, r *site.Request, row record.Row, values record.Values) error {
	var doubts site.Doubts
	if err := r.Doubt(ctx, p.Resource, row, values); err != nil && !errors.As(err, &doubts) {
		return err
	}
	if r.Asks() && p.Resource.Scope == record.InInstance {
		double, err := p.double(ctx, r, row, values)
		if err != nil {
			return err
		}
		doubts = append(double, doubts...)
	}
	if len(doubts) == 0 {
		return nil
	}
	return doubts
}

// double returns that a record of the same key is there already, where values give the record another key than it has.
func (p *resourcePages) double(ctx context.Context, r *site.Request, row record.Row, values record.Values) (site.Doubts, error) {
	res, after := p.Resource, slices.Clone(row)
	for name, value := range values {
		after[res.Index(name)] = value
	}
	if err := p.setClass(ctx, r, after); err != nil {
		return nil, err
	}
	key := res.KeyText(after)
	if key == "" || key == res.KeyText(row) {
		return nil, nil
	}
	doubles, err := r.Site.DB.View(r.Scope()).Doubles(ctx, res, []record.Row{after})
	if err != nil || doubles[0] == nil {
		return nil, err
	}
	var doubts validate.Errors
	doubts.AddSentence(p.keyInput(), site.AlreadyThere(res, doubles[0], p.nameOf(doubles[0]), p.many)+
		" Change that one, or save this anyway to add a second one.")
	return site.Doubts(doubts), nil
}

// setClass sets the class of a new record whose class name the form has, as far as the instance knows it.
func (p *resourcePages) setClass(ctx context.Context, r *site.Request, row record.Row) error {
	if !p.Resource.Has(classNameID) || row[p.Resource.Index(classNameID)] != nil || r.Text(className) == "" {
		return nil
	}
	res := record.InstanceClassnames
	known := record.Condition{Any: []record.Match{{Test: record.OneOf, Field: res.Title, Among: []string{strings.ToLower(r.Text(className))}}}}
	rows, err := r.Site.DB.View(r.Scope()).Flat(ctx, res, []record.Condition{known})
	if err == nil && len(rows) > 0 {
		row[p.Resource.Index(classNameID)] = res.ID(rows[0])
	}
	return err
}

// keyInput returns the input of the form that names the record.
func (p *resourcePages) keyInput() string {
	for _, f := range p.Resource.Key {
		switch {
		case f.Name == classNameID:
			return className
		case f == p.Resource.Title || f.Name == "player_id":
			return f.Name
		}
	}
	return p.Resource.Key[0].Name
}
