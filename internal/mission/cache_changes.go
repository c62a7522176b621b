package mission

import (
	"context"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// changes lists what files depend on that has changed in an instance between two revisions.
type changes struct {
	complete bool                      // false if not all of the changes were read
	altered  map[string]bool           // resources of which existing records were updated or deleted
	moved    map[string]bool           // resources of which records were created or deleted, or may have another place in the files
	records  map[string]map[int64]bool // ids of created, updated and deleted records, by resource
	files    map[Kind]map[int64]bool   // ids of changed record.Files, by kind
}

// maxChanges limits the changes that are read: after more of them, all files are generated again.
const maxChanges = 5_000

// readChanges returns the changes of an instance after the revision from, up to and including to. files are those at to.
func readChanges(ctx context.Context, db *store.DB, instanceID, from, to int64, files []record.File) (c changes, err error) {
	c = changes{
		complete: true, altered: map[string]bool{}, moved: map[string]bool{}, records: map[string]map[int64]bool{},
		files: map[Kind]map[int64]bool{},
	}
	if from >= to {
		return c, nil
	}
	rows, err := db.Query(ctx, `SELECT resource, record_id, before IS NULL, before IS NULL OR after IS NULL
		OR before LIKE '%"slot":%' OR before LIKE '%"source_file":%' OR before LIKE '%"enabled":%'
		FROM changes WHERE instance_id = $1 AND revision > $2 AND revision <= $3 LIMIT $4`, instanceID, from, to, maxChanges+1)
	if err != nil {
		return c, err
	}
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		if err := c.read(rows); err != nil {
			return c, err
		}
	}
	if err := rows.Err(); err != nil {
		return c, err
	}
	var kept int64 // counted after the changes, because the oldest revisions may be removed meanwhile
	err = db.QueryRow(ctx, `SELECT count(*) FROM revisions WHERE instance_id = $1 AND number > $2 AND number <= $3`, instanceID, from,
		to).Scan(&kept)
	c.complete = n <= maxChanges && kept == to-from && c.sortFiles(files)
	return c, err
}

func (c *changes) read(rows *store.Rows) error {
	var resource string
	var id int64
	var created, moved bool
	if err := rows.Scan(&resource, &id, &created, &moved); err != nil {
		return err
	}
	if c.records[resource] == nil {
		c.records[resource] = map[int64]bool{}
	}
	c.records[resource][id] = true
	c.altered[resource] = c.altered[resource] || !created
	c.moved[resource] = c.moved[resource] || moved
	return nil
}

// sortFiles sorts the changed files by kind; ok is false if one of them was deleted.
func (c *changes) sortFiles(files []record.File) (ok bool) {
	found := 0
	for _, f := range files {
		if !c.records[record.Files.Name][f.ID] {
			continue
		}
		found++
		if c.files[Kind(f.Kind)] == nil {
			c.files[Kind(f.Kind)] = map[int64]bool{}
		}
		c.files[Kind(f.Kind)][f.ID] = true
	}
	return found == len(c.records[record.Files.Name])
}

// areLimited reports whether the changes concern only those files of a kind whose records or record.File the method of returns.
func (c changes) areLimited(k *kindInfo) bool {
	if !c.complete || !k.hasSlots() && len(c.files[k.name]) > 0 {
		return false
	}
	return !slices.ContainsFunc(k.from, func(r *record.Resource) bool {
		switch {
		case !k.hasSlots():
			return len(c.records[r.Name]) > 0
		case r == k.resource:
			return false
		}
		return c.altered[r.Name] // a created record matters only once another one refers to it
	})
}

// of returns the ids of the changed records of a kind, if its entries are records, and those of its changed files.
func (c changes) of(k *kindInfo) (records, files map[int64]bool) {
	if k.hasSlots() {
		records = c.records[k.resource.Name]
	}
	return records, c.files[k.name]
}
