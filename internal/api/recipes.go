package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"quartermaster/internal/operation"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

var (
	factorRule = validate.Field{Name: "factor", Rules: []validate.Rule{validate.Nullable(), validate.Numeric()}}
	otherRule  = validate.Field{Name: "instance", Rules: []validate.Rule{validate.Nullable(), validate.String()}}
	dryRule    = validate.Field{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}}

	runRules      = validate.Compile(validate.Rules{dryRule, otherRule, factorRule})
	copyRules     = validate.Compile(validate.Rules{otherRule, factorRule})
	sequenceRules = validate.Compile(validate.Rules{
		dryRule, otherRule,
		{Name: "recipes", Rules: []validate.Rule{validate.Required(), validate.List(), validate.Custom(isList), validate.Max(bulk.MaxRecipes)}},
	})
)

// getBuiltIn answers the built-in recipes.
func (a *API) getBuiltIn(ctx context.Context, _ *request, _ store.Scope, in *jsontree.Object) (response, error) {
	list := []*jsontree.Object{}
	for _, b := range bulk.BuiltIns() {
		o, err := builtInObject(b)
		if err != nil {
			return response{}, err
		}
		list = append(list, o)
	}
	appendJSON := func(b []byte, o *jsontree.Object) []byte { return jsontree.AppendValue(b, o) }
	list, err := chosen(ctx, record.BuiltIns, in, list, appendJSON)
	if err != nil {
		return response{}, err
	}
	return ok(append(jsontree.AppendList([]byte(`{"data":`), list, appendJSON), '}')), nil
}

// builtInObject describes a built-in recipe, with the steps that it has by default.
func builtInObject(b *bulk.BuiltIn) (*jsontree.Object, error) {
	text, err := b.Steps("")
	if err != nil {
		return nil, err
	}
	steps, err := jsontree.Parse([]byte(text))
	o := new(jsontree.Object)
	o.Set("sid", b.Name)
	o.Set("name", b.Title)
	o.Set("note", b.Note)
	o.Set("factor", nil)
	if b.Factor != nil {
		factor := new(jsontree.Object)
		factor.Set("default", b.Factor.Default)
		factor.Set("min", b.Factor.Least)
		factor.Set("max", b.Factor.Most)
		factor.Set("help", b.Factor.Help)
		o.Set("factor", factor)
	}
	o.Set("steps", steps)
	return o, err
}

// runRecipe makes the changes of a recipe, or works out what they would be.
func (a *API) runRecipe(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	return a.run(ctx, r, scope, in, []bulk.Chosen{{Recipe: r.sid(record.Recipes.Param()), Factor: record.TextParam(in, "factor")}})
}

// runRecipes makes the changes of several recipes, one after the other.
func (a *API) runRecipes(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	sent, _ := in.Get("recipes")
	var recipes []bulk.Chosen
	for _, member := range jsontree.Members(sent) {
		recipes = append(recipes, chosenRecipe(member))
	}
	answer, err := a.run(ctx, r, scope, in, recipes)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Wrong("recipes", validate.SelectionIsInvalid)
	}
	return answer, err
}

// chosenRecipe reads a member of the list: a sid, or an object with a sid and a factor.
func chosenRecipe(member any) bulk.Chosen {
	if sid, isText := member.(string); isText {
		return bulk.Chosen{Recipe: sid}
	}
	o, _ := member.(*jsontree.Object)
	return bulk.Chosen{Recipe: record.TextParam(o, "recipe"), Factor: record.TextParam(o, "factor")}
}

func (a *API) run(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object, recipes []bulk.Chosen) (response, error) {
	on, err := a.otherInstance(ctx, r, scope, in)
	if err != nil {
		return response{}, err
	}
	run := bulk.Run{Recipes: recipes, On: on, Revision: r.onRevision()}
	if isDry(in) {
		would, err := a.bulk.PreviewRun(ctx, scope, run)
		return runAnswer(would, in), runError(err)
	}
	done, err := a.bulk.MakeRun(ctx, scope, run)
	switch {
	case err != nil:
		return response{}, runError(err)
	case done.Job != "":
		return a.queuedOn(ctx, r, cmp.Or(record.TextParam(in, "instance"), instanceSID(r.Request)), done.Job)
	}
	return runAnswer(done.Results, in), nil
}

// runAnswer answers with what each step did or would do; nothing of it is there on an error.
func runAnswer(done []*bulk.Result, in *jsontree.Object) response {
	if len(done) == 0 {
		return response{}
	}
	page, _ := record.ParsePage(in)
	body := jsontree.AppendList([]byte(`{"data":`), done, func(b []byte, step *bulk.Result) []byte { return step.AppendJSON(b, page) })
	return response{Body: append(body, '}'), ETag: revisionTag(max(done[0].Base, done[0].Revision))}
}

// otherInstance finds the instance that the body names, among those of the caller.
func (a *API) otherInstance(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (store.Scope, error) {
	sid := record.TextParam(in, "instance")
	if sid == "" {
		return scope, nil
	}
	other, err := a.DB.InstanceScope(ctx, r.Caller.ID, sid)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Wrong("instance", validate.SelectionIsInvalid)
	}
	return other, err
}

func runError(err error) error {
	step, cause := bulk.StepOf(err)
	switch {
	case errors.Is(err, queue.ErrTooMany):
		return operation.ErrTooManyJobs
	case step < 0:
		return err
	}
	return bulkError(cause, fmt.Sprintf("steps.%d.", step))
}

// copyRecipe makes a recipe of another one, or of a built-in one, in the instance or in another one of the caller.
func (a *API) copyRecipe(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	on, err := a.otherInstance(ctx, r, scope, in)
	if err != nil {
		return response{}, err
	}
	body, err := a.bulk.CopyOf(ctx, scope, bulk.Chosen{Recipe: r.sid(record.Recipes.Param()), Factor: record.TextParam(in, "factor")})
	if err != nil {
		return response{}, err
	}
	for _, name := range []string{"name", "note"} {
		if value, sent := in.Get(name); sent {
			body.Set(name, value)
		}
	}
	values, problems, err := record.Recipes.Accept(ctx, body, store.References{DB: a.DB, Scope: on}, false)
	if err != nil || len(problems) > 0 {
		return response{}, errors.Join(err, problems.Err())
	}
	row, err := a.DB.Create(ctx, record.Recipes, on, values)
	if err != nil {
		return response{}, taken(record.Recipes, err)
	}
	return shown(http.StatusCreated, record.Recipes, row), nil
}
