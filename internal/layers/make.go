package layers

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// About is what people say of a layer.
type About struct{ Name, Note, Colour string }

// Make stores rows as a new layer that is off. Adopts says that what they change is there already. It returns store.ErrFull where the
// instance has as many layers as it may, and validate.Errors for rows that cannot be made there.
func (s *Service) Make(ctx context.Context, scope store.Scope, about About, state string, rows []Row, adopts bool) (Layer, error) {
	l := &layer{rows: rows, Layer: store.Layer{
		Name: about.Name, Note: about.Note, Colour: about.Colour, State: state, Adopts: adopts,
	}}
	if len(rows) > MostRows {
		return Layer{}, validate.Refusal("from", fmt.Sprintf("A layer has at most %d rows.", MostRows))
	}
	err := s.db.Edit(ctx, scope, "layer", func(e *store.Edit) error {
		side, err := sideOf(ctx, e)
		if err == nil {
			_, err = side.find(ctx, l.rows)
		}
		if err == nil {
			err = l.pack()
		}
		if err != nil {
			return err
		}
		return e.AddLayer(ctx, &l.Layer, MostLayers)
	})
	return Layer{Layer: l.Layer, List: l.rows}, err
}

// Change changes what people say of a layer and, where rows are not nil, what it does, which is taken back and done again where it is on.
// It returns store.ErrNotFound, and Clashes.
func (s *Service) Change(ctx context.Context, scope store.Scope, sid string, change func(*store.Layer), rows []Row) (Layer, error) {
	known, err := s.Get(ctx, scope, sid)
	if err != nil {
		return Layer{}, err
	}
	on := known.State == On && rows != nil
	if on {
		if _, err := s.TurnOff(ctx, scope, sid, Ask{}); err != nil {
			return Layer{}, err
		}
	}
	var l *layer
	err = s.db.Edit(ctx, scope, "layer", func(e *store.Edit) error {
		stored, err := e.Layer(ctx, sid)
		if err != nil {
			return err
		}
		if l, err = readLayer(stored); err != nil {
			return err
		}
		change(&l.Layer)
		if rows != nil {
			l.rows, l.Adopts = rows, false
		}
		if err := l.pack(); err != nil {
			return err
		}
		return e.SetLayer(ctx, &l.Layer)
	})
	if err == nil && on {
		_, err = s.TurnOn(ctx, scope, sid, Ask{})
	}
	if err != nil {
		return Layer{}, err
	}
	return s.Get(ctx, scope, sid)
}

// Get returns a layer with what each row comes to in the instance as it is. It returns store.ErrNotFound.
func (s *Service) Get(ctx context.Context, scope store.Scope, sid string) (found Layer, err error) {
	err = s.db.Read(ctx, scope, func(e *store.Edit) error {
		st, err := openStack(ctx, e)
		if err != nil {
			return err
		}
		stored, err := e.Layer(ctx, sid)
		if err != nil {
			return err
		}
		l, err := readLayer(stored)
		if err != nil {
			return err
		}
		if l.State == Off || l.State == Proposed {
			err = st.judgeAll(ctx, l)
		} else {
			l.alreadyThere()
		}
		found = Layer{Layer: l.Layer, List: l.rows, With: st.pairs(l)}
		return err
	})
	return found, err
}

func (l *layer) alreadyThere() {
	for i := range l.rows {
		l.rows[i].Now = Already
		if len(endedOf(l.rows[i]).Changes) > 0 {
			l.rows[i].Now = Conflict
		}
	}
}

// judgeAll says what the rows of a layer would come to.
func (st *stack) judgeAll(ctx context.Context, l *layer) error {
	found, err := st.find(ctx, l.rows)
	for i := 0; err == nil && i < len(found); i++ {
		row := &l.rows[i]
		r := row.resource()
		below := found[i]
		if b := st.bases[key{r, row.ID}]; b != nil && row.ID != 0 {
			below = b.Row
		}
		_, err = judge(ctx, r, row, version{st.side, found[i]}, version{st.side, below}, Choices{})
	}
	if err == nil {
		_, err = st.checkReferences(ctx, l, found, Choices{})
	}
	return err
}

// pairs returns what the layers that are on change as well.
func (st *stack) pairs(l *layer) (list []Pair) {
	byKey := st.index()
	for i := range l.rows {
		row := &l.rows[i]
		for _, h := range byKey[key{row.resource(), row.ID}] {
			if h.SID == l.SID || row.ID == 0 {
				continue
			}
			for _, c := range h.row.Changes {
				if c.counts() && slices.ContainsFunc(row.Changes, func(own Change) bool { return overlap(own.Field, c.Field) }) {
					list = append(list, Pair{h.SID, h.Name, row.Resource, row.Name, c.Field, l.Place < h.Place})
				}
			}
		}
	}
	return list
}

// OfRevisions returns what revisions of an instance have changed, as rows.
func (s *Service) OfRevisions(ctx context.Context, scope store.Scope, numbers []int64) (rows []Row, err error) {
	err = s.db.Read(ctx, scope, func(e *store.Edit) error {
		before, after, err := e.Around(ctx, numbers)
		if err != nil {
			return err
		}
		was, err := sideOf(ctx, e)
		if err != nil {
			return err
		}
		is, err := sideOf(ctx, e)
		if err != nil {
			return err
		}
		for _, r := range travelling() {
			for s, then := range map[*side]store.Then{was: before, is: after} {
				if err := s.knowThen(ctx, r, then[r]); err != nil {
					return err
				}
			}
			for _, id := range sortedIDs(before[r], after[r]) {
				row, differs, err := rowOf(ctx, r, version{was, before[r][id]}, version{is, after[r][id]})
				if err != nil {
					return err
				}
				if row.ID = id; differs {
					if row.State == Deleted {
						row.Hidden = hiddenValues(r, before[r][id])
					}
					rows = append(rows, row)
				}
			}
		}
		return nil
	})
	return rows, err
}

func (s *side) knowThen(ctx context.Context, r *record.Resource, rows map[int64]record.Row) error {
	var list []record.Row
	for _, row := range rows {
		if row != nil {
			list = append(list, row)
		}
	}
	if err := s.open(ctx, r, list); err != nil {
		return err
	}
	return s.know(ctx, r, list)
}

func sortedIDs(maps ...map[int64]record.Row) (ids []int64) {
	for _, m := range maps {
		for id := range m {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ReadRows reads rows that somebody sends. It returns validate.Errors, whose fields are below the name.
func ReadRows(name string, sent []any) (rows []Row, err error) {
	var problems validate.Errors
	for i, one := range sent {
		object, _ := one.(*jsontree.Object)
		row, sentence := readRow(object)
		if sentence != "" {
			problems.AddSentence(fmt.Sprintf("%s.%d", name, i), sentence)
			continue
		}
		rows = append(rows, row)
	}
	return rows, problems.Err()
}

func readRow(o *jsontree.Object) (row Row, wrong string) {
	row = Row{Resource: o.Text("resource"), SID: o.Text("sid"), Name: o.Text("name"), File: o.Text("file"), State: o.Text("state")}
	if n, is := o.Get("place"); is {
		_ = json.Unmarshal(jsontree.AppendValue(nil, n), &row.Place)
	}
	if row.State == "" {
		row.State = Changed
	}
	r := row.resource()
	switch {
	case r == nil:
		return row, fmt.Sprintf("There is no resource %q.", row.Resource)
	case row.Name == "" && row.SID == "" && r.Title != nil:
		return row, "A row needs a name."
	case row.State != Added && row.State != Changed && row.State != Deleted:
		return row, "The state is added, changed or deleted."
	}
	changes := o.Object("changes")
	for field, value := range changes.All() {
		c, ok := readChange(r, field, value)
		if !ok {
			return row, fmt.Sprintf("changes.%s is neither [before, after] nor {added, removed} of a field of %s.", field, r.Plural())
		}
		row.Changes = append(row.Changes, c)
	}
	if len(row.Changes) == 0 && row.State == Changed {
		return row, "A row that changes something needs changes."
	}
	row.complete(r)
	return row, ""
}

// complete adds what a new record cannot be without: what it is called.
func (row *Row) complete(r *record.Resource) {
	if row.State != Added || r.Title == nil || r == record.Files {
		return
	}
	name := r.Title.Name
	if !r.Title.Stored() {
		name = "instance_classname_id"
	}
	if f, known := fieldNamed(r, name); known && !slices.ContainsFunc(row.Changes, func(c Change) bool { return c.Field == f.wire }) {
		row.Changes = append(row.Changes, Change{Field: f.wire, After: jsontree.AppendString(nil, row.Name)})
	}
}

func readChange(r *record.Resource, name string, value any) (c Change, ok bool) {
	f, known := fieldNamed(r, name)
	switch {
	case known:
		name = f.wire
	case !r.HoldsDocuments() && r != record.Files:
		return c, false
	}
	c.Field = name
	if set, is := value.(*jsontree.Object); is && known && f.Link != nil {
		c.Added, c.Removed = set.Texts("added"), set.Texts("removed")
		return c, c.isSet()
	}
	list, is := value.([]any)
	if !is || len(list) != 2 {
		return c, false
	}
	if known && f.Link != nil {
		was, is := textsOf(list[0]), textsOf(list[1])
		c.Added, c.Removed = change.Without(is, was), change.Without(was, is)
		return c, c.isSet()
	}
	if list[0] != nil {
		c.Before = jsontree.AppendValue(nil, list[0])
	}
	if list[1] != nil {
		c.After = jsontree.AppendValue(nil, list[1])
	}
	return c, true
}

func textsOf(value any) (list []string) {
	all, _ := value.([]any)
	for _, one := range all {
		if text, is := one.(string); is {
			list = append(list, text)
		}
	}
	return list
}

// Body returns the values of a row that stand for themselves as a body of the resource: what refers to others, and what the record is
// called, is looked up when the row is laid over an instance.
func (row *Row) Body() (*record.Resource, *jsontree.Object) {
	r, body := row.resource(), new(jsontree.Object)
	for _, c := range row.Changes {
		f, known := fieldNamed(r, c.Field)
		if !known || f.Ref != "" || f.Field == r.Title || f.Field == r.Document() || c.After == nil {
			continue
		}
		if value, err := jsontree.Parse(c.After); err == nil {
			body.Set(f.Name, value)
		}
	}
	return r, body
}
