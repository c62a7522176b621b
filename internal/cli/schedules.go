package cli

import (
	"context"
	"errors"

	"quartermaster/internal/bulk"
	"quartermaster/internal/delivery"
	"quartermaster/internal/layers"
	"quartermaster/internal/mission"
	"quartermaster/internal/outcome"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/schedule"
	"quartermaster/internal/store"
	"quartermaster/internal/target"
)

// works are what schedules start.
func (s services) works() map[string]schedule.Work {
	return map[string]schedule.Work{
		record.ScheduledDelivery: plannedDelivery{s.deliveries},
		record.ScheduledLists:    plannedLists{s.deliveries},
		record.ScheduledPull:     plannedPull{s.pulls},

		record.ScheduledLayer:        plannedLayer{s.db, layers.New(s.db, s.missions.Packs())},
		record.ScheduledRecipe:       plannedRecipe{bulk.New(s.db, s.lint, s.missions, s.jobs, s.db.Time)},
		record.ScheduledAnnouncement: plannedAnnouncement{s.control},
	}
}

// plannedDelivery sends all that differs, unless something holds it back.
type plannedDelivery struct{ deliveries *delivery.Service }

// Run implements schedule.Work.
func (w plannedDelivery) Run(ctx context.Context, o schedule.Order, progress func(done, total int, what say.Message)) (say.Message, error) {
	var options delivery.Options
	if o.WhileRunning {
		plan, err := w.deliveries.Plan(ctx, o.Scope)
		if err != nil {
			return say.Message{}, plannedError(err)
		}
		if plan.Problems.Errors == 0 && plan.Server.Running {
			options = delivery.Options{Override: true, Reason: "Its schedule also sends while the game runs."}
		}
	}
	return deliver(ctx, w.deliveries, o.Scope, options, progress)
}

// plannedLists sends the lists of players that differ.
type plannedLists struct{ deliveries *delivery.Service }

// Run implements schedule.Work.
func (w plannedLists) Run(ctx context.Context, o schedule.Order, progress func(done, total int, what say.Message)) (say.Message, error) {
	plan, err := w.deliveries.Plan(ctx, o.Scope)
	if err != nil {
		return say.Message{}, plannedError(err)
	}
	var lists []string
	for _, f := range plan.Files {
		if f.Differs() && !f.AtStart() {
			lists = append(lists, f.Path)
		}
	}
	if len(lists) == 0 {
		return say.New("lists-are-same"), nil
	}
	return deliver(ctx, w.deliveries, o.Scope, delivery.Options{Paths: lists}, progress)
}

func deliver(ctx context.Context, s *delivery.Service, scope store.Scope, o delivery.Options,
	progress func(done, total int, what say.Message),
) (say.Message, error) {
	d, err := s.Deliver(ctx, scope, o, progress)
	switch {
	case err != nil:
		return say.Message{}, plannedError(err)
	case ctx.Err() != nil:
		return say.Message{}, ctx.Err() // the next attempt finishes it
	case d.Status != delivery.Done:
		return say.Message{}, queue.Failure(d.Error)
	}
	sent := say.New("sent", "n", d.Counts[delivery.Sent])
	if left := d.Counts[delivery.ChangedThere]; left > 0 {
		return outcome.Together(sent, say.New("left", "n", left)), nil
	}
	return sent, nil
}

// plannedPull takes in what has changed on the server.
type plannedPull struct{ pulls *pull.Service }

// Run implements schedule.Work.
func (w plannedPull) Run(ctx context.Context, o schedule.Order, progress func(done, total int, what say.Message)) (say.Message, error) {
	result, err := w.pulls.Now(ctx, o.Scope, pull.Options{Mode: mission.Update}, progress)
	if err != nil {
		return say.Message{}, plannedError(err)
	}
	taken := 0
	for _, d := range result.Differences {
		if d.Taken {
			taken++
		}
	}
	if taken == 0 {
		return say.New("nothing-new"), nil
	}
	if l := result.Import.Layer; l != nil {
		return say.New("proposed", "layer", l.Name), nil
	}
	if result.Options.Layer != "" {
		return say.New("not-proposed"), nil
	}
	return say.New("taken-in", "n", taken), nil
}

// plannedError tells what holds a run back, and what cannot be done, from failures of the service, after which it is tried again.
func plannedError(err error) error {
	var blocked delivery.BlockedError
	var unreached *delivery.UnreachedError
	var refused pull.Refused
	switch {
	case errors.As(err, &blocked):
		return schedule.Held(outcome.Together(blocked...))
	case errors.Is(err, delivery.ErrBusy):
		return schedule.Held(say.New("busy"))
	case errors.As(err, &unreached):
		return queue.Failure(unreached.Says())
	case errors.As(err, &refused):
		return queue.Failure(refused)
	case errors.Is(err, target.ErrNone):
		return queue.Failure(target.Explain(err))
	}
	return err
}
