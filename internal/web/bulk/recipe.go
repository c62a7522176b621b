package bulk

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func moment(micros int64) time.Time { return time.UnixMicro(micros) }

// summary says in a cell what a recipe does.
func summary(ctx context.Context, r *site.Request, row record.Row) (ui.Cell, error) {
	steps, _ := record.ReadSteps(textOf(row, "steps")) // one of an earlier version shows what can be read
	var lines []string
	for _, step := range steps {
		if step.Resource == nil {
			continue
		}
		words, err := inWords(ctx, r, known(step.Operations))
		if err != nil {
			return ui.Cell{}, err
		}
		lines = append(lines, heading(r, step)+" – "+strings.Join(words, "; "))
	}
	return ui.Cell{Text: strings.Join(lines, ". ")}, nil
}

// known leaves out operations that could not be read.
func known(operations []record.Operation) (list []record.Operation) {
	for _, o := range operations {
		if o.Op != "" {
			list = append(list, o)
		}
	}
	return list
}

// heading says which records a step changes.
func heading(r *site.Request, step record.Step) string {
	_, many := r.NounsOf(step.Resource)
	if step.Q == "*" {
		return "All " + many
	}
	return ui.Capital(many) + ": " + step.Q
}

// recipeOf returns the recipe of the route.
func recipeOf(ctx context.Context, r *site.Request) (record.Row, error) {
	return r.Site.DB.Get(ctx, record.Recipes, r.Scope(), r.Param("recipe"))
}

// showRecipe shows what a recipe would change now. One of the instance has its name and note to be changed, its steps to be moved and
// removed; a built-in one has its factor.
func showRecipe(ctx context.Context, r *site.Request) (site.Response, error) {
	if b := bulk.BuiltInCalled(r.Param("recipe")); b != nil {
		return showBuiltIn(ctx, r, b)
	}
	row, err := recipeOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.BulkPreview{Lead: textOf(row, "note"), Delete: deletion(r, row), CopyTitle: "Copy"}
	rename, err := r.RestoreRecord(ctx, renameForm(r, row), record.Recipes, row)
	if err != nil {
		return site.Response{}, err
	}
	view.Rename = &rename
	url := recipeURL(r, row)
	answer, err := drawRun(ctx, r, []bulk.Chosen{{Recipe: r.Param("recipe")}}, url+"/run?", &view)
	if err != nil {
		return answer, err
	}
	for i := range view.Steps {
		if len(view.Steps) > 1 {
			view.Steps[i].Remove = url + "/steps/" + strconv.Itoa(i)
		}
		if i > 0 {
			view.Steps[i].Up = view.Steps[i].Remove + "/up"
		}
	}
	view.Copy, err = copyForm(ctx, r, url+"/copy", "Copy the recipe")
	answer.Page = r.Inside(record.Recipes.TitleOf(row), ui.Link{Label: "Recipes", URL: recipesURL(r)})
	return answer, err
}

// drawRun draws what recipes would change, step by step, and the form that runs them, or why there is no preview.
func drawRun(ctx context.Context, r *site.Request, recipes []bulk.Chosen, action string, view *pages.BulkPreview) (site.Response, error) {
	steps, err := r.Site.Bulk.StepsOf(ctx, r.Scope(), recipes)
	var would []*bulk.Result
	if err == nil {
		would, err = r.Site.Bulk.PreviewRun(ctx, r.Scope(), bulk.Run{Recipes: recipes, On: r.Scope()})
	}
	switch why := notRun(err); {
	case why != "":
		view.Error, err = why, nil
	case err != nil:
		return site.Response{}, err
	default:
		view.Form = ui.Form{ID: "change", Action: action + "&seen=" + strconv.FormatInt(would[0].Base, 10), Cancel: recipesURL(r)}
		err = drawSteps(ctx, r, steps.List, would, view)
	}
	return site.Response{View: view}, err
}

// renameForm draws the form of the name and the note.
func renameForm(r *site.Request, row record.Row) ui.Form {
	form := nameForm("recipe", recipeURL(r, row), "Save name and note")
	form.One, form.Method, form.Quiet = "recipe", http.MethodPut, true
	stored := new(jsontree.Object)
	stored.Set("name", record.Recipes.TitleOf(row))
	stored.Set("note", textOf(row, "note"))
	form.Fill(stored)
	return form
}

// drawSteps draws the preview of each step.
func drawSteps(ctx context.Context, r *site.Request, steps []record.Step, would []*bulk.Result, view *pages.BulkPreview) error {
	total := 0
	for i, step := range steps {
		drawn, err := drawStep(ctx, r, step.Resource, would[i], 1, nil)
		if err != nil {
			return err
		}
		drawn.Title, drawn.Fixed = heading(r, step), true
		if drawn.What, err = inWords(ctx, r, step.Operations); err != nil {
			return err
		}
		view.Steps = append(view.Steps, drawn)
		total += len(would[i].Changes) + len(would[i].Referring)
	}
	view.None = total == 0
	view.Form.Submit = "Change " + ui.Plural(total, "record", "records")
	return nil
}

// notRun returns why a recipe cannot be run, or "" if the error is another one.
func notRun(err error) string {
	step, cause := bulk.StepOf(err)
	var one *bulk.Problem
	var problems validate.Errors
	switch {
	case errors.As(cause, &one):
		problems = one.Problems
	case !errors.As(cause, &problems):
		return ""
	}
	if step > 0 {
		return "Step " + strconv.Itoa(step+1) + ": " + problems.First()
	}
	return problems.First()
}

// runRecipe makes the changes of a recipe, unless the instance has changed since its preview.
func runRecipe(ctx context.Context, r *site.Request) (site.Response, error) {
	chosen := bulk.Chosen{Recipe: r.Param("recipe"), Factor: r.Text("factor")}
	preview := ui.Query{Path: recipesURL(r) + "/" + chosen.Recipe}.With("factor", chosen.Factor)
	return run(ctx, r, []bulk.Chosen{chosen}, preview)
}

// run makes the changes of recipes that the page at preview has shown.
func run(ctx context.Context, r *site.Request, recipes []bulk.Chosen, preview string) (site.Response, error) {
	steps, err := r.Site.Bulk.StepsOf(ctx, r.Scope(), recipes)
	if err != nil {
		return site.Response{}, err
	}
	done, err := r.Site.Bulk.MakeRun(ctx, r.Scope(), bulk.Run{Recipes: recipes, On: r.Scope(), Revision: unchangedSince(r)})
	switch {
	case errors.Is(err, errChangedSeen):
		return r.Tell(preview, changedMeanwhile), nil
	case errors.Is(err, queue.ErrTooMany):
		return r.Tell(preview, site.TooManyJobs), nil
	case notRun(err) != "":
		return r.Tell(preview, ui.Notice{Tone: ui.Bad, Text: notRun(err)}), nil
	case err != nil:
		return site.Response{}, err
	case done.Job != "":
		return site.Redirect(r.Instance.JobURL(done.Job)), nil
	}
	n := 0
	for _, step := range done.Results {
		n += len(step.Changes) + len(step.Referring)
	}
	verb := " was run: "
	if len(steps.Names) > 1 {
		verb = " were run: "
	}
	return made(r, recipesURL(r), strings.Join(steps.Names, ", ")+verb+ui.Plural(n, "record was", "records were")+" changed.", n), nil
}

// deletion asks before a recipe is deleted.
func deletion(r *site.Request, row record.Row) *ui.Confirm {
	return &ui.Confirm{
		Label: "Delete recipe", Title: "Delete " + record.Recipes.TitleOf(row) + "?", Text: "What it changed stays.",
		Form: ui.Form{ID: "delete", Action: recipeURL(r, row), Method: http.MethodDelete, Submit: "Delete recipe", Danger: true},
	}
}

// renameRecipe changes the name and the note of a recipe.
func renameRecipe(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := recipeOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	answer, kept, conflict := r.Conflicts(renameForm(r, row), recipeURL(r, row))
	if conflict {
		return answer, nil
	}
	body := new(jsontree.Object)
	copyTexts(r, body)
	_, err = storeRecipe(ctx, r, r.Scope(), body, row)
	var problems validate.Errors
	if errors.As(err, &problems) {
		return r.Invalid("recipe", recipeURL(r, row), problems), nil
	}
	return r.Done(recipeURL(r, row), "The recipe was saved."+site.AlsoChanged(kept)), err
}

func deleteRecipe(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := recipeOf(ctx, r)
	if err == nil {
		_, err = r.Site.DB.Delete(ctx, record.Recipes, r.Scope(), record.Recipes.SID(row))
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(recipesURL(r), record.Recipes.TitleOf(row)+" was deleted."), nil
}
