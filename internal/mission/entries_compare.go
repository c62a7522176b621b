package mission

import (
	"context"
	"slices"
	"strings"
)

// compare converts the stored records to entries and back, so that both sides have the same fields.
func (e *entryKind[V, R]) compare(ctx context.Context, c *comparison) (before, after []*fileRecord, err error) {
	if c.original != nil {
		if before, err = e.recordsIn(c.original, c.rel); err != nil {
			return nil, nil, err
		}
	}
	after, err = e.storedRecords(ctx, c)
	return before, c.current(after), err
}

func (e *entryKind[V, R]) recordsIn(text []byte, _ string) ([]*fileRecord, error) {
	file, err := e.parse(text)
	if err != nil {
		return nil, err
	}
	list, n := make([]*fileRecord, len(file.Entries)), inventedNames()
	for i, entry := range file.Entries {
		if list[i], err = e.fileRecord(entry.Value, n, i); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// storedRecords returns the stored records that are written to the file.
func (e *entryKind[V, R]) storedRecords(ctx context.Context, c *comparison) (list []*fileRecord, err error) {
	n := inventedNames()
	known, err := c.namesOf(ctx, e)
	if err != nil {
		return nil, err
	}
	rows, err := c.rows(ctx, e.resource, e.where)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if !strings.EqualFold(c.pathOf(&e.kindInfo, row), c.rel) || !e.isWritten(row) {
			continue
		}
		r, err := e.fileRecord(e.toValue(e.decode(row), known), n, -1)
		if err != nil {
			return nil, err
		}
		list = append(list, r.of(row))
	}
	return list, nil
}

// fileRecord converts an entry. Fields that the file does not hold are nil.
func (e *entryKind[V, R]) fileRecord(value V, n *names, slot int) (*fileRecord, error) {
	made, err := e.toRecord(value, n)
	row := e.resource.Encode(&made)
	for i, f := range e.resource.Fields {
		if f.Name == "enabled" || slices.Contains(e.keeps, f.Name) {
			row[i] = nil
		}
	}
	return newFileRecord(e.resource, row, n, slot), err
}
