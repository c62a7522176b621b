package mission

import (
	"context"

	"quartermaster/internal/charset"
	"quartermaster/internal/store"
)

// Comparison describes how a generated file differs from the last imported original.
type Comparison struct {
	File     File
	Records  []Difference // empty for a file without records
	Original []byte       // in UTF-8; nil when nothing was imported
	Content  []byte       // in UTF-8
}

// Counts returns how many records were added, removed and changed.
func (c Comparison) Counts() map[Op]int { return countsOf(c.Records) }

func countsOf(list []Difference) map[Op]int {
	counts := map[Op]int{}
	for _, d := range list {
		counts[d.Op]++
	}
	return counts
}

// Changed reports whether the file differs from the original in any byte.
func (c Comparison) Changed() bool { return c.File.State != AsImported }

// Compare compares a generated file, given by its path below the server's root, with the last imported original, or with nothing if
// there is none. It returns store.ErrNotFound if there is no such file, and a WriteError if it cannot be generated or compared.
func (s *Service) Compare(ctx context.Context, scope store.Scope, name string) (Comparison, error) {
	file, err := s.GenerateFile(ctx, scope, name)
	if err != nil {
		return Comparison{}, err
	}
	c := Comparison{File: file}
	content, err := c.File.Content(ctx)
	if err != nil {
		return Comparison{}, err
	}
	c.Content, _ = charset.Decode(content)
	if c.Changed() {
		err = c.File.attempt(ctx, "compared", func() error { return c.compare(ctx) })
	}
	return c, err
}

func (c *Comparison) compare(ctx context.Context) (err error) {
	if c.File.State == Changed {
		if c.Original, err = c.File.from.original(ctx, c.File.rel); err != nil {
			return err
		}
	}
	before, after, err := c.File.kind.compare(ctx, &comparison{c.File.from.generator, c.File.rel, c.Original, c.Content})
	c.Records = differences(before, after)
	return err
}
