package mission

import (
	"bytes"
	"context"
	"errors"

	"quartermaster/internal/charset"
	"quartermaster/internal/pack"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Comparison describes how a generated file differs from the last imported original, or from a file of a server.
type Comparison struct {
	File     File
	Records  []record.Difference // empty for a file without records
	Original []byte              // in UTF-8; nil when nothing was imported, or the server has no such file
	Content  []byte              // in UTF-8
	Unread   bool                // one of the two cannot be read, so that only their texts are compared

	from    string // names the original in the text
	to      string // names the content; empty for a generated one
	differs bool
	foreign bool // see comparison
	packs   *pack.Set
}

// Counts returns how many records were added, removed and changed.
func (c Comparison) Counts() map[string]int { return countsOf(c.Records) }

func countsOf(list []record.Difference) map[string]int {
	counts := map[string]int{}
	for _, d := range list {
		counts[d.Change()]++
	}
	return counts
}

// Changed reports whether the file differs from the original in any byte.
func (c Comparison) Changed() bool { return c.differs }

// Compare compares a generated file, given by its path below the server's root, with the last imported original, or with nothing if
// there is none. It returns store.ErrNotFound if there is no such file, and a WriteError if it cannot be generated or compared.
func (s *Service) Compare(ctx context.Context, scope store.Scope, name string) (Comparison, error) {
	c, _, err := s.comparison(ctx, scope, name)
	if err != nil {
		return c, err
	}
	c.from, c.differs = "imported/", c.File.State != AsImported
	if c.File.State == Changed {
		err = c.File.attempt(ctx, "compared", func() (err error) {
			c.Original, err = c.File.from.original(ctx, *c.File.lastImport())
			return err
		})
		c.foreign = !c.File.isLaidOutBy(c.File.lastImport())
	}
	if err == nil && c.differs {
		err = c.compareReadable(ctx)
	}
	return c, err
}

// CompareWithServer is Compare with the bytes that a game server has of the file in the place of the original; nil if it has none. A
// file of the server that cannot be read has no records to compare.
func (s *Service) CompareWithServer(ctx context.Context, scope store.Scope, name string, there []byte) (Comparison, error) {
	c, content, err := s.comparison(ctx, scope, name)
	if err != nil {
		return c, err
	}
	c.from, c.differs = "server/", !bytes.Equal(there, content) || there == nil
	if there != nil {
		c.Original, _ = charset.Decode(there)
	}
	c.foreign = !c.File.isLaidOutBy(c.File.from.contentOf(digest(there)))
	return c, c.compareReadable(ctx)
}

// compareReadable sets the records that differ, as far as both texts can be read.
func (c *Comparison) compareReadable(ctx context.Context) error {
	file := c.File
	err := c.compare(ctx)
	if unread := (WriteError{}); errors.As(err, &unread) {
		c.File, c.Unread, err = file, true, nil
	}
	return err
}

// CompareVersions compares what a game server has of a file with what it is to have; nil for none. The records are compared where both are
// read and the instance has such a file. A text that cannot be read as such a file has no records, and is no error.
func (s *Service) CompareVersions(ctx context.Context, scope store.Scope, name string, there, then []byte) (c Comparison, err error) {
	if c.packs, err = s.PacksOf(ctx, scope); err != nil {
		return c, err
	}
	c.File, err = s.GenerateFile(ctx, scope, name)
	known := err == nil
	if errors.Is(err, store.ErrNotFound) {
		c.File, err = File{Path: name, Kind: KindOther, State: NotImported}, nil
	}
	c.from, c.to, c.differs = "server/", "before/", !bytes.Equal(there, then) || (there == nil) != (then == nil)
	c.Original, c.Content = decoded(there), decoded(then)
	c.File.Warnings = nil // they are about the records of the instance
	switch {
	case there == nil:
		c.File.State = NotImported
	case c.differs:
		c.File.State = Changed
	default:
		c.File.State = AsImported
	}
	if err == nil && known && there != nil && then != nil {
		err = c.compareEntries(ctx)
	}
	return c, err
}

// compareEntries sets the records that differ between two texts, where the file has some and both can be read.
func (c *Comparison) compareEntries(ctx context.Context) error {
	file := c.File
	err := c.File.attempt(ctx, "compared", func() error {
		before, err := c.File.kind.recordsIn(c.Original, c.File.rel)
		if err != nil {
			return err
		}
		after, err := c.File.kind.recordsIn(c.Content, c.File.rel)
		c.Records = differences(before, after)
		return err
	})
	var unread WriteError
	if errors.As(err, &unread) {
		c.File, err = file, nil
	}
	return err
}

// decoded returns a text in UTF-8, nil for none.
func decoded(text []byte) []byte {
	if text == nil {
		return nil
	}
	text, _ = charset.Decode(text)
	return text
}

// comparison returns the generated file with its content, and its bytes.
func (s *Service) comparison(ctx context.Context, scope store.Scope, name string) (c Comparison, content []byte, err error) {
	if c.packs, err = s.PacksOf(ctx, scope); err != nil {
		return c, nil, err
	}
	if c.File, err = s.GenerateFile(ctx, scope, name); err != nil {
		return c, nil, err
	}
	if content, err = c.File.Content(ctx); err == nil {
		c.Content, _ = charset.Decode(content)
	}
	return c, content, err
}

// compare sets the records that differ.
func (c *Comparison) compare(ctx context.Context) error {
	return c.File.attempt(ctx, "compared", func() error {
		before, after, err := c.File.kind.compare(ctx, &comparison{c.File.from.generator, c.File.rel, c.Original, c.Content, c.foreign})
		c.Records = differences(before, after)
		return err
	})
}
