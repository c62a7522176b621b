package bulk

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// addForm is the form that adds a change to a recipe as its last step; nil where there is no recipe.
func (a *asked) addForm(ctx context.Context, r *site.Request) (*ui.Form, error) {
	rows, err := r.Site.DB.All(ctx, record.Recipes, r.Scope(), "")
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	recipe := ui.Field{Name: "recipe", Label: "Recipe", Kind: ui.Select, Help: "The change becomes its last step."}
	for _, row := range rows {
		recipe.Options = append(recipe.Options, ui.Option{Value: record.Recipes.SID(row), Label: record.Recipes.TitleOf(row)})
	}
	form := ui.PlainForm("step", recipesURL(r)+"/steps?"+a.kept().Encode(), "Add to the recipe", recipe)
	return &form, nil
}

// addStep adds the change of a preview to a recipe.
func addStep(ctx context.Context, r *site.Request) (site.Response, error) {
	a := askedOf(r)
	if a == nil {
		return site.Response{}, site.ErrNotFound
	}
	row, err := r.Site.DB.Get(ctx, record.Recipes, r.Scope(), r.Text("recipe"))
	if err != nil {
		return site.Response{}, err
	}
	return changeSteps(ctx, r, row, "The step was added. Nothing has been changed yet.", func(steps []any) []any {
		return append(steps, a.step())
	})
}

// stepOf returns the recipe and the step of the route.
func stepOf(ctx context.Context, r *site.Request) (row record.Row, step int, err error) {
	if row, err = recipeOf(ctx, r); err != nil {
		return nil, 0, err
	}
	step, err = strconv.Atoi(r.Param("step"))
	if steps := stepsOf(row); err != nil || step < 0 || step >= len(steps) {
		return nil, 0, site.ErrNotFound
	}
	return row, step, nil
}

func stepsOf(row record.Row) []any {
	tree, _ := jsontree.Parse([]byte(textOf(row, "steps")))
	return jsontree.Members(tree)
}

// moveStep moves a step before the one above it.
func moveStep(ctx context.Context, r *site.Request) (site.Response, error) {
	row, step, err := stepOf(ctx, r)
	if err != nil || step == 0 {
		return site.Response{}, errors.Join(err, site.ErrNotFound)
	}
	return changeSteps(ctx, r, row, "The step was moved.", func(steps []any) []any {
		steps[step-1], steps[step] = steps[step], steps[step-1]
		return steps
	})
}

// removeStep removes a step; a recipe keeps at least one.
func removeStep(ctx context.Context, r *site.Request) (site.Response, error) {
	row, step, err := stepOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return changeSteps(ctx, r, row, "The step was removed.", func(steps []any) []any { return slices.Delete(steps, step, step+1) })
}

// changeSteps stores other steps of a recipe and leads to it.
func changeSteps(ctx context.Context, r *site.Request, row record.Row, text string, change func([]any) []any) (site.Response, error) {
	body := new(jsontree.Object)
	body.Set("steps", change(stepsOf(row)))
	_, err := storeRecipe(ctx, r, r.Scope(), body, row)
	var problems validate.Errors
	if errors.As(err, &problems) {
		return r.Tell(recipeURL(r, row), ui.Notice{Tone: ui.Bad, Text: problems.First()}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(recipeURL(r, row), text), nil
}
