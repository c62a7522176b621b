package history

import (
	"context"
	"encoding/json"

	"quartermaster/internal/change"
	"quartermaster/internal/docset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
)

// drawFileValues adds to the drawn changes of files which values of them differ.
func drawFileValues(ctx context.Context, r *site.Request, stored []store.Change, drawn []pages.Change) error {
	var places []int
	var files []docset.FileChange
	for i, c := range stored {
		if c.Resource == record.Files.Name {
			places = append(places, i)
			files = append(files, docset.FileChange{Path: c.Title, Before: contentIn(c.Before), After: contentIn(c.After)})
		}
	}
	if len(files) == 0 {
		return nil
	}
	differences, err := docset.New(r.Site.DB, r.Site.Missions).Differing(ctx, r.Scope(), files)
	for i, d := range differences {
		drawn[places[i]].Fields = valueChanges(d)
	}
	return err
}

// contentIn returns the id of the content in a version of a file, 0 for none.
func contentIn(version string) int64 {
	var file struct {
		ContentID int64 `json:"content_id"`
	}
	_ = json.Unmarshal([]byte(version), &file) // written by the store; empty for no file
	return file.ContentID
}

func valueChanges(d docset.FileDifference) []pages.FieldChange {
	if d.Secret {
		return []pages.FieldChange{{Label: "Secrets, which are not shown", Before: servercfg.Hidden, After: servercfg.Hidden}}
	}
	return documentChanges(sides(d.Values))
}

// sides returns values that differ by their paths, as they were and as they are.
func sides(values []change.Difference) (before, after *jsontree.Object) {
	before, after = new(jsontree.Object), new(jsontree.Object)
	for _, v := range values {
		if !v.Added {
			before.Set(v.Path, v.Old)
		}
		if !v.Removed {
			after.Set(v.Path, v.New)
		}
	}
	return before, after
}
