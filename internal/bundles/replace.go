package bundles

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/store"
)

// replace has a layer do what a newer version of its bundle does, by a merge with what was changed of it since.
func (s *Service) replace(
	ctx context.Context, scope store.Scope, old store.LayerBundle, rows []layers.Row, ask Ask, done Installed,
) (Installed, error) {
	current, err := s.layers.Get(ctx, scope, old.Layer)
	if err != nil {
		return done, err
	}
	var was kept
	if err := json.Unmarshal(old.Content, &was); err != nil {
		return done, err
	}
	merged, clashes := mergeRows(was.Rows, current.List, rows, ask.Choices)
	if len(clashes) > 0 {
		return done, clashes
	}
	done.Replaced = old.Version
	if ask.DryRun {
		done.Layer = current
		done.Layer.List, err = s.layers.Judge(ctx, scope, merged)
		return done, err
	}
	if err := s.layers.MayReplace(ctx, scope, current); err != nil {
		return done, err
	}
	if current.State == layers.On {
		done.Kept, err = s.replaceOn(ctx, scope, current, merged, noteOf(done.Bundle, current.ID, rows, ask), ask)
	} else {
		err = s.set(ctx, scope, old.Layer, merged, noteOf(done.Bundle, current.ID, rows, ask))
	}
	if err == nil {
		done.Layer, err = s.layers.Get(ctx, scope, old.Layer)
	}
	return done, err
}

// set gives a layer that is off other rows, and notes of which version they are.
func (s *Service) set(ctx context.Context, scope store.Scope, sid string, rows []layers.Row, note store.LayerBundle) error {
	return s.layers.SetRows(ctx, scope, sid, slices.Concat([]layers.Row{}, rows), func(e *store.Edit) error {
		return e.SetLayerBundle(ctx, note)
	})
}

// replaceOn gives a layer that is on other rows, and notes of which version they are. It returns what was edited since and stays.
func (s *Service) replaceOn(
	ctx context.Context, scope store.Scope, current layers.Layer, merged []layers.Row, is store.LayerBundle, ask Ask,
) (edited []layers.Row, err error) {
	return s.layers.Rework(ctx, scope, current.SID, layers.Reworking{
		Rows:   slices.Concat([]layers.Row{}, merged),
		Decide: func(kept, judged []layers.Row) layers.Choices { return choices(kept, judged, ask.Choices) },
		Then:   func(e *store.Edit, _ *store.Layer) error { return e.SetLayerBundle(ctx, is) },
	})
}

// choices answers what clashes only because the earlier version is the base: what was edited by hand stays where the newer version does not
// change it, and what the earlier version has left is no edit.
func choices(edited, judged []layers.Row, given layers.Choices) layers.Choices {
	of := maps.Clone(given.Of)
	if of == nil {
		of = map[string]layers.Choice{}
	}
	byKey := index(edited)
	for i := range judged {
		was := byKey[keyOf(&judged[i])]
		for _, c := range judged[i].Changes {
			own, there := changeOf(was, c.Field)
			key := judged[i].SID + "." + c.Field
			if _, decided := of[key]; !c.Clash || !there || decided {
				continue
			}
			switch {
			case bytes.Equal(own.After, c.Now):
				of[key] = layers.Theirs
			case bytes.Equal(own.After, c.After):
				of[key] = layers.Mine
			}
		}
	}
	return layers.Choices{Prefer: given.Prefer, Of: of}
}

func keyOf(row *layers.Row) string {
	return strings.ToLower(strings.Join([]string{row.Resource, row.Name, row.File, strconv.Itoa(max(row.Place, 1))}, "\x00"))
}

func index(rows []layers.Row) map[string]*layers.Row {
	byKey := map[string]*layers.Row{}
	for i := range rows {
		byKey[keyOf(&rows[i])] = &rows[i]
	}
	return byKey
}

func changeOf(row *layers.Row, field string) (layers.Change, bool) {
	if row == nil {
		return layers.Change{}, false
	}
	i := slices.IndexFunc(row.Changes, func(c layers.Change) bool { return c.Field == field })
	if i < 0 {
		return layers.Change{}, false
	}
	return row.Changes[i], true
}

// mergeRows brings together what was installed, what the layer does now and what the newer version does.
func mergeRows(installed, current, newer []layers.Row, choices layers.Choices) (merged []layers.Row, clashes layers.Clashes) {
	was, is := index(installed), index(current)
	for i := range newer {
		row, key := newer[i], keyOf(&newer[i])
		own := is[key]
		delete(is, key)
		switch {
		case own == nil && was[key] != nil: // taken out by hand
			continue
		case own == nil:
			merged = append(merged, row)
			continue
		}
		row.ID, row.SID = own.ID, own.SID
		var clash []layers.Change
		row.Changes, clash = mergeChanges(was[key], own, &newer[i], choices)
		if len(clash) > 0 {
			clashes = append(clashes, withChanges(*own, clash))
		}
		merged = append(merged, row)
	}
	for i := range current { // those that the newer version does not have
		key := keyOf(&current[i])
		if is[key] == nil || was[key] != nil && sameChanges(was[key], &current[i]) {
			continue
		}
		merged = append(merged, plain(current[i]))
	}
	return merged, clashes
}

func withChanges(row layers.Row, changes []layers.Change) layers.Row {
	row.Changes = changes
	return row
}

// plain is a row without what became of it while it was on.
func plain(row layers.Row) layers.Row {
	row.Changes = slices.Clone(row.Changes)
	for i := range row.Changes {
		row.Changes[i].Left, row.Changes[i].Ended = false, false
	}
	return row
}

func mergeChanges(was, own, newer *layers.Row, choices layers.Choices) (merged, clashes []layers.Change) {
	for _, theirs := range newer.Changes {
		base, installed := changeOf(was, theirs.Field)
		mine, there := changeOf(own, theirs.Field)
		mine.Left, mine.Ended = false, false
		choice := choices.Of[own.SID+"."+theirs.Field]
		if choice == "" {
			choice = choices.Prefer
		}
		one, asks := mergeChange(newer, base, mine, theirs)
		switch {
		case !there && installed: // taken out by hand
		case !there, asks && choice == layers.Theirs:
			merged = append(merged, theirs)
		case asks && choice == layers.Mine:
			merged = append(merged, mine)
		case asks:
			clashes = append(clashes, layers.Change{
				Field: theirs.Field, Before: base.After, After: theirs.After, Now: orNull(mine.After), Clash: true,
			})
		case one != nil:
			merged = append(merged, *one)
		}
	}
	for _, mine := range own.Changes {
		base, installed := changeOf(was, mine.Field)
		_, still := changeOf(newer, mine.Field)
		if !still && (!installed || !sameChange(base, mine)) {
			mine.Left, mine.Ended = false, false
			merged = append(merged, mine)
		}
	}
	return merged, clashes
}

func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return json.RawMessage("null")
	}
	return value
}

// sameChange reports whether two changes make the same of a field.
// mergeChange returns what comes of a change that the layer and the newer version of its bundle have both: of sets by their members, of
// texts by their lines; nil where nothing is left of it. asks is set where both say something else about one value.
func mergeChange(row *layers.Row, base, mine, theirs layers.Change) (merged *layers.Change, asks bool) {
	switch outcome := change.Between(base, mine, theirs, sameChange); {
	case outcome.Agree(), outcome == change.OnlyTheirs:
		return &theirs, false
	case outcome == change.OnlyMine:
		return &mine, false
	case isSet(mine) && isSet(theirs):
		theirs.Added = mergeMembers(base.Added, mine.Added, theirs.Added)
		theirs.Removed = change.Without(mergeMembers(base.Removed, mine.Removed, theirs.Removed), theirs.Added)
		if !isSet(theirs) {
			return nil, false
		}
		return &theirs, false
	case row.IsText(&theirs):
		text, conflicts := change.MergeLines(layers.Plain(base.After), layers.Plain(mine.After), layers.Plain(theirs.After))
		theirs.After = jsontree.AppendString(nil, text)
		return &theirs, len(conflicts) > 0
	}
	return nil, true
}

func isSet(c layers.Change) bool { return len(c.Added)+len(c.Removed) > 0 }

func mergeMembers(base, mine, theirs []string) []string {
	list := change.Without(theirs, change.Without(base, mine))
	return append(list, change.Without(change.Without(mine, base), list)...)
}

func sameChange(a, b layers.Change) bool {
	return bytes.Equal(orNull(a.After), orNull(b.After)) && sameSet(a.Added, b.Added) && sameSet(a.Removed, b.Removed)
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func sameChanges(a, b *layers.Row) bool {
	if a.State != b.State || len(a.Changes) != len(b.Changes) {
		return false
	}
	for _, c := range a.Changes {
		other, there := changeOf(b, c.Field)
		if !there || !sameChange(c, other) {
			return false
		}
	}
	return true
}
