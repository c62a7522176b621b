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

// showRecipe shows what a recipe would change now, and its name and note to be changed.
func showRecipe(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := recipeOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	name := record.Recipes.TitleOf(row)
	view := pages.BulkPreview{Lead: textOf(row, "note"), Delete: deletion(r, row)}
	rename, err := r.RestoreRecord(ctx, renameForm(r, row), record.Recipes, row)
	if err != nil {
		return site.Response{}, err
	}
	view.Rename = &rename
	would, err := engine(r).PreviewRun(ctx, r.Scope(), bulk.Run{Recipes: []bulk.Chosen{{Recipe: r.Param("recipe")}}, On: r.Scope()})
	switch why := notRun(err); {
	case why != "":
		view.Error = why
	case err != nil:
		return site.Response{}, err
	default:
		if err := drawSteps(ctx, r, row, would, &view); err != nil {
			return site.Response{}, err
		}
	}
	page := r.Inside(name, ui.Link{Label: "Recipes", URL: recipesURL(r)})
	return site.Response{Page: page, View: view}, nil
}

// renameForm draws the form of the name and the note.
func renameForm(r *site.Request, row record.Row) ui.Form {
	form := nameForm("recipe", recipeURL(r, row), "Save name and note")
	form.One, form.Method = "recipe", http.MethodPut
	stored := new(jsontree.Object)
	stored.Set("name", record.Recipes.TitleOf(row))
	stored.Set("note", textOf(row, "note"))
	form.Fill(stored)
	return form
}

// drawSteps draws the preview of each step, and the form that runs them.
func drawSteps(ctx context.Context, r *site.Request, row record.Row, would []*bulk.Result, view *pages.BulkPreview) error {
	steps, _ := record.ReadSteps(textOf(row, "steps"))
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
	action := recipeURL(r, row) + "/run?seen=" + strconv.FormatInt(would[0].Base, 10)
	view.Form = ui.Form{ID: "change", Action: action, Submit: "Change " + ui.Plural(total, "record", "records"), Cancel: recipesURL(r)}
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
	row, err := recipeOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	done, err := engine(r).MakeRun(ctx, r.Scope(), bulk.Run{Recipes: []bulk.Chosen{{Recipe: r.Param("recipe")}}, On: r.Scope(), Revision: unchangedSince(r)})
	switch {
	case errors.Is(err, errChangedSeen):
		return r.Tell(recipeURL(r, row), changedMeanwhile), nil
	case errors.Is(err, queue.ErrTooMany):
		return r.Tell(recipeURL(r, row), site.TooManyJobs), nil
	case done.Job != "":
		return site.Redirect(r.Instance.JobURL(done.Job)), nil
	case notRun(err) != "":
		return r.Tell(recipeURL(r, row), ui.Notice{Tone: ui.Bad, Text: notRun(err)}), nil
	case err != nil:
		return site.Response{}, err
	}
	n := 0
	for _, step := range done.Results {
		n += len(step.Changes) + len(step.Referring)
	}
	return made(r, recipesURL(r), record.Recipes.TitleOf(row)+" was run: "+ui.Plural(n, "record was", "records were")+" changed.", done.Results), nil
}

// deletion asks before a recipe is deleted.
func deletion(r *site.Request, row record.Row) *ui.Confirm {
	return &ui.Confirm{
		Label: "Delete recipe", Title: "Delete " + record.Recipes.TitleOf(row) + "?", Text: "What the recipe has changed stays as it is.",
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
	_, err = storeRecipe(ctx, r, body, row)
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
