package mission

import (
	"context"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// changes are what has happened to an instance between two revisions, as far as files go by it.
type changes struct {
	complete bool                      // false when more has happened than is known
	altered  map[string]bool           // resources of which records that were there before are others, or gone
	records  map[string]map[int64]bool // all records that are others, new or gone, by resource
	files    map[Kind]map[int64]bool   // the same of what is stored of files beside records
}

// maxChanges is how many records are looked at: beyond it files are made anew.
const maxChanges = 5_000

// changesSince reads the history from a revision on.
func (g *generator) changesSince(ctx context.Context, last int64) (c changes, err error) {
	rows, err := g.db.Query(ctx, `SELECT resource, record_id, before IS NULL FROM changes WHERE instance_id = $1 AND revision > $2 AND revision <= $3
		LIMIT $4`, g.scope.InstanceID, last, g.instance.revision, maxChanges+1)
	if err != nil {
		return c, err
	}
	defer rows.Close()
	c = changes{altered: map[string]bool{}, records: map[string]map[int64]bool{}, files: map[Kind]map[int64]bool{}}
	n := 0
	for ; rows.Next(); n++ {
		if err := c.read(rows); err != nil {
			return c, err
		}
	}
	if err := rows.Err(); err != nil {
		return c, err
	}
	var kept int64 // counted behind the changes, because the oldest revisions may go meanwhile
	err = g.db.QueryRow(ctx, `SELECT count(*) FROM revisions WHERE instance_id = $1 AND number > $2 AND number <= $3`,
		g.scope.InstanceID, last, g.instance.revision).Scan(&kept)
	c.complete = n <= maxChanges && kept == g.instance.revision-last && c.sortFiles(g.files)
	return c, err
}

func (c *changes) read(rows *store.Rows) error {
	var resource string
	var id int64
	var created bool
	if err := rows.Scan(&resource, &id, &created); err != nil {
		return err
	}
	if c.records[resource] == nil {
		c.records[resource] = map[int64]bool{}
	}
	c.records[resource][id] = true
	c.altered[resource] = c.altered[resource] || !created
	return nil
}

// sortFiles sorts the changed files by their kinds; ok is false when one of them is gone.
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

// leave tells whether something that is known of the files of a kind may still hold.
func (c changes) leave(k *kind) bool {
	if !c.complete || !k.placed && len(c.files[k.name]) > 0 {
		return false
	}
	return !slices.ContainsFunc(k.from, func(r *record.Resource) bool { return c.reach(k, r) })
}

// reach tells whether changes to the records of a resource may reach any file of a kind that is made of them.
func (c changes) reach(k *kind, r *record.Resource) bool {
	switch {
	case !k.placed:
		return len(c.records[r.Name]) > 0
	case r == k.resource:
		return false // they reach the files in which these records stand
	}
	return c.altered[r.Name] // what is new there reaches a file through a record that refers to it
}

// of returns the changed records of a kind whose files are known, and its changed files.
func (c changes) of(k *kind) (records, files map[int64]bool) {
	if k.placed {
		records = c.records[k.resource.Name]
	}
	return records, c.files[k.name]
}
