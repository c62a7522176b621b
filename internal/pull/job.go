package pull

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"quartermaster/internal/delivery"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
)

// Kind is the name of pulls in the queue.
const Kind = "pull"

var _ queue.Handler = (*Service)(nil)

// check completes options, or returns validate.Errors.
func (o *Options) check() error {
	o.Mode = cmp.Or(o.Mode, mission.Update)
	if !slices.Contains([]mission.Mode{mission.Merge, mission.Replace, mission.Update}, o.Mode) {
		return validate.Wrong("mode", validate.SelectionIsInvalid)
	}
	sides := []mission.Side{mission.Mine, mission.Theirs}
	if o.Prefer != "" && !slices.Contains(sides, o.Prefer) {
		return validate.Wrong("prefer", validate.SelectionIsInvalid)
	}
	for key, side := range o.Choices {
		if !slices.Contains(sides, side) {
			return validate.Wrong("choices."+key, validate.SelectionIsInvalid)
		}
	}
	return nil
}

// Start queues a pull and returns the job. It returns validate.Errors for options that are none, target.ErrNone, store.ErrNotFound if there
// is no such instance, and queue.ErrTooMany when the user has too many jobs.
func (s *Service) Start(ctx context.Context, scope store.Scope, o Options) (job string, err error) {
	if err := o.check(); err != nil {
		return "", err
	}
	if _, err := s.Targets.Get(ctx, scope); err != nil {
		return "", err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	return s.Jobs.Add(ctx, queue.Job{UserID: scope.UserID, InstanceID: scope.InstanceID, Kind: Kind, Payload: text}, nil)
}

// Now is Pull for a process without a queue. It also returns validate.Errors for options that are none.
func (s *Service) Now(ctx context.Context, scope store.Scope, o Options, progress Progress) (Result, error) {
	if err := o.check(); err != nil {
		return Result{}, err
	}
	return s.pull(ctx, scope, o, progress)
}

var _ delivery.Merger = (*Service)(nil)

// TakeIn implements delivery.Merger.
func (s *Service) TakeIn(ctx context.Context, scope store.Scope, paths []string, m delivery.Merge) error {
	_, err := s.Now(ctx, scope, Options{Prefer: m.Prefer, Choices: m.Choices, Paths: paths}, func(int, int, string) {})
	return err
}

// Run implements queue.Handler. A pull that is begun again finds unchanged what it has imported.
func (s *Service) Run(ctx context.Context, job queue.Job, progress func(done, total int, what string)) ([]byte, error) {
	var o Options
	if err := json.Unmarshal(job.Payload, &o); err != nil {
		return nil, err
	}
	result, err := s.pull(ctx, store.Scope{UserID: job.UserID, InstanceID: job.InstanceID}, o, progress)
	var refused Refused
	switch {
	case errors.As(err, &refused):
		return nil, queue.Failure(refused)
	case errors.Is(err, target.ErrNone):
		return nil, queue.Failure(target.Explain(err))
	case errors.Is(err, store.ErrNotFound):
		return nil, queue.Failure("The instance was deleted.")
	case err != nil:
		return nil, err
	}
	return result.AppendJSON(nil), nil
}

// Clear implements queue.Handler; nothing but its row belongs to a job.
func (s *Service) Clear(context.Context, queue.Job) error { return nil }

// AppendJSON appends the result as it goes over the wire: that of an import, with what differed.
func (r Result) AppendJSON(b []byte) []byte {
	b = r.Import.AppendJSON(b)
	b = jsontree.AppendString(append(b[:len(b)-1], `,"mode":`...), string(r.Options.Mode))
	b = jsontree.AppendString(append(b, `,"prefer":`...), string(cmp.Or(r.Options.Prefer, mission.Mine)))
	b = appendChoices(append(b, `,"choices":`...), r.Options.Choices)
	b = jsontree.AppendValue(append(b, `,"paths":`...), append([]string{}, r.Options.Paths...))
	b = jsontree.AppendInt(append(b, `,"listed":`...), int64(r.Listed))
	b = jsontree.AppendInt(append(b, `,"fetched":`...), int64(r.Fetched))
	b = jsontree.AppendInt(append(b, `,"bytes":`...), r.Bytes)
	return append(jsontree.AppendList(append(b, `,"differences":`...), r.Differences, appendDifference), '}')
}

func appendDifference(b []byte, d Difference) []byte {
	b = jsontree.AppendString(append(b, `{"path":`...), d.Path)
	b = jsontree.AppendString(append(b, `,"on_server":`...), d.Server)
	b = jsontree.AppendString(append(b, `,"status":`...), string(d.Status))
	b = jsontree.AppendInt(append(b, `,"bytes":`...), d.Bytes)
	b = jsontree.AppendBool(append(b, `,"taken":`...), d.Taken)
	b = jsontree.AppendList(append(b, `,"since":`...), d.Since, func(b []byte, r mission.Difference) []byte { return r.AppendJSON(b) })
	return append(jsontree.AppendInt(append(b, `,"since_omitted":`...), int64(d.Omitted)), '}')
}

func appendChoices(b []byte, choices mission.Choices) []byte {
	b = append(b, '{')
	for _, key := range slices.Sorted(maps.Keys(choices)) {
		b = append(jsontree.AppendString(jsontree.AppendComma(b), key), ':')
		b = jsontree.AppendString(b, string(choices[key]))
	}
	return append(b, '}')
}

// Parse reads of what AppendJSON has written all that is no import's; imports.Parse reads the rest.
func Parse(result []byte) (Result, error) {
	var read struct {
		Options
		Differences []struct {
			Difference
			Since   []json.RawMessage
			Omitted int `json:"since_omitted"`
		}
	}
	err := json.Unmarshal(result, &read)
	r := Result{Options: read.Options}
	for _, d := range read.Differences {
		d.Difference.Omitted = d.Omitted
		for _, text := range d.Since {
			if one, ok := mission.ParseDifference(jsontree.ParseBody(text)); ok {
				d.Difference.Since = append(d.Difference.Since, one)
			}
		}
		r.Differences = append(r.Differences, d.Difference)
	}
	return r, err
}
