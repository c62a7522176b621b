package records

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	className   = "class_name"            // the field of a new record's form that takes the class name
	classNameID = "instance_classname_id" // the field of the record it stands for
)

// classNameFields are the first fields of a new record that is made on a class name.
func classNameFields(example string) []ui.Field {
	return []ui.Field{{
		Name: className, Label: "Class name", Kind: ui.Text, Required: true, Code: true, MaxLength: 255, List: ui.ClassNamesList,
		Help: "As the game writes it, for example " + example + ". A new name is added to the instance.",
	}}
}

// createOnClass stores a new record and, if the instance does not have it yet, its class name.
func createOnClass(ctx context.Context, r *site.Request, p *resourcePages) (row record.Row, err error) {
	values, err := p.acceptOnClass(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := p.doubt(ctx, r, p.Fresh(), values); err != nil {
		return nil, err
	}
	err = r.Site.DB.Edit(ctx, r.Scope(), "create", func(e *store.Edit) error {
		e.Summary = say.New("record", "resource", p.Resource.Path, "title", r.Text(className))
		if values[classNameID], err = r.Site.Missions.ClassnameID(ctx, e, r.Text(className)); err != nil {
			return err
		}
		row, err = e.Create(ctx, p.Resource, values)
		return err
	})
	return row, err
}

// acceptOnClass checks a new record whose class name may not exist yet. The first pass checks everything but the id of the class
// name, the second one returns the values without it.
func (p *resourcePages) acceptOnClass(ctx context.Context, r *site.Request) (record.Values, error) {
	refs := store.References{DB: r.Site.DB, Scope: r.Scope()}
	_, problems, err := p.Accept(ctx, r.Input, p.Fresh(), refs, false)
	if err != nil {
		return nil, err
	}
	named, err := classNameProblems(ctx, r.Text(className))
	problems = slices.DeleteFunc(problems, func(e validate.FieldError) bool { return e.Field == classNameID })
	if problems = append(named, problems...); err != nil || len(problems) > 0 {
		return nil, errors.Join(err, problems.Err())
	}
	values, _, err := p.Accept(ctx, r.Input, p.Fresh(), refs, true)
	return values, err
}

// classNameProblems checks a class name as that of a new record, except that it may exist: then that one is meant.
func classNameProblems(ctx context.Context, name string) (validate.Errors, error) {
	body := new(jsontree.Object)
	body.Set("name", nil)
	if name != "" {
		body.Set("name", name)
	}
	_, problems, err := record.InstanceClassnames.Accept(ctx, body, nobodyElse{}, false)
	for i := range problems {
		problems[i] = problems[i].At(className)
	}
	return problems, err
}

// nobodyElse is a lookup without other records.
type nobodyElse struct{}

func (nobodyElse) Missing(context.Context, string, []string) (map[string]bool, error) {
	return nil, nil
}

func (nobodyElse) Taken(context.Context, string, any) (bool, error) { return false, nil }
