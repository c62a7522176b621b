package schedule

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// lateBy is how long after its time an announcement is still made: it tells players of something that is about to happen.
const lateBy = 10 * time.Minute

// step is what becomes of a run that is due.
type step struct {
	job  bool        // it is done, as a job
	off  bool        // a layer goes off
	says say.Message // why nothing is done; none where nothing was to be done
	then record.Planned
}

// step finds out what a run does, and when the schedule is due next.
func (s *Service) step(ctx context.Context, r run) (step, error) {
	spans, problems := r.Spans()
	if len(problems) > 0 {
		return step{}, problems
	}
	if r.What == record.ScheduledLayer {
		deliveries, err := s.deliveries(ctx, []run{r})
		return r.turn(spans.Before(deliveries[r.instanceID]), s.now()), err
	}
	done := step{job: true, then: record.Planned{Upcoming: "[]"}}
	if next, texts := spans.After(laterOf(s.now(), time.UnixMicro(r.dueAt))); next != nil { // behind a clock that is ahead
		done.then = record.Planned{Next: time.UnixMicro(next.(int64)), Upcoming: texts.(string)}
	}
	if r.What == record.ScheduledAnnouncement && s.now().Sub(time.UnixMicro(r.dueAt)) > lateBy {
		done.job, done.says = false, say.New("announcement-missed")
	}
	return done, nil
}

// deliveries returns when files are sent, by the ids of the instances of those runs that go by that.
func (s *Service) deliveries(ctx context.Context, list []run) (map[int64][]record.Times, error) {
	var instances []int64
	for _, r := range list {
		if r.Before != nil && *r.Before > 0 {
			instances = append(instances, r.instanceID)
		}
	}
	if len(instances) == 0 {
		return nil, nil
	}
	return s.db.PlannedDeliveries(ctx, instances...)
}

// turn turns the layer on, or off where the time in which it is on is over. Where it could not be turned on, and nobody has done so
// since, what was said of that stays.
func (r run) turn(spans record.Spans, now time.Time) step {
	planned := now
	if r.PlannedAt != nil {
		planned = r.PlannedAt.Time()
	}
	if r.EndsAt != nil {
		refused := (r.lastStatus == heldBack || r.lastStatus == failed || r.lastStatus == skipped) && !r.layerIsOn
		next := record.Span{}
		if r.PlannedAt != nil {
			next = spans.Next(planned.Add(-1))
		}
		return step{job: !refused, off: true, then: spans.Waiting(next)}
	}
	under, next, missed := spans.At(planned, now)
	switch {
	case !under.Start.IsZero():
		return step{job: true, then: spans.On(under)}
	case missed:
		return step{says: say.New("layer-missed"), then: spans.Waiting(next)}
	}
	return step{then: spans.Waiting(next)}
}

// follow has layers that go on before deliveries follow the schedules of these.
func (s *Service) follow(ctx context.Context) error {
	list, err := s.runs(ctx, selectRuns+`r.minutes_before > 0 AND r.ends_at IS NULL AND r.planned_at IS NOT NULL AND r.next_at > $1`,
		s.now().UnixMicro())
	if err != nil {
		return err
	}
	deliveries, err := s.deliveries(ctx, list)
	for i := 0; err == nil && i < len(list); i++ {
		err = s.followDeliveries(ctx, list[i], deliveries[list[i].instanceID])
	}
	return err
}

func (s *Service) followDeliveries(ctx context.Context, r run, deliveries []record.Times) error {
	spans, problems := r.Spans()
	if len(problems) > 0 {
		return problems
	}
	spans = spans.Before(deliveries)
	then := spans.Waiting(spans.Next(r.PlannedAt.Time().Add(-1)))
	if then.Next.UnixMicro() == r.dueAt {
		return nil
	}
	if err := s.moveOn(ctx, r, step{then: then}, ""); !errors.Is(err, errElsewhere) {
		return err
	}
	return nil
}
