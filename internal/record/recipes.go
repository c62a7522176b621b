package record

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// recipe is a bulk change that is kept, to be made again.
type recipe struct {
	Meta
	Name  string   `field:"name,required,max=255" example:"Winter economy" help:"A name of your choice."`
	Note  *string  `field:"note,max=65535" example:"After each update of the game" help:"What it is for."`
	Steps stepList `field:"steps,required" example:"[{\"resource\":\"types\",\"q\":\"cat:weapons\",\"operations\":[{\"op\":\"disable\"}]}]"`
	Stamps
}

// Recipes are the recipes of an instance.
var Recipes = Define[recipe]("recipes", InInstance,
	called("recipe", "Bulk changes that are kept, to be made again."),
	unshown,
	keyed("name"),
	searching("r.name"))

// A recipe looks at all resources, of which Recipes is one: its declaration cannot name what prepares it.
func init() { Recipes.Prepare = prepareRecipe }

func prepareRecipe(ctx context.Context, _ *Resource, in Lookup, _ Row, values Values) error {
	text, sent := values["steps"].(string)
	if !sent {
		return nil
	}
	steps, problems := ReadSteps(text)
	for i, step := range steps {
		if len(problems) > 0 {
			break
		}
		if err := step.Resource.understood(ctx, step.Q, in.Words(), &problems); err != nil {
			return err
		}
		for j := range problems {
			problems[j] = problems[j].At("steps." + strconv.Itoa(i) + ".q")
		}
	}
	return problems.Err()
}

// understood adds what is wrong with a filter to the problems. The error is one of the vocabulary.
func (r *Resource) understood(ctx context.Context, q string, words Vocabulary, problems *validate.Errors) error {
	_, err := r.Where(ctx, q, time.Now(), words)
	var wrong *filter.Error
	if errors.As(err, &wrong) {
		problems.AddNamed("q", "", validate.IsNotUnderstood.With(wrong.Error()))
		return nil
	}
	return err
}

// Step is one step of a recipe.
type Step struct {
	Resource   *Resource
	Q          string
	Operations []Operation
}

// The bounds of a recipe and of a bulk change.
const (
	maxSteps      = 20
	maxOperations = 50 // of one step
)

// ReadSteps reads the steps of a recipe from their JSON text.
func ReadSteps(text string) (steps []Step, problems validate.Errors) {
	tree, _ := jsontree.Parse([]byte(text)) // checked by the rules of the field
	for i, member := range jsontree.Members(tree) {
		object, _ := member.(*jsontree.Object)
		step, wrong := readStep(object)
		steps = append(steps, step)
		for _, p := range wrong {
			problems = append(problems, p.At("steps."+strconv.Itoa(i)+"."+p.Field))
		}
	}
	return steps, problems
}

func readStep(in *jsontree.Object) (step Step, problems validate.Errors) {
	if step.Resource = InInstanceAt(TextParam(in, "resource")); step.Resource == nil {
		return step, validate.Wrong("resource", validate.SelectionIsInvalid)
	}
	step.Q = TextParam(in, "q")
	sentQ, _ := in.Get("q")
	switch _, isText := sentQ.(string); {
	case sentQ != nil && !isText:
		problems.AddFailure("q", validate.MustBeString)
	case step.Q == "":
		problems.AddNamed("q", "", validate.IsRequired.Saying("The q field is required; * is for all records."))
	}
	_ = step.Resource.understood(context.Background(), step.Q, nil, &problems) // without a vocabulary nothing else can fail
	sent, _ := in.Get("operations")
	var wrong validate.Errors
	step.Operations, wrong = step.Resource.ReadOperations(sent)
	return step, append(problems, wrong...)
}

// ReadOperations reads a list of operations. What is wrong is named by its place, such as operations.0.value.
func (r *Resource) ReadOperations(sent any) (operations []Operation, problems validate.Errors) {
	list, isList := sent.([]any)
	switch {
	case !isList || len(list) == 0:
		return nil, validate.Wrong("operations", validate.IsRequired)
	case len(list) > maxOperations:
		problems.AddNamed("operations", "", validate.HasTooMany.With(strconv.Itoa(maxOperations)))
		return nil, problems
	}
	for i, one := range list {
		object, _ := one.(*jsontree.Object)
		operation, wrong := r.ReadOperation(object)
		operations = append(operations, operation)
		for _, p := range wrong {
			problems = append(problems, p.At("operations."+strconv.Itoa(i)+"."+p.Field))
		}
	}
	return operations, problems
}

// InInstanceAt returns the resource whose records bulk changes work on, by the segment of its path; nil where there is none.
func InInstanceAt(path string) *Resource {
	r := AtPath(path)
	if r == nil || r.Title == nil || r == Files || r == Recipes || r == Views {
		return nil
	}
	return r
}

// AtPath returns the resource whose records are at a path of an instance; nil where there is none.
func AtPath(path string) *Resource {
	i := slices.IndexFunc(all, func(r *Resource) bool { return r.Path == path && r.Scope == InInstance })
	if i < 0 {
		return nil
	}
	return all[i]
}
