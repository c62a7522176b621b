package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"quartermaster/internal/lint"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

type logCmd struct {
	dataFlags
	Instance string   `required:"" help:"The instance's sid."`
	JSON     bool     `name:"json" help:"Print what the logs say as a JSON array."`
	Paths    []string `arg:"" name:"path" help:"Logs: RPT, ADM, script_*.log or crash_*.log."`
}

// Run reads logs and prints a line for each, or what they say.
func (c *logCmd) Run(ctx context.Context, io streams) error {
	return c.with(ctx, func(db *store.DB) error {
		scope, err := instanceScope(ctx, db, c.Instance)
		if err != nil {
			return err
		}
		var logs []lint.Log
		for _, path := range c.Paths {
			added, err := addLog(ctx, lint.New(db), scope, path)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			logs = append(logs, added)
			if !c.JSON {
				_, _ = fmt.Fprintf(io.out, "%s: %s (%s)\n", path, validate.Counted(len(added.Entries), "complaint", "complaints"), added.Sort)
			}
		}
		if c.JSON {
			return printList(io, logs, func(b []byte, l lint.Log) []byte { return l.AppendJSON(b) })
		}
		return nil
	})
}

func addLog(ctx context.Context, linter *lint.Service, scope store.Scope, path string) (lint.Log, error) {
	file, err := os.Open(path)
	if err != nil {
		return lint.Log{}, err
	}
	defer file.Close()
	return linter.AddLog(ctx, scope, filepath.Base(path), file)
}
