package mission

import (
	"context"

	"quartermaster/internal/charset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Op is what became of a record.
type Op string

// What becomes of records.
const (
	Added   Op = "added"
	Removed Op = "removed"
	Altered Op = "changed"
)

// Difference is what became of one record.
type Difference struct {
	Op       Op
	Resource *record.Resource
	Name     string // what the file calls it
	SID      string // empty for a record that is not stored
	Fields   []FieldDifference
}

// FieldDifference is the value of a field before and after, as it goes over the wire. What a reference names stands there by
// its name, because a file may name what no record stands for any more; a document is told as record.Resource.DiffDocument tells it.
type FieldDifference struct {
	Field    *record.Field
	Old, New []byte // JSON; null in a record that is not there
}

// AppendJSON appends the difference as it goes over the wire.
func (d Difference) AppendJSON(b []byte) []byte {
	b = jsontree.AppendString(append(b, `{"op":`...), string(d.Op))
	b = jsontree.AppendString(append(b, `,"resource":`...), d.Resource.Path)
	b = jsontree.AppendString(append(b, `,"name":`...), d.Name)
	b = append(b, `,"sid":`...)
	if d.SID == "" {
		b = append(b, "null"...)
	} else {
		b = jsontree.AppendString(b, d.SID)
	}
	b = append(b, `,"fields":{`...)
	for i, f := range d.Fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(f.Field.AppendKey(b), `{"old":`...), f.Old...)
		b = append(append(append(b, `,"new":`...), f.New...), '}')
	}
	return append(b, "}}"...)
}

// Comparison is how a file that generation writes differs from the last original that was imported.
type Comparison struct {
	File     File
	Records  []Difference // none for a file that no record stands for
	Original []byte       // in UTF-8; nil when nothing was imported
	Content  []byte       // in UTF-8
}

// Counts returns how many records were added, removed and changed.
func (c Comparison) Counts() map[Op]int {
	counts := map[Op]int{}
	for _, d := range c.Records {
		counts[d.Op]++
	}
	return counts
}

// Changed tells whether the file differs in a single byte.
func (c Comparison) Changed() bool { return c.File.State != AsImported }

// Compare compares a file that generation writes, named by its path below the server's root, with the last original that was
// imported, or with nothing where there is none. It returns store.ErrNotFound for a file that there is not, and a WriteError for one that cannot be written or compared.
func (s *Service) Compare(ctx context.Context, scope store.Scope, name string) (Comparison, error) {
	file, err := s.GenerateFile(ctx, scope, name)
	if err != nil {
		return Comparison{}, err
	}
	c := comparison{generator: file.from, Comparison: Comparison{File: file}}
	content, err := c.File.Content(ctx)
	if err != nil {
		return Comparison{}, err
	}
	c.Content, _ = charset.Decode(content)
	if c.Changed() {
		err = c.File.attempt(ctx, "compared", func() error { return c.compare(ctx) })
	}
	return c.Comparison, err
}

// comparison is a Comparison in the making.
type comparison struct {
	*generator
	Comparison
}

func (c *comparison) compare(ctx context.Context) (err error) {
	if c.File.State == Changed {
		if c.Original, err = c.original(ctx, c.File.place); err != nil {
			return err
		}
	}
	if c.File.kind.stands == nil {
		return nil
	}
	before, after, err := c.File.kind.stands(ctx, c)
	c.Records = differences(before, after)
	return err
}
