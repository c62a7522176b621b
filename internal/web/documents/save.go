package documents

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
)

// Saving is a stored record, and the document that was sent for it.
type Saving struct {
	Row   record.Row
	Draft *expansion.Draft
}

// replace stores the input in a record.
func (p *Pages) replace(ctx context.Context, r *site.Request, row record.Row) (Saving, error) {
	base, err := p.Read(row)
	if err != nil {
		return Saving{}, err
	}
	return p.StoreDocument(ctx, r, row, base)
}

// StoreDocument lays the input over a document and stores it in a record, or in a new one if old is nil. It returns site.Doubts, and the
// errors of Save.
func (p *Pages) StoreDocument(ctx context.Context, r *site.Request, old record.Row, base *expansion.Document) (Saving, error) {
	tree := base.Tree.Clone()
	wrong := p.Accept(ctx, r, tree)
	if p.Doubt != nil && len(wrong) == 0 && r.Asks() {
		if doubts, err := p.Doubt(ctx, r, old, base.Tree); err != nil {
			return Saving{}, err
		} else if len(doubts) > 0 {
			return Saving{}, doubts
		}
	}
	body := new(jsontree.Object)
	if title := p.Resource.Title.Name; title == "name" { // which a form always has
		name, _ := r.Input.Get(title)
		body.Set(title, name)
	} else if old == nil {
		body.Set(title, r.Param(p.Param))
	}
	body.Set("document", tree)
	return p.Save(ctx, r, old, base, body, wrong)
}

// Save stores a body in a record, whose document is the base, or in a new one if old is nil. If something is wrong, with what is wrong
// already, it returns validate.Errors.
func (p *Pages) Save(ctx context.Context, r *site.Request, old record.Row, base *expansion.Document, body *jsontree.Object,
	wrong validate.Errors,
) (Saving, error) {
	refs := store.References{DB: r.Site.DB, Scope: r.Scope()}
	if old != nil {
		refs.Except = p.Resource.ID(old)
	}
	values, problems, err := p.Resource.Accept(ctx, body, refs, old != nil)
	if problems = append(problems, wrong...); err != nil || len(problems) > 0 {
		return Saving{}, errors.Join(err, problems.Err())
	}
	draft := values["document"].(*expansion.Draft)
	if old == nil {
		row, err := r.Site.DB.Create(ctx, p.Resource, r.Scope(), values)
		return Saving{row, draft}, err
	}
	draft.Base = base
	row, err := r.Site.DB.Update(ctx, p.Resource, r.Scope(), p.Resource.SID(old), values, r.Unmoved(p.Resource, old),
		unchangedSince(p.Resource, old))
	return Saving{row, draft}, err
}

// unchangedSince refuses to overwrite a document that has changed since it was read.
func unchangedSince(res *record.Resource, old record.Row) store.Condition {
	return func(now record.Row) error {
		if place := res.Index("document"); now[place] != old[place] {
			return validate.Refusal(res.Title.Name,
				"Someone else saved this at the same time. Check the current values, and save your changes again.")
		}
		return nil
	}
}

// Problems returns what an error says about the input, if it does, with the names of the form.
func (p *Pages) Problems(err error) (validate.Errors, bool) {
	var problems, named validate.Errors
	if errors.Is(err, store.ErrTaken) {
		problems.AddFailure("name", validate.IsTaken)
	} else if !errors.As(err, &problems) {
		return nil, false
	}
	for _, problem := range problems {
		field := problem.Field
		if path, ok := strings.CutPrefix(field, "document."); ok {
			field = p.nameOf(path)
		}
		for _, message := range problem.Messages {
			named.AddNamed(field, problem.Name, message)
		}
	}
	return named, true
}

func (p *Pages) nameOf(path string) string {
	if p.Naming == nil {
		return path
	}
	return p.Naming(path)
}
