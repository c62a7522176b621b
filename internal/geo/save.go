package geo

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Position is where something is, or is to be: a point, or those of a route. Radius is nil where there is none, or where it shall stay.
type Position struct {
	Points []Point
	Radius *float64
}

// Moved is a feature that is to be elsewhere. Was is where it was shown.
type Moved struct {
	ID       string
	Was, Now Position
}

// Removed is a feature that is to go.
type Removed struct {
	ID  string
	Was Position
}

// Added is a new feature: of what sort it is and what it is called says the layer's resource. File is the sid of the file without records
// that it is to be in; it is empty for records.
type Added struct {
	Layer, Sort, Name, File string
	Position
}

// Changes are what a save asks for.
type Changes struct {
	Moved   []Moved
	Removed []Removed
	Added   []Added

	// Again lets new records have the keys of others: whoever sends them was asked about that.
	Again bool
}

// Conflict is a feature that is not where it was shown any more. Now is nil if it is gone.
type Conflict struct {
	ID  string
	SID string
	Now *Position
}

// Conflicts are the error of a save of which nothing was carried out, because others have changed the same features.
type Conflicts []Conflict

func (Conflicts) Error() string { return "geo: positions have changed since they were shown" }

// Refused is the error of a save that cannot be carried out: a sentence for people, and the feature or new feature that it is about.
type Refused struct{ ID, Text string }

func (r Refused) Error() string { return r.Text }

// check returns Refused for what no layer takes.
func (c Changes) check() error {
	for _, m := range c.Moved {
		if l := layerOfID(m.ID); l == nil || !l.Edits() {
			return Refused{m.ID, "This cannot be changed on the map."}
		}
		if !m.Now.hasRoom() {
			return Refused{m.ID, noRadius}
		}
	}
	for _, r := range c.Removed {
		if l := layerOfID(r.ID); l == nil || !l.Edits() {
			return Refused{r.ID, "This cannot be changed on the map."}
		}
	}
	for i, a := range c.Added {
		if l := layerNamed(a.Layer); l == nil || !l.Adds() || len(a.Points) == 0 {
			return Refused{"added." + strconv.Itoa(i), "This cannot be added on the map."}
		}
		if !a.hasRoom() {
			return Refused{"added." + strconv.Itoa(i), noRadius}
		}
	}
	return nil
}

const noRadius = "A radius must be above 0."

// hasRoom reports whether the radius, if there is one, is above 0.
func (p Position) hasRoom() bool { return p.Radius == nil || *p.Radius > 0 }

func layerOfID(id string) *Layer {
	slug, _, _ := strings.Cut(id, "/")
	return layerNamed(slug)
}

// Saved says what a save has come to.
type Saved struct {
	Revision int64 // 0 if nothing differs
	Heights  Heights
}

// Save carries changes out, with the summary in the history. The errors are Conflicts, Seconds, Refused, store.ErrTaken and
// store.ErrReference.
func (s Service) Save(ctx context.Context, scope store.Scope, asked Changes, summary say.Message) (saved Saved, err error) {
	if err := asked.check(); err != nil {
		return saved, err
	}
	if saved.Heights, err = s.completeHeights(ctx, scope, &asked); err != nil {
		return saved, err
	}
	var conflicts Conflicts
	saved.Revision, err = s.Missions.EditFiles(ctx, scope, mission.FilesEdit{
		Summary: summary,
		Files: func(ctx context.Context, file func(path string) *mission.File) (list []mission.NewFile, err error) {
			list, conflicts, err = s.changeFiles(ctx, scope, asked, file)
			return list, err
		},
		Records: func(ctx context.Context, e *store.Edit) error { return changeRecords(ctx, e, asked, conflicts) },
		Changed: len(asked.Moved) + len(asked.Removed) + len(asked.Added),
	})
	var refused mission.RefusedFile
	if errors.As(err, &refused) {
		err = Refused{Text: refused.Error()}
	}
	return saved, err
}
