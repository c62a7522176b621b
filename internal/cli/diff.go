package cli

import (
	"context"
	"fmt"

	"quartermaster/internal/delivery"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

type diffCmd struct {
	remoteFlags
	Remote bool     `help:"Compare with the files of the game server; otherwise with those that were last imported."`
	Paths  []string `arg:"" optional:"" name:"path" help:"Files, as they are generated; by default, all that differ."`
}

// Run prints the differences of the files as a patch.
func (c *diffCmd) Run(ctx context.Context, io streams) error {
	return c.with(ctx, func(s *delivery.Service, scope store.Scope) error {
		paths, err := c.differing(ctx, s, scope)
		if err != nil {
			return err
		}
		compare := s.Missions.Compare
		if c.Remote {
			compare = s.Compare
		}
		var list []mission.Comparison
		for _, path := range paths {
			found, err := compare(ctx, scope, path)
			if err != nil {
				return fmt.Errorf("%s: %w", path, inWords(err))
			}
			list = append(list, found)
		}
		return c.print(io, list)
	})
}

// differing returns the paths to compare.
func (c *diffCmd) differing(ctx context.Context, s *delivery.Service, scope store.Scope) (paths []string, err error) {
	if len(c.Paths) > 0 {
		return c.Paths, nil
	}
	if c.Remote {
		plan, err := s.Plan(ctx, scope)
		for _, f := range plan.Files {
			if f.Differs() {
				paths = append(paths, f.Path)
			}
		}
		return paths, err
	}
	files, err := s.Missions.Generate(ctx, scope)
	for _, f := range files {
		if f.State == mission.Changed || f.State == mission.NotImported {
			paths = append(paths, f.Path)
		}
	}
	return paths, err
}

func (c *diffCmd) print(io streams, list []mission.Comparison) error {
	if c.JSON {
		return printList(io, list, appendCompared)
	}
	for _, one := range list {
		printPatch(io, one)
	}
	return nil
}

func printPatch(io streams, c mission.Comparison) {
	text, note := c.Unified()
	_, _ = fmt.Fprint(io.out, text)
	if note != "" {
		_, _ = fmt.Fprintf(io.err, "%s: %s\n", c.File.Path, note)
	}
}

func appendCompared(b []byte, c mission.Comparison) []byte {
	text, _ := c.Unified()
	b = jsontree.AppendString(append(b, `{"path":`...), c.File.Path)
	b = jsontree.AppendList(append(b, `,"records":`...), c.Records, func(b []byte, d record.Difference) []byte { return d.AppendJSON(b) })
	return append(jsontree.AppendString(append(b, `,"unified":`...), text), '}')
}
