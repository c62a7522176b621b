package docset

import (
	"context"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// FileChange is what a revision did to a file: its path as it is stored, and the ids of its contents, 0 for none.
type FileChange struct {
	Path          string
	Before, After int64
}

// FileDifference is how the values of a file differ, without secrets.
type FileDifference struct {
	Values []change.Difference
	Secret bool // nothing but secrets differs
}

// Bounds of what is compared of the past: files, the bytes of one, and of all.
const mostPast, mostOfPast, allOfPast = 20, 1 << 20, 8 << 20

// Differing returns how the values of changed files differ, as far as they are documents whose contents are still kept, within bounds: for
// each change, what there is.
func (s *Service) Differing(ctx context.Context, scope store.Scope, changes []FileChange) ([]FileDifference, error) {
	differences := make([]FileDifference, len(changes))
	var ids []int64
	for _, c := range changes[:min(len(changes), mostPast)] {
		if c.Before != 0 && c.After != 0 {
			ids = append(ids, c.Before, c.After)
		}
	}
	if len(ids) == 0 {
		return differences, nil
	}
	past := &set{}
	const text = `SELECT mission FROM instances WHERE id = $1 AND user_id = $2`
	err := s.db.QueryRow(ctx, text, scope.InstanceID, scope.UserID).Scan(&past.mission)
	if err == nil {
		past.packs, err = s.missions.PacksOf(ctx, scope)
	}
	if err != nil {
		return nil, err
	}
	contents, err := s.db.View(scope).Contents(ctx, slices.Compact(ids), mostOfPast, allOfPast)
	for i, c := range changes {
		if before, after := contents[c.Before], contents[c.After]; before != nil && after != nil {
			differences[i] = past.differing(pathBelowRoot(past.mission, c.Path), before, after)
		}
	}
	return differences, err
}

// differing compares two contents of a file.
func (s *set) differing(file string, before, after []byte) (d FileDifference) {
	old, oldShown := s.valuesOf(file, before)
	now, nowShown := s.valuesOf(file, after)
	if old == nil || now == nil {
		return d
	}
	d.Values = change.Compare(oldShown, nowShown)
	d.Secret = len(d.Values) == 0 && !jsontree.Equal(old, now)
	return d
}

// valuesOf returns the values in a content, and those without secrets; nil for one that is no document.
func (s *set) valuesOf(file string, content []byte) (values, shown *jsontree.Object) {
	decoded, _ := charset.Decode(content)
	text := string(decoded)
	d := document.At(file, s.mission)
	if d == nil || d.Path == "" {
		d = s.packs.Document(file, text)
	}
	if d == nil {
		return nil, nil
	}
	values, err := d.Read(text)
	if err != nil {
		return nil, nil
	}
	return values, d.Hide(values)
}
