package bundles

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/bundle"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Ask says how a bundle is installed.
type Ask struct {
	About   layers.About // the name of the bundle where it has none
	State   string       // of a new layer
	Names   map[string]string
	Answers *jsontree.Object
	DryRun  bool
	NewKey  bool // a newer version may be signed with another key than the installed one
	layers.Choices
}

// Installed is what became of a bundle.
type Installed struct {
	*bundle.Bundle
	Layer    layers.Layer // without a sid in a dry run
	Missing  []string     // what the instance does not have: class:X, usage:X, tier:X, category:X, tag:X, map:X, mod:X
	Replaced string       // the version that it has taken the place of; empty for none
	Kept     []layers.Row // what was edited by hand since and stays
}

// Install makes a layer of a bundle, or a newer version of the layer that was made of it. It returns validate.Errors of the fields file,
// map, answers and new_key, layers.Clashes of a newer version, and store.ErrFull where the instance has as many layers as it may.
func (s *Service) Install(ctx context.Context, scope store.Scope, b *bundle.Bundle, ask Ask) (done Installed, err error) {
	done.Bundle = b
	old, isNewer, err := s.installed(ctx, scope, b.Name)
	if err == nil && isNewer {
		err = mayReplace(old, b, ask)
	}
	if err != nil {
		return done, err
	}
	rows, err := s.rowsOf(ctx, scope, b, ask)
	if err != nil {
		return done, err
	}
	if done.Missing, err = s.missing(ctx, scope, b, rows, ask.Names); err != nil {
		return done, err
	}
	if isNewer {
		return s.replace(ctx, scope, old, rows, ask, done)
	}
	if ask.About.Name == "" {
		ask.About.Name = b.Name
	}
	if ask.DryRun {
		done.Layer = layers.Layer{Layer: store.Layer{
			Name: ask.About.Name, Note: ask.About.Note, Colour: ask.About.Colour, State: ask.State, Rows: int64(len(rows)),
		}}
		done.Layer.List, err = s.layers.Judge(ctx, scope, rows)
		return done, err
	}
	made, err := s.layers.MakeWith(ctx, scope, ask.About, ask.State, rows, false, func(e *store.Edit, l *store.Layer) error {
		return e.SetLayerBundle(ctx, noteOf(b, l.ID, rows, ask))
	})
	if err == nil {
		done.Layer, err = s.layers.Get(ctx, scope, made.SID)
	}
	return done, err
}

// mostKept is the largest bundle that is kept with its layer, in bytes, so that it can be answered in another way.
const mostKept = 1 << 20

// kept is what a layer remembers of its bundle.
type kept struct {
	Rows    []layers.Row      `json:"rows"` // as they were installed
	Answers json.RawMessage   `json:"answers"`
	Names   map[string]string `json:"names"`
}

// noteOf is what is kept of a bundle with its layer.
func noteOf(b *bundle.Bundle, layer int64, rows []layers.Row, ask Ask) store.LayerBundle {
	plain := slices.Clone(rows)
	for i := range plain {
		plain[i].ID, plain[i].SID = 0, ""
	}
	answers := jsontree.AppendValue(nil, ask.Answers.Clone())
	content, _ := json.Marshal(kept{plain, answers, ask.Names}) // of texts alone
	note := store.LayerBundle{
		LayerID: layer, Name: b.Name, Version: b.Version, Signature: b.Signature, Key: b.SignedBy, Content: content,
	}
	if len(b.File) <= mostKept {
		note.File = b.File
	}
	return note
}

// Told is the bundle that a layer was made of, with what was answered.
type Told struct {
	*bundle.Bundle
	Names   map[string]string
	Answers *jsontree.Object
}

// OfLayer returns the bundle that a layer was made of. It returns store.ErrNotFound for one that was made of none, or of a large one.
func (s *Service) OfLayer(ctx context.Context, scope store.Scope, layer string) (told Told, err error) {
	file, err := s.db.BundleFile(ctx, scope, layer)
	if err != nil {
		return told, err
	}
	if file == nil {
		return told, store.ErrNotFound
	}
	if told.Bundle, err = bundle.Open(file); err != nil {
		return told, err
	}
	list, err := s.db.LayerBundles(ctx, scope)
	for _, one := range list {
		var k kept
		if one.Layer == layer && json.Unmarshal(one.Content, &k) == nil {
			answers, _ := jsontree.Parse(k.Answers)
			told.Answers, _ = answers.(*jsontree.Object)
			told.Names = k.Names
		}
	}
	return told, err
}

// installed returns the bundle of the name that a layer of the instance was made of, unless that is settled.
func (s *Service) installed(ctx context.Context, scope store.Scope, name string) (found store.LayerBundle, there bool, err error) {
	list, err := s.db.LayerBundles(ctx, scope)
	if err != nil {
		return found, false, err
	}
	known, err := s.db.Layers(ctx, scope)
	for _, one := range list {
		settled := slices.ContainsFunc(known, func(l store.Layer) bool { return l.SID == one.Layer && l.State == layers.Settled })
		if one.Name == name && !settled {
			return one, true, err
		}
	}
	return found, false, err
}

// mayReplace refuses what may not take the place of an installed version: an earlier one, and one of somebody else unless that is wanted.
func mayReplace(old store.LayerBundle, b *bundle.Bundle, ask Ask) error {
	switch {
	case bundle.CompareVersions(b.Version, old.Version) < 0:
		return validate.Refusal("file", "Version "+old.Version+" is installed, and this is "+b.Version+". Delete its layer first.")
	case old.Signature == bundle.Good && (b.Signature != bundle.Good || b.SignedBy != old.Key) && !ask.NewKey:
		return validate.Refusal("new_key", "This version is not signed with the key of the installed one. Send new_key to take it anyway.")
	}
	return nil
}

// rowsOf returns what a bundle comes to in an instance.
func (s *Service) rowsOf(ctx context.Context, scope store.Scope, b *bundle.Bundle, ask Ask) ([]layers.Row, error) {
	if err := checkNames(ask.Names); err != nil {
		return nil, err
	}
	answers, err := b.Answers(ask.Answers)
	var refusal bundle.Refusal
	if errors.As(err, &refusal) {
		return nil, validate.Refusal("answers", string(refusal))
	}
	trees, steps, err := b.Fill(answers, ask.Names)
	if err != nil {
		return nil, refused(err)
	}
	mission, err := s.layers.Mission(ctx, scope)
	if err != nil {
		return nil, err
	}
	rows, err := readRows(trees, mission)
	if err == nil {
		err = s.layers.CheckRows(ctx, scope, "file.rows", rows)
	}
	if err != nil {
		return nil, err
	}
	made, err := s.stepped(ctx, scope, steps)
	return append(rows, made...), err
}

func readRows(trees []any, mission string) ([]layers.Row, error) {
	rows, err := layers.ReadRows("file.rows", trees)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if err := checkResource(&rows[i]); err != nil {
			return nil, err
		}
		below, inMission := strings.CutPrefix(rows[i].Name, bundle.MissionFolder)
		switch {
		case inMission && mission == "":
			return nil, validate.Refusal("file", "The bundle has files of the mission, and this server has none yet.")
		case inMission:
			rows[i].Name = "mpmissions/" + mission + "/" + below
		}
	}
	return rows, nil
}

// stepped returns what steps come to, as rows.
func (s *Service) stepped(ctx context.Context, scope store.Scope, steps []any) ([]layers.Row, error) {
	if len(steps) == 0 {
		return nil, nil
	}
	list, problems := record.ReadSteps(string(jsontree.AppendValue(nil, steps)))
	if len(problems) > 0 {
		return nil, validate.Refusal("file", "A step of the bundle is not understood: "+problems.First())
	}
	results, err := s.bulk.PreviewSteps(ctx, scope, list)
	if err != nil {
		var wrong validate.Errors
		if errors.As(err, &wrong) {
			return nil, validate.Refusal("file", "A step of the bundle cannot be made here: "+wrong.First())
		}
		return nil, err
	}
	var changes []layers.Version
	for _, result := range results {
		for _, c := range append(result.Changes, result.Referring...) {
			changes = append(changes, layers.Version{Resource: c.Resource, Before: c.Old, Is: c.New})
		}
	}
	if len(changes) > layers.MostRows {
		return nil, validate.Refusal("file", "The bundle would change more records than a layer has.")
	}
	return s.layers.RowsOf(ctx, scope, changes)
}
