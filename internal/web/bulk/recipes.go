package bulk

import (
	"context"
	"errors"
	"net/url"
	"slices"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// recipesURL returns the address of the recipes of the instance.
func recipesURL(r *site.Request) string { return r.Instance.URL + "/recipes" }

func recipeURL(r *site.Request, row record.Row) string {
	return recipesURL(r) + "/" + record.Recipes.SID(row)
}

// textOf returns a text field of a recipe, or "".
func textOf(row record.Row, field string) string {
	text, _ := row[record.Recipes.Index(field)].(string)
	return text
}

// listRecipes shows the recipes of the instance.
func listRecipes(ctx context.Context, r *site.Request) (site.Response, error) {
	ask := record.Recipes.ParseQuery(r.Input)
	ask.PerPage, ask.Include = site.RowsPerPage, []*record.Field{record.Recipes.Field("steps")}
	found, err := r.Site.DB.List(ctx, record.Recipes, r.Scope(), ask)
	if err != nil {
		return site.Response{}, err
	}
	q := r.Query()
	table := ui.Table{
		Label: "Recipes", Hint: "Search by name", Query: q,
		Columns: []ui.Column{{Key: "name", Label: "Name"}, {Label: "What it does"}, {Key: "updated_at", Label: "Changed"}},
		Pager:   ui.Pager{Query: q, Page: found.Number, PerPage: found.Size, Total: int(found.Total)},
		Empty: ui.Empty{
			Title: "No recipes yet",
			Text: "A recipe is a bulk change you keep and run again, for example after a game update. Find records in a list, " +
				"such as the types, " +
				"choose “Change all”, and keep the change on its preview.", Action: &ui.Link{Label: "Go to the types", URL: r.Instance.URL + "/types"},
		},
	}
	for _, row := range found.Rows {
		does, err := summary(ctx, r, row)
		if err != nil {
			return site.Response{}, err
		}
		at, _ := row[record.Recipes.Index("updated_at")].(int64)
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: record.Recipes.TitleOf(row), URL: recipeURL(r, row), Note: textOf(row, "note")}, does, {Kind: ui.TimeCell, Time: moment(at)},
		}})
	}
	own, err := r.Site.DB.All(ctx, record.Recipes, r.Scope(), "")
	view := pages.Recipes{Lead: "Bulk changes to run again.", Table: table, Sequence: sequenceForm(r, own)}
	for _, b := range bulk.BuiltIns() {
		view.BuiltIn = append(view.BuiltIn, pages.BuiltInRecipe{Link: ui.Link{Label: b.Title, URL: recipesURL(r) + "/" + b.Name}, Note: b.Note})
	}
	return site.Response{Page: r.Inside("Recipes"), View: view}, err
}

// recipeForm is the form that keeps a change as a recipe.
func (a *asked) recipeForm(r *site.Request) ui.Form {
	form := nameForm("recipe", recipesURL(r)+"?"+a.kept().Encode(), "Keep as a recipe")
	form.Quiet = true
	form.Sets[0].Fields[1].Help = "What it is for. The recipe keeps the filter and the changes, without rows you left out."
	return form
}

// kept returns the parameters of what a recipe keeps.
func (a *asked) kept() url.Values {
	values := a.values()
	values.Del("left[]")
	values.Set("resource", a.Resource.Path)
	return values
}

// askedOf reads a change of the resource that the input names; nil for one without pages.
func askedOf(r *site.Request) *asked {
	i := slices.IndexFunc(r.Site.CollectionsIn(record.InInstance), func(c *site.Collection) bool {
		return c.Resource.Path == r.Text("resource")
	})
	if i < 0 {
		return nil
	}
	return changes{r.Site.CollectionsIn(record.InInstance)[i]}.read(r)
}

func nameForm(id, action, submit string) ui.Form {
	return ui.PlainForm(id, action, submit,
		ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true, MaxLength: 255},
		ui.Field{Name: "note", Label: "Note", Kind: ui.Text, Help: "What it is for."})
}

// keepRecipe keeps the change of a preview.
func keepRecipe(ctx context.Context, r *site.Request) (site.Response, error) {
	a := askedOf(r)
	if a == nil {
		return site.Response{}, site.ErrNotFound
	}
	body := new(jsontree.Object)
	body.Set("steps", []any{a.step()})
	copyTexts(r, body)
	row, err := storeRecipe(ctx, r, r.Scope(), body, nil)
	var problems validate.Errors
	if errors.As(err, &problems) {
		return r.Invalid("recipe", a.at(r, "/preview"), problems), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(recipeURL(r, row), "Recipe saved. Nothing has been changed yet."), nil
}

// step returns the change as the step of a recipe.
func (a *asked) step() *jsontree.Object {
	operations := make([]any, len(a.bodies))
	for i, body := range a.bodies {
		operations[i] = body
	}
	step := new(jsontree.Object)
	step.Set("resource", a.Resource.Path)
	step.Set("q", a.q)
	step.Set("operations", operations)
	return step
}

func copyTexts(r *site.Request, body *jsontree.Object) {
	for _, name := range []string{"name", "note"} {
		value, _ := r.Input.Get(name)
		body.Set(name, value)
	}
}

// storeRecipe stores a new recipe in an instance, or changes one.
func storeRecipe(ctx context.Context, r *site.Request, in store.Scope, body *jsontree.Object, old record.Row) (record.Row, error) {
	refs := store.References{DB: r.Site.DB, Scope: in}
	if old != nil {
		refs.Except = record.Recipes.ID(old)
	}
	values, problems, err := record.Recipes.Accept(ctx, body, refs, old != nil)
	if err != nil || len(problems) > 0 {
		return nil, errors.Join(err, problems.Err())
	}
	if old == nil {
		return r.Site.DB.Create(ctx, record.Recipes, in, values)
	}
	return r.Site.DB.Update(ctx, record.Recipes, in, record.Recipes.SID(old), values)
}
