package cli

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/access"
	"quartermaster/internal/bulk"
	"quartermaster/internal/clash"
	"quartermaster/internal/control"
	"quartermaster/internal/layers"
	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/schedule"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// plannedLayer turns a layer on, or off when its time is over.
type plannedLayer struct {
	db     *store.DB
	layers *layers.Service
}

// Run implements schedule.Work.
func (w plannedLayer) Run(ctx context.Context, o schedule.Order, _ func(done, total int, what say.Message)) (say.Message, error) {
	l, err := w.layers.Get(ctx, o.Scope, o.Layer)
	if errors.Is(err, store.ErrNotFound) {
		return say.Message{}, queue.Failure(say.New("layer-gone"))
	}
	switch {
	case err != nil:
		return say.Message{}, err
	case l.State == layers.Settled:
		return say.New("layer-settled", "name", l.Name), nil
	case o.Off:
		return w.turnOff(ctx, o, l)
	case l.State == layers.Proposed:
		return say.Message{}, schedule.Held(say.New("layer-proposed", "name", l.Name))
	}
	return w.turnOn(ctx, o, l)
}

func (w plannedLayer) turnOn(ctx context.Context, o schedule.Order, l layers.Layer) (say.Message, error) {
	if _, err := w.layers.TurnOn(ctx, o.Scope, o.Layer, layers.Ask{By: o.By}); err != nil {
		return say.Message{}, layerError(l.Name, err)
	}
	done := say.New("layer-on", "name", l.Name)
	var others []string
	for _, pair := range l.With {
		if !slices.Contains(others, pair.Name) {
			others = append(others, pair.Name)
		}
	}
	if len(others) > 0 {
		done = outcome.Together(done, say.New("layer-shared", "layers", others))
	}
	return done, nil
}

func (w plannedLayer) turnOff(ctx context.Context, o schedule.Order, l layers.Layer) (say.Message, error) {
	elsewhere, err := schedule.HasOn(ctx, w.db, o.Scope, o.Layer)
	if err != nil || elsewhere {
		return say.New("layer-elsewhere", "name", l.Name), err
	}
	off, err := w.layers.TurnOff(ctx, o.Scope, o.Layer, layers.Ask{By: o.By})
	if err != nil {
		return say.Message{}, layerError(l.Name, err)
	}
	done := say.New("layer-off", "name", l.Name)
	if n := len(off.Kept); n > 0 {
		done = outcome.Together(done, say.New("layer-kept", "n", n))
	}
	return done, nil
}

// layerError tells what holds a layer back from failures of the service, after which it is tried again.
func layerError(name string, err error) error {
	var found store.Conflicts
	var clashing layers.Clashes
	var problems validate.Errors
	switch {
	case errors.As(err, &clashing):
		return schedule.Held(say.New("layer-clashes", "name", name, "records", namesOf(clashing)))
	case errors.Is(err, store.ErrReviewed):
		return schedule.Held(say.New("reviewed"))
	case errors.As(err, &found):
		return schedule.Held(found.Says())
	case errors.As(err, &problems):
		return schedule.Held(say.Plain(problems.First()))
	case errors.Is(err, store.ErrTaken), errors.Is(err, store.ErrReference):
		return schedule.Held(say.Plain(clash.Sentence(err, clash.Change)))
	case errors.Is(err, store.ErrNotFound):
		return queue.Failure(say.New("layer-gone"))
	}
	return err
}

func namesOf(rows []layers.Row) (names []string) {
	for _, row := range rows {
		names = append(names, row.Name)
	}
	return names
}

// plannedRecipe runs a recipe.
type plannedRecipe struct{ bulk *bulk.Service }

// Run implements schedule.Work.
func (w plannedRecipe) Run(ctx context.Context, o schedule.Order, _ func(done, total int, what say.Message)) (say.Message, error) {
	changed, err := w.bulk.RunOnce(ctx, o.Scope, o.Recipe, o.Job)
	switch {
	case errors.Is(err, store.ErrReviewed):
		err = schedule.Held(say.New("reviewed"))
	case errors.Is(err, store.ErrNotFound):
		err = queue.Failure(say.New("recipe-gone"))
	}
	return say.New("recipe-done", "n", changed), err
}

// plannedAnnouncement tells players something.
type plannedAnnouncement struct{ control *control.Service }

// Run implements schedule.Work. What the game server does not take is not tried again, since players may have read it.
func (w plannedAnnouncement) Run(ctx context.Context, o schedule.Order, _ func(done, total int, what say.Message)) (say.Message, error) {
	if o.By != "" {
		ctx = access.From(ctx, access.Origin{Name: "schedule of " + o.By})
	}
	err := w.control.Do(ctx, o.Scope, control.Command{Command: control.Message, Text: o.Text})
	if problem := control.Problem(err); problem != "" {
		err = queue.Failure(say.Plain(problem))
	}
	return say.New("announced"), err
}
