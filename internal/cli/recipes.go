package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

type recipeCmd struct {
	List recipeList `cmd:"" help:"Print the recipes of an instance: a sid and a name on each line."`
	Run  recipeRun  `cmd:"" help:"Make the changes of a recipe, as one revision that can be undone."`
}

type recipeList struct {
	dataFlags
	Instance string `required:"" help:"The instance's sid."`
	BuiltIn  bool   `help:"Print the recipes that come with the program: the name for recipe run, and a title."`
	JSON     bool   `name:"json" help:"Print the recipes as a JSON array."`
}

// Run prints a line for each recipe.
func (c *recipeList) Run(ctx context.Context, io streams) error {
	return c.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		list, err := c.list(ctx, db, scope)
		if err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(io.out).Encode(list)
		}
		for _, each := range list {
			_, _ = fmt.Fprintf(io.out, "%s  %s\n", each.Recipe, each.Title)
		}
		return nil
	})
}

// listedRecipe is a recipe in the output of recipe list.
type listedRecipe struct {
	Recipe string `json:"recipe"` // what recipe run calls it: its sid, or the name of a built-in one
	Title  string `json:"title"`
}

func (c *recipeList) list(ctx context.Context, db *store.DB, scope store.Scope) ([]listedRecipe, error) {
	list := []listedRecipe{}
	if c.BuiltIn {
		for _, b := range bulk.BuiltIns() {
			list = append(list, listedRecipe{b.Name, b.Title})
		}
		return list, nil
	}
	rows, err := db.All(ctx, record.Recipes, scope, "")
	for _, row := range rows {
		list = append(list, listedRecipe{record.Recipes.SID(row), record.Recipes.TitleOf(row)})
	}
	return list, err
}

type recipeRun struct {
	dataFlags
	packFlags
	Instance string   `required:"" help:"The sid of the instance that has the recipe."`
	Recipe   []string `required:"" sep:"none" help:"Sid or name of a recipe; several run in order, as one revision." placeholder:"RECIPE"`
	Factor   string   `help:"Factor for the built-in recipes instead of their default." placeholder:"NUMBER"`
	On       string   `help:"The sid of another instance of the same user, to run it on." placeholder:"SID"`
	DryRun   bool     `help:"Only show what would change."`
	JSON     bool     `name:"json" help:"Print the result of each step as JSON."`
}

// Run prints a line for each record that differs, and one for each step.
func (c *recipeRun) Run(ctx context.Context, io streams) error {
	return c.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		run := bulk.Run{On: scope}
		if run.Recipes, err = c.chosen(ctx, db, scope); err != nil {
			return err
		}
		if c.On != "" {
			if run.On, err = db.InstanceScope(ctx, scope.UserID, c.On); err != nil {
				return fmt.Errorf("there is no instance %s of the same user", c.On)
			}
		}
		done, err := c.run(ctx, db, scope, run)
		if err != nil {
			return plainError(err)
		}
		return c.print(io, done)
	})
}

// run makes the changes here and now: a command waits for them.
func (c *recipeRun) run(ctx context.Context, db *store.DB, scope store.Scope, run bulk.Run) ([]*bulk.Result, error) {
	missions, problems, err := c.over(db)
	if err != nil {
		return nil, err
	}
	service := bulk.New(db, problems, missions, nil, time.Now)
	if c.DryRun {
		return service.PreviewRun(ctx, scope, run)
	}
	done, err := service.MakeRun(ctx, scope, run)
	return done.Results, err
}

// chosen returns the recipes that are named, those of the instance before built-in ones. The factor is that of all built-in ones that take
// one.
func (c *recipeRun) chosen(ctx context.Context, db *store.DB, scope store.Scope) (list []bulk.Chosen, err error) {
	for _, name := range c.Recipe {
		sid, err := find(ctx, db, scope, name)
		b := builtIn(name)
		switch {
		case err == nil:
			list = append(list, bulk.Chosen{Recipe: sid})
		case !errors.Is(err, errNoRecipe) || b == nil:
			return nil, err
		case b.Factor == nil:
			list = append(list, bulk.Chosen{Recipe: b.Name})
		default:
			list = append(list, bulk.Chosen{Recipe: b.Name, Factor: c.Factor})
		}
	}
	return list, nil
}

var errNoRecipe = errors.New("there is no recipe")

// builtIn returns the built-in recipe of a name or title, nil where there is none.
func builtIn(name string) *bulk.BuiltIn {
	for _, b := range bulk.BuiltIns() {
		if strings.EqualFold(b.Name, name) || strings.EqualFold(b.Title, name) {
			return b
		}
	}
	return nil
}

// find returns the sid of the recipe of an instance that is named.
func find(ctx context.Context, db *store.DB, scope store.Scope, name string) (string, error) {
	r := record.Recipes
	rows, err := db.All(ctx, r, scope, "")
	if err != nil {
		return "", err
	}
	var found []string
	for _, row := range rows {
		if r.SID(row) == name {
			return name, nil
		}
		if strings.EqualFold(r.TitleOf(row), name) {
			found = append(found, r.SID(row))
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("%w %s", errNoRecipe, name)
	case 1:
		return found[0], nil
	}
	return "", errors.New("several recipes are called " + name + ": give the sid")
}

func (c *recipeRun) print(io streams, done []*bulk.Result) error {
	if c.JSON {
		return printList(io, done, func(b []byte, step *bulk.Result) []byte { return step.AppendJSON(b, 1) })
	}
	for _, step := range done {
		if err := printResult(io, step, c.DryRun); err != nil {
			return err
		}
	}
	return nil
}
