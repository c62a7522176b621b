package operation

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"quartermaster/internal/access"
	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Recipes are what one can do with recipes.
var Recipes = []*Operation{
	defineList("get builtin recipes", "recipes/built-in", record.BuiltIns, access.Read, "The recipes that come with the program.",
		listBuiltIns,
		about("The recipes that come with the program: read-only, to be run or copied by their sid. `factor` is the number that some of them "+
			"multiply by.")),
	define("run recipes", post, "recipes/run", access.Edit,
		"Make the changes of several recipes, one after the other, as one revision, or tell with dry_run what would change.", runRecipes,
		queues(), guarded, tags, showing(moreLoot),
		about("Makes the changes of several recipes of the instance, or of built-in ones, in the order of the list, as one revision: all of "+
			"them, or none. The response has what each of their steps did.")),
	define("run recipe", post, "recipes/{recipe}/run", access.Edit,
		"Make the changes of a recipe as one revision, or tell with dry_run what would change.", runRecipe,
		of(record.Recipes), queues(), guarded, tags,
		about("Makes the changes of all steps, each on what those before it have left, as one revision: all of them, or none. The response "+
			"has what each step did, as the bulk change of a resource has it. With `instance` they are made there.")),
	define("copy recipe", post, "recipes/{recipe}/copy", access.Edit, "Make a recipe of your own of a built-in or another one.", copyRecipe,
		of(record.Recipes), creates, tags,
		unreviewed,
		about("Makes a recipe with the same steps, in this instance or another one of yours. Of a built-in recipe it keeps the factor that is "+
			"sent.")),
}

// moreLoot is what a step of the example does.
const moreLoot = `{"matched":3,"changed":1,"unchanged":2,"clamped":0,"referring":0,"revision":null,"deleted":{},` +
	`"rows":[{"resource":"types","sid":"aB3dE5fG7h","name":"AKM","clamped":false,"deleted":false,"changes":{"nominal":[10,12],"min":[5,6]}}]}`

// builtInRecipe is a built-in recipe, with the steps that it has by default.
type builtInRecipe struct {
	SID    string         `field:"sid" help:"By which it is run and copied." example:"more-loot"`
	Name   string         `field:"name" example:"More loot"`
	Note   string         `field:"note" help:"What it does, and not." example:"Multiplies nominal of everything that the economy spawns."`
	Factor *builtInFactor `field:"factor" example:"{\"default\":1.5,\"min\":1,\"max\":10,\"help\":\"2 is twice as much.\"}"`
	Steps  builtInSteps   `field:"steps" help:"With the factor that it has by default."`
}

type builtInFactor struct {
	Default float64 `field:"default"`
	Min     float64 `field:"min"`
	Max     float64 `field:"max"`
	Help    string  `field:"help"`
}

// builtInSteps are steps as recipes have them.
type builtInSteps []any

// AppendJSON implements shape.Appender.
func (s builtInSteps) AppendJSON(b []byte) []byte { return jsontree.AppendValue(b, []any(s)) }

// LooksLike returns the type that has the tags.
func (builtInSteps) LooksLike() reflect.Type { return reflect.TypeFor[[]bulkStepView]() }

type bulkStepView struct {
	Resource   string              `field:"resource,required" help:"As in paths, such as types." example:"types"`
	Q          string              `field:"q,required,max=2000" help:"A filter; * for all records." example:"nominal>0 -crafted:yes"`
	Operations []bulkOperationView `field:"operations,required,min=1,max=50" example:"[{\"op\":\"scale\",\"value\":1.5}]"`
}

func listBuiltIns(context.Context, *Call, none) (list []builtInRecipe, err error) {
	for _, b := range bulk.BuiltIns() {
		one, err := builtInOf(b)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func builtInOf(b *bulk.BuiltIn) (builtInRecipe, error) {
	one := builtInRecipe{SID: b.Name, Name: b.Title, Note: b.Note}
	if f := b.Factor; f != nil {
		one.Factor = &builtInFactor{f.Default, f.Least, f.Most, f.Help}
	}
	text, err := b.Steps("")
	if err != nil {
		return one, err
	}
	steps, err := jsontree.Parse([]byte(text))
	one.Steps = jsontree.Members(steps)
	return one, err
}

type runInput struct {
	DryRun   bool    `field:"dry_run" help:"Only tell what would change." example:"true"`
	Instance string  `field:"instance" help:"The sid of another of your instances, on which they are run."`
	Factor   float64 `field:"factor" help:"What a built-in recipe multiplies by, in place of what it has by default."`
	Page     int     `field:"page,unchecked,min=1" help:"Which 1,000 changed records of each step to return; default: 1."`
}

type sequenceInput struct {
	Recipes  []recipeChoice `field:"recipes,required,max=20" help:"In their order." example:"[{\"recipe\":\"more-loot\",\"factor\":1.2}]"`
	DryRun   bool           `field:"dry_run" help:"Only tell what would change." example:"true"`
	Instance string         `field:"instance" help:"The sid of another of your instances, on which they are run."`
	Page     int            `field:"page,unchecked,min=1" help:"Which 1,000 changed records of each step to return; default: 1."`
}

// recipeChoice is a sid, or an object with a sid and a factor.
type recipeChoice struct{ What any }

type chosenRecipe struct {
	Recipe string  `field:"recipe,required"`
	Factor float64 `field:"factor"`
}

// AnyOf returns what it is one of.
func (recipeChoice) AnyOf() []*shape.Type {
	return []*shape.Type{shape.Of[string](), shape.Of[chosenRecipe]()}
}

func (c recipeChoice) chosen() bulk.Chosen {
	if sid, isText := c.What.(string); isText {
		return bulk.Chosen{Recipe: sid}
	}
	o, _ := c.What.(*jsontree.Object)
	return bulk.Chosen{Recipe: record.TextParam(o, "recipe"), Factor: record.TextParam(o, "factor")}
}

// chosenAlone is the recipe of the path, with the factor as it was sent.
func chosenAlone(call *Call) bulk.Chosen {
	return bulk.Chosen{Recipe: call.Param(record.Recipes.Param()), Factor: record.TextParam(call.Sent, "factor")}
}

// runRecipe makes the changes of a recipe, or works out what they would be.
func runRecipe(ctx context.Context, call *Call, in runInput) ([]bulk.BulkChangesView, error) {
	return runAll(ctx, call, in.Instance, in.DryRun, []bulk.Chosen{chosenAlone(call)})
}

// runRecipes makes the changes of several recipes, one after the other.
func runRecipes(ctx context.Context, call *Call, in sequenceInput) ([]bulk.BulkChangesView, error) {
	var recipes []bulk.Chosen
	for _, choice := range in.Recipes {
		recipes = append(recipes, choice.chosen())
	}
	done, err := runAll(ctx, call, in.Instance, in.DryRun, recipes)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Wrong("recipes", validate.SelectionIsInvalid)
	}
	return done, err
}

func runAll(ctx context.Context, call *Call, instance string, dry bool, recipes []bulk.Chosen) ([]bulk.BulkChangesView, error) {
	on, err := otherInstance(ctx, call, instance)
	if err != nil {
		return nil, err
	}
	run := bulk.Run{Recipes: recipes, On: on, Revision: call.OnRevision}
	if dry {
		would, err := call.Bulk.PreviewRun(ctx, call.Scope, run)
		return shownSteps(call, would), runError(err)
	}
	done, err := call.Bulk.MakeRun(ctx, call.Scope, run)
	if err == nil && done.Job != "" {
		call.queuedOn(instance, done.Job)
		return nil, nil
	}
	return shownSteps(call, done.Results), runError(err)
}

func shownSteps(call *Call, done []*bulk.Result) (shown []bulk.BulkChangesView) {
	if len(done) == 0 {
		return nil
	}
	page, _ := record.ParsePage(call.Sent)
	for _, step := range done {
		shown = append(shown, step.View(page))
	}
	call.Tagged(RevisionTag(max(done[0].Base, done[0].Revision)))
	return shown
}

// otherInstance finds an instance that the body names, among those of the caller; none is that of the path.
func otherInstance(ctx context.Context, call *Call, sid string) (store.Scope, error) {
	if sid == "" {
		return call.Scope, nil
	}
	other, err := call.DB.OtherScope(ctx, call.Scope, sid)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Wrong("instance", validate.SelectionIsInvalid)
	}
	if err == nil {
		err = other.Demand(access.Edit)
	}
	return other, err
}

func runError(err error) error {
	step, cause := bulk.StepOf(err)
	switch {
	case errors.Is(err, queue.ErrTooMany):
		return errTooManyJobs
	case step < 0:
		return err
	}
	return bulkError(cause, fmt.Sprintf("steps.%d.", step))
}

type copyRecipeInput struct {
	Name     string  `field:"name,unchecked,max=255" help:"Left out, that of the recipe." example:"A copy"`
	Note     string  `field:"note,unchecked"`
	Factor   float64 `field:"factor" help:"What the copy of a built-in recipe multiplies by."`
	Instance string  `field:"instance" help:"The sid of another of your instances, which gets the copy."`
}

// copiedRecipe is the recipe that a copy has made.
type copiedRecipe struct{ row record.Row }

// Record implements shape.Recorded.
func (copiedRecipe) Record() *record.Resource { return record.Recipes }

// AppendJSON implements shape.Appender.
func (c copiedRecipe) AppendJSON(b []byte) []byte { return record.Recipes.AppendJSON(b, c.row) }

// copyRecipe makes a recipe of another one, or of a built-in one, in the instance or in another one of the caller.
func copyRecipe(ctx context.Context, call *Call, in copyRecipeInput) (copiedRecipe, error) {
	on, err := otherInstance(ctx, call, in.Instance)
	if err != nil {
		return copiedRecipe{}, err
	}
	body, err := call.Bulk.CopyOf(ctx, call.Scope, chosenAlone(call))
	if err != nil {
		return copiedRecipe{}, err
	}
	for _, name := range []string{"name", "note"} {
		if value, sent := call.Sent.Get(name); sent {
			body.Set(name, value)
		}
	}
	row, err := createRecipe(ctx, call, on, body)
	call.tagData()
	return copiedRecipe{row}, err
}

func createRecipe(ctx context.Context, call *Call, on store.Scope, body *jsontree.Object) (record.Row, error) {
	values, problems, err := record.Recipes.Accept(ctx, body, store.References{DB: call.DB, Scope: on}, false)
	if err != nil || len(problems) > 0 {
		return nil, errors.Join(err, problems.Err())
	}
	row, err := call.DB.Create(ctx, record.Recipes, on, values)
	return row, Taken(record.Recipes, err)
}
