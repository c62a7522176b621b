package bulk

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"

	"quartermaster/internal/access"
	"quartermaster/internal/bulk"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showBuiltIn shows what a built-in recipe would change now, with the factor that is entered.
func showBuiltIn(ctx context.Context, r *site.Request, b *bulk.BuiltIn) (site.Response, error) {
	at := recipesURL(r) + "/" + b.Name
	factor := url.QueryEscape(r.Text("factor"))
	view := pages.BulkPreview{Lead: b.Note, CopyTitle: "Keep as my own"}
	answer, err := drawRun(ctx, r, []bulk.Chosen{{Recipe: b.Name, Factor: r.Text("factor")}}, at+"/run?factor="+factor, &view)
	if err != nil {
		return answer, err
	}
	if b.Factor != nil {
		view.Factor = &pages.BulkFactor{Action: at, Value: r.Text("factor"), Help: b.Factor.Help}
		if view.Factor.Value == "" {
			view.Factor.Value = strconv.FormatFloat(b.Factor.Default, 'g', -1, 64)
		}
	}
	view.Copy, err = copyForm(ctx, r, at+"/copy?factor="+factor, "Keep as my own")
	answer.Page = r.Inside(b.Title, ui.Link{Label: "Recipes", URL: recipesURL(r)})
	return answer, err
}

// copyForm is the form that copies a recipe into this instance or another one.
func copyForm(ctx context.Context, r *site.Request, action, submit string) (*ui.Form, error) {
	rows, err := r.EditableInstances(ctx)
	into := ui.Field{Name: "instance", Label: "Into", Kind: ui.Select, Help: "The copy opens with its preview there."}
	for _, row := range rows {
		into.Options = append(into.Options, ui.Option{Value: record.Instances.SID(row), Label: record.Instances.TitleOf(row)})
	}
	into.Choose(record.Instances.SID(r.Instance.Row))
	form := ui.PlainForm("copy", action, submit,
		ui.Field{Name: "name", Label: "Name", Kind: ui.Text, MaxLength: 255, Help: "Empty: that of the recipe."}, into)
	form.Quiet = true
	return &form, err
}

// copyRecipe makes a recipe of a built-in or another one, in an instance of the user, and leads to it.
func copyRecipe(ctx context.Context, r *site.Request) (site.Response, error) {
	chosen := bulk.Chosen{Recipe: r.Param("recipe"), Factor: r.Text("factor")}
	into, err := r.Site.DB.InstanceScope(ctx, r.User.ID, r.Text("instance"))
	if err == nil {
		err = into.Demand(access.Edit)
	}
	if err != nil {
		return site.Response{}, err
	}
	body, err := r.Site.Bulk.CopyOf(ctx, r.Scope(), chosen)
	var problems validate.Errors
	if errors.As(err, &problems) {
		return r.Tell(recipesURL(r)+"/"+chosen.Recipe, ui.Notice{Tone: ui.Bad, Text: problems.First()}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	if name := r.Text("name"); name != "" {
		body.Set("name", name)
	}
	row, err := storeRecipe(ctx, r, into, body, nil)
	if errors.As(err, &problems) {
		return r.Tell(recipesURL(r)+"/"+chosen.Recipe, ui.Notice{Tone: ui.Bad, Text: problems.First()}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done("/instances/"+r.Text("instance")+"/recipes/"+record.Recipes.SID(row),
		"The recipe was copied. Nothing else has been changed yet."), nil
}

// inSequence is how many recipes a page runs one after the other.
const inSequence = 5

// sequence returns the recipes of the address, and the address of what is below it with them.
func sequence(r *site.Request) (recipes []bulk.Chosen, query string) {
	values := url.Values{}
	for _, sid := range texts(r, "recipe") {
		recipes = append(recipes, bulk.Chosen{Recipe: sid})
		values.Add("recipe[]", sid)
	}
	return recipes[:min(len(recipes), inSequence)], values.Encode()
}

// showSequence shows what several recipes would change, one after the other.
func showSequence(ctx context.Context, r *site.Request) (site.Response, error) {
	recipes, query := sequence(r)
	if len(recipes) == 0 {
		return r.Tell(recipesURL(r), ui.Notice{Tone: ui.Warn, Text: "Choose the recipes to run."}), nil
	}
	view := pages.BulkPreview{Lead: "Runs one recipe after the other. Together they are one revision."}
	answer, err := drawRun(ctx, r, recipes, recipesURL(r)+"/sequence?"+query, &view)
	answer.Page = r.Inside("Several recipes", ui.Link{Label: "Recipes", URL: recipesURL(r)})
	return answer, err
}

// runSequence makes the changes of several recipes.
func runSequence(ctx context.Context, r *site.Request) (site.Response, error) {
	recipes, query := sequence(r)
	if len(recipes) == 0 {
		return site.Redirect(recipesURL(r)), nil
	}
	return run(ctx, r, recipes, recipesURL(r)+"/sequence?"+query)
}

// sequenceForm is the form that chooses recipes to run one after the other.
func sequenceForm(r *site.Request, own []record.Row) pages.RecipeSequence {
	options := []ui.Option{{Label: "none"}}
	for _, row := range own {
		options = append(options, ui.Option{Value: record.Recipes.SID(row), Label: record.Recipes.TitleOf(row)})
	}
	for _, b := range bulk.BuiltIns() {
		options = append(options, ui.Option{Value: b.Name, Label: b.Title + " (built in)"})
	}
	form := pages.RecipeSequence{Action: recipesURL(r) + "/sequence"}
	for i := range inSequence {
		field := ui.Field{Label: "Then", Kind: ui.Select, Options: slices.Clone(options)}
		if i == 0 {
			field.Label = "First"
		}
		form.Controls = append(form.Controls, ui.Control{Field: field, ID: "sequence-" + strconv.Itoa(i+1), Key: "recipe[]"})
	}
	return form
}
