package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
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
}

// Run prints a line for each recipe.
func (c *recipeList) Run(ctx context.Context, io streams) error {
	return c.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		rows, err := db.All(ctx, record.Recipes, scope, "")
		for _, row := range rows {
			_, _ = fmt.Fprintf(io.out, "%s  %s\n", record.Recipes.SID(row), record.Recipes.TitleOf(row))
		}
		return err
	})
}

type recipeRun struct {
	dataFlags
	Instance string `required:"" help:"The sid of the instance that has the recipe."`
	Recipe   string `required:"" help:"The recipe's sid or name."`
	On       string `help:"The sid of another instance of the same user, to run it on." placeholder:"SID"`
	DryRun   bool   `help:"Only show what would change."`
	JSON     bool   `name:"json" help:"Print the result of each step as JSON."`
}

// Run prints a line for each record that differs, and one for each step.
func (c *recipeRun) Run(ctx context.Context, io streams) error {
	return c.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		run := bulk.Run{On: scope, DryRun: c.DryRun}
		if run.Recipe, err = c.find(ctx, db, scope); err != nil {
			return err
		}
		if c.On != "" {
			if run.On, err = db.InstanceScope(ctx, scope.UserID, c.On); err != nil {
				return fmt.Errorf("there is no instance %s of the same user", c.On)
			}
		}
		done, err := bulk.New(db, lint.New(db), time.Now).RunRecipe(ctx, scope, run)
		if err != nil {
			return plainError(err)
		}
		return c.print(io, done)
	})
}

// find returns the sid of the recipe that is named.
func (c *recipeRun) find(ctx context.Context, db *store.DB, scope store.Scope) (string, error) {
	r := record.Recipes
	rows, err := db.All(ctx, r, scope, "")
	if err != nil {
		return "", err
	}
	var found []string
	for _, row := range rows {
		if r.SID(row) == c.Recipe {
			return c.Recipe, nil
		}
		if strings.EqualFold(r.TitleOf(row), c.Recipe) {
			found = append(found, r.SID(row))
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("there is no recipe %s", c.Recipe)
	case 1:
		return found[0], nil
	}
	return "", errors.New("several recipes are called " + c.Recipe + ": give the sid")
}

func (c *recipeRun) print(io streams, done []*bulk.Result) error {
	if c.JSON {
		_, err := fmt.Fprintf(io.out, "%s\n", jsontree.AppendList(nil, done, func(b []byte, step *bulk.Result) []byte { return step.AppendJSON(b, 1) }))
		return err
	}
	for _, step := range done {
		if err := printResult(io, step, c.DryRun); err != nil {
			return err
		}
	}
	return nil
}
