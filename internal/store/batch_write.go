package store

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// writing is a run of operations that create and update records of one resource. It first reads everything that they need, then
// carries them out in memory, and at the end writes all of them together.
type writing struct {
	*batch
	res     *record.Resource
	held    *held
	answers *answers
	pending []*entry // what is to be written, in the order of the first changes
	done    []result // outcomes that are to be completed
}

// result links an operation, by its index in the batch, to the record that it wrote.
type result struct {
	index int
	entry *entry
}

func (b *batch) write(ctx context.Context, steps []step) error {
	w := &writing{batch: b, res: steps[0].Resource, held: newHeld(steps[0].Resource)}
	steps, err := b.withoutUnchanged(ctx, steps)
	if err != nil || len(steps) == 0 {
		return err
	}
	if err := w.read(ctx, steps); err != nil {
		return err
	}
	for _, s := range steps {
		if err := w.step(ctx, s); err != nil {
			return err
		}
	}
	return w.flush(ctx)
}

// read fetches everything that the steps will need.
func (w *writing) read(ctx context.Context, steps []step) error {
	asked := questions{}
	for i := range steps {
		if err := w.ask(ctx, &steps[i], asked); err != nil {
			return err
		}
	}
	named, err := w.bySID(ctx, w.res, steps)
	if err != nil {
		return err
	}
	for _, row := range named {
		w.held.load(row)
	}
	for _, f := range w.held.finders {
		if err := w.find(ctx, f); err != nil {
			return err
		}
	}
	w.answers, err = w.answer(ctx, asked, w.held)
	return err
}

// trial is a check of an operation's data as an update, made before the store was asked: it assumes that everything they refer
// to exists and that nothing is taken.
type trial struct {
	values   record.Values
	problems validate.Errors
	unique   bool // whether something might be taken
}

// ask makes the trial of a step and notes which questions it asks.
func (w *writing) ask(ctx context.Context, s *step, asked questions) (err error) {
	a := &asker{questions: asked, held: w.held}
	s.trial.values, s.trial.problems, err = w.res.Accept(ctx, s.Data, a, true)
	s.trial.unique = a.unique
	if key, ok := w.keyOf(*s); ok {
		w.held.key.ask(key)
	}
	return err
}

// accept checks the data of a step. The result of the trial is used where its assumptions hold.
func (w *writing) accept(ctx context.Context, s step, target *entry) (record.Values, validate.Errors, error) {
	if target != nil && s.Cells == nil && !s.trial.unique && w.answers.nothingMissing() {
		return s.trial.values, s.trial.problems, nil
	}
	return w.res.Accept(ctx, s.Data, checker{w.answers, target}, target != nil)
}

// keyOf returns the values by which an upsert without a sid finds its record.
func (w *writing) keyOf(s step) (key []any, ok bool) {
	if s.Op != OpUpsert || s.SID != "" {
		return nil, false
	}
	return w.res.KeyOf(s.Data)
}

// find reads the records that a finder was asked for.
func (w *writing) find(ctx context.Context, f *finder) error {
	if len(f.asked) == 0 {
		return nil
	}
	condition, args := f.condition(w.db.dialect)
	rows, err := w.All(ctx, w.res, condition, args...)
	for _, row := range rows {
		w.held.load(row)
	}
	return err
}

// step carries out one operation on what is held.
func (w *writing) step(ctx context.Context, s step) error {
	target, wrong := w.target(s)
	if len(wrong) > 0 {
		w.refusals = append(w.refusals, Refusal{s.index, wrong})
		return nil
	}
	if s.Cells != nil && target != nil {
		s.Data = w.res.Differing(s.Data, target.row)
	}
	row, problems, err := w.rowFor(ctx, s, target)
	if err != nil || len(problems) > 0 {
		w.refuseData(s.index, problems)
		return err
	}
	return w.hold(ctx, s.index, target, row)
}

// target returns the record that a step changes, nil for one to be created, or what is wrong with the step.
func (w *writing) target(s step) (target *entry, wrong validate.Errors) {
	switch {
	case s.Op == OpCreate:
		return nil, nil
	case s.Op == OpUpdate || s.SID != "":
		if target = w.held.bySID[s.SID]; target == nil {
			return nil, noSuchRecord()
		}
		return target, nil
	}
	found := w.withKeyOf(s)
	if len(found) > 1 {
		return nil, validate.Refusal("data", "Several records have the same "+namesOf(w.res.Key)+": the sid must tell which one is meant.")
	}
	for only := range found {
		return only, nil
	}
	return nil, nil
}

// withKeyOf returns the records that match the key of an upsert.
func (w *writing) withKeyOf(s step) map[*entry]bool {
	key, ok := w.keyOf(s)
	if !ok {
		return nil
	}
	return w.held.key.find(key)
}

func namesOf(fields []*record.Field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = strings.ReplaceAll(f.Name, "_", " ")
	}
	return strings.Join(names, " and ")
}

// rowFor checks the data of a step and returns the row that the record then has.
func (w *writing) rowFor(ctx context.Context, s step, target *entry) (record.Row, validate.Errors, error) {
	values, problems, err := w.accept(ctx, s, target)
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	var row record.Row
	if target == nil {
		row, err = w.newRow(ctx, w.res, w.answers, values)
	} else {
		row, err = w.updatedRow(ctx, w.res, w.answers, target.row, values)
	}
	if errors.As(err, &problems) {
		return nil, problems, nil
	}
	return row, nil, err
}

func (w *writing) refuseData(index int, problems validate.Errors) {
	if len(problems) == 0 {
		return
	}
	for i := range problems {
		problems[i] = problems[i].At("data." + problems[i].Field)
	}
	w.refusals = append(w.refusals, Refusal{index, problems})
}

// hold holds the row that an operation has produced.
func (w *writing) hold(ctx context.Context, index int, target *entry, row record.Row) error {
	if target == nil {
		w.note(index, w.held.insert(row), Outcome{Row: row, Created: true, Changed: true})
		return nil
	}
	// A value that must be unique may pass from record to record. In the order of the changes that works, as long as each
	// record changes it once at most before it is written.
	if target.pending && target.stored != nil && Differs(w.res, target.row, row, func(f *record.Field) bool { return f.Unique }) {
		if err := w.flush(ctx); err != nil {
			return err
		}
	}
	changed := Differs(w.res, target.row, row, func(*record.Field) bool { return true })
	w.held.replace(target, row)
	w.note(index, target, Outcome{Row: row, Changed: changed})
	return nil
}

func (w *writing) note(index int, target *entry, outcome Outcome) {
	if !target.pending {
		target.pending = true
		w.pending = append(w.pending, target)
	}
	w.outcomes[index] = outcome
	w.done = append(w.done, result{index, target})
}

// flush writes what is pending.
func (w *writing) flush(ctx context.Context) error {
	var before, after, made []record.Row
	for _, e := range w.pending {
		if e.stored == nil {
			made = append(made, e.row)
		} else {
			before, after = append(before, e.stored), append(after, e.row)
		}
	}
	if err := w.UpdateAll(ctx, w.res, before, after); err != nil {
		return err
	}
	if err := w.InsertAll(ctx, w.res, made); err != nil {
		return err
	}
	w.markStored()
	return nil
}

// markStored marks what is pending as stored, and copies what the store has set into the outcomes: a later operation may have
// replaced their row.
func (w *writing) markStored() {
	for _, d := range w.done {
		w.stampAs(w.outcomes[d.index], d.entry.row)
	}
	for _, e := range w.pending {
		e.stored, e.pending = e.row, false
	}
	w.pending, w.done = nil, nil
}

func (w *writing) stampAs(outcome Outcome, stored record.Row) {
	for i, f := range w.res.Fields {
		if f.ReadOnly && outcome.Row[i] == nil || f.Name == "updated_at" && outcome.Changed {
			outcome.Row[i] = stored[i]
		}
	}
}
