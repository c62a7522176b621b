package store_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// state is every record of an instance with everything that is stored of it but when it changed, by resource and id.
type state map[string]map[int64]record.Values

// state reads the instance as it is. Its revision is not part of it.
func (w world) state(t testing.TB) state {
	t.Helper()
	found := state{}
	for _, r := range record.All() {
		if r.Scope != record.InInstance && r != record.Instances {
			continue
		}
		rows, err := w.All(t.Context(), r, w.Scope, "")
		if err != nil {
			t.Fatal(err)
		}
		found[r.Name] = map[int64]record.Values{}
		for _, row := range rows {
			found[r.Name][r.ID(row)] = storedValues(r, row)
		}
	}
	return found
}

func storedValues(r *record.Resource, row record.Row) record.Values {
	values := record.Values{}
	for i, f := range r.Fields {
		if f.Name != "updated_at" && f.Name != "revision" {
			values[f.Name] = row[i]
		}
	}
	return values
}

// player changes an instance at random and remembers how it was at each revision.
type player struct {
	world
	tb     testing.TB
	t      *rapid.T // draws
	states map[int64]state
}

// note remembers the state of the newest revision.
func (p *player) note() {
	number := p.number(p.tb, `SELECT revision FROM instances WHERE id = $1`, p.InstanceID)
	if p.states[number] == nil {
		p.states[number] = p.state(p.tb)
	}
}

func (p *player) must(err error) {
	if err != nil {
		p.t.Fatal(err)
	}
}

// pick draws one of the records, or ends the action where there are none.
func (p *player) pick(r *record.Resource) record.Row {
	rows, err := p.All(p.t.Context(), r, p.Scope, "")
	p.must(err)
	if len(rows) == 0 {
		p.t.Skip("no " + r.Plural())
	}
	return rapid.SampledFrom(rows).Draw(p.t, r.One)
}

func (p *player) id(r *record.Resource) int64 { return r.ID(p.pick(r)) }

// values draws what a body may set.
func (p *player) values(r *record.Resource) record.Values {
	text := strconv.Itoa(rapid.IntRange(0, 3).Draw(p.t, "text"))
	number := int64(rapid.IntRange(0, 3).Draw(p.t, "number"))
	ids := rapid.SliceOfNDistinct(rapid.Int64Range(1, 3), 0, 3, rapid.ID[int64]).Draw(p.t, "ids")
	switch r {
	case record.Types:
		return record.Values{
			"instance_classname_id": p.id(record.InstanceClassnames),
			"nominal":               number,
			"usage_ids":             ids,
			"tag_ids":               ids,
			"category_id":           number + 1,
			"slot":                  number,
			"raw":                   "<type name=\"" + text + "\"/>\r\n",
			"crafted":               nil,
		}
	case record.SpawnableTypes:
		return record.Values{"instance_classname_id": p.id(record.InstanceClassnames), "damage_min": float64(number) / 10, "blocks": `[]`}
	case record.TraderCategories:
		return record.Values{"seller_id": p.id(record.TraderSellers), "name": text}
	case record.TraderItems:
		category := p.pick(record.TraderCategories)
		return record.Values{
			"category_id": record.TraderCategories.ID(category), "seller_id": field(record.TraderCategories, category, "seller_id"),
			"instance_classname_id": p.id(record.InstanceClassnames), "buy": -5 + number,
		}
	case record.TraderSellers:
		return record.Values{"name": text, "position": "[1.5," + text + ",-3]"}
	case record.TypePresets:
		return record.Values{"title": text, "nominal": number, "value_ids": ids, "tag_id": min(number+1, 3)}
	case record.PlayerLists:
		return record.Values{"type": "ban", "player_id": text, "name": text, "expires_at": 1_767_225_600_000_000 + number}
	case record.Files:
		return record.Values{"path": text, "kind": "types", "skeleton": `{"Leads":["` + text + `"]}`}
	}
	return record.Values{
		"name":           text,
		"nominal":        number,
		"active":         int64(0),
		"restock":        nil,
		"children":       `[{"type":"` + text + `"}]`,
		"children_count": int64(1),
	}
}

var played = []*record.Resource{
	record.Types, record.SpawnableTypes, record.TraderSellers, record.TraderCategories, record.TraderItems, record.TypePresets,
	record.PlayerLists, record.Events,
}

func (p *player) draw() *record.Resource { return rapid.SampledFrom(played).Draw(p.t, "resource") }

func (p *player) createRecord() {
	r := p.draw()
	p.create(p.tb, r, p.values(r))
}

func (p *player) updateRecord() {
	r := p.draw()
	row := p.pick(r)
	_, err := p.Update(p.t.Context(), r, p.Scope, r.SID(row), p.values(r))
	p.must(err)
}

func (p *player) deleteRecord() {
	r := rapid.SampledFrom(append(played, record.InstanceClassnames)).Draw(p.t, "resource")
	_, err := p.Delete(p.t.Context(), r, p.Scope, r.SID(p.pick(r)))
	p.must(err)
}

// classname makes a class name, or leaves it when the name is taken.
func (p *player) createClassname() {
	r := record.InstanceClassnames
	name := rapid.SampledFrom([]string{"a", "B", "c"}).Draw(p.t, "name")
	rows, err := p.All(p.t.Context(), r, p.Scope, "lower(r.name) = lower($)", name)
	p.must(err)
	if len(rows) == 0 {
		p.create(p.tb, r, record.Values{"name": name, "payload": `{"b":1.0, "a":[]}`})
	}
}

// rotate gives each class name that of another, by way of names that nobody has, in one change.
func (p *player) rotate() {
	r := record.InstanceClassnames
	p.edit(p.tb, func(e *store.Edit) error {
		rows, err := e.All(p.t.Context(), r, "")
		if err != nil {
			return err
		}
		for i, row := range rows {
			if _, err := e.Update(p.t.Context(), r, r.SID(row), record.Values{"name": fmt.Sprint("aside", i)}); err != nil {
				return err
			}
		}
		for i, row := range rows {
			name := r.TitleOf(rows[(i+1)%len(rows)])
			if _, err := e.Update(p.t.Context(), r, r.SID(row), record.Values{"name": name}); err != nil {
				return err
			}
		}
		return nil
	})
}

// importFile puts a file and its types in the place of those that were there.
func (p *player) importFile() {
	p.edit(p.tb, func(e *store.Edit) error {
		for _, r := range []*record.Resource{record.Files, record.Types} {
			rows, err := e.All(p.t.Context(), r, "")
			if err != nil {
				return err
			}
			if err := e.DeleteAll(p.t.Context(), r, rows); err != nil {
				return err
			}
			if _, err := e.Create(p.t.Context(), r, p.values(r)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *player) resetCore() { p.must(p.ResetEconomyCore(p.t.Context(), p.Scope)) }

func (p *player) changeSettings() {
	values := record.Values{"port": int64(rapid.IntRange(1, 3).Draw(p.t, "port")), "mission": nil}
	_, err := p.UpdateInstance(p.t.Context(), p.Scope, p.sid, values)
	p.must(err)
	_, err = p.UpdateEconomyCore(p.t.Context(), p.Scope, record.Values{"dyn_radius": values["port"]})
	p.must(err)
}

func (p *player) applyPreset() {
	_, err := p.ApplyPreset(p.t.Context(), p.Scope, record.TypePresets.SID(p.pick(record.TypePresets)), store.Apply{})
	p.must(err)
}

// revert goes back to any revision, and looks whether everything is as it was then.
func (p *player) revert() {
	newest := p.number(p.tb, `SELECT revision FROM instances WHERE id = $1`, p.InstanceID)
	to := rapid.Int64Range(1, newest).Draw(p.t, "to")
	if p.states[to] == nil {
		p.t.Skip("in the middle of an action")
	}
	dry, err := p.Revert(p.t.Context(), p.Scope, store.Revert{To: to, DryRun: true})
	p.must(err)
	done, err := p.Revert(p.t.Context(), p.Scope, store.Revert{To: to, Seen: newest})
	p.must(err)
	if diff := cmp.Diff(p.states[to], p.state(p.tb)); diff != "" {
		p.t.Fatalf("from revision %d back to %d:\n%s", newest, to, diff)
	}
	if dry.Number != 0 || dry.Total() != done.Total() || done.Total().None() != (done.Number == 0) {
		p.t.Fatalf("a dry run counts %+v, then %+v", dry, done)
	}
	if done.Number != 0 && done.Number != newest+1 {
		p.t.Fatalf("the revert after %d is revision %d", newest, done.Number)
	}
}

func TestRevertBringsBackAnyState(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		rapid.Check(t, func(rt *rapid.T) {
			store.SliceFinely(w.DB, rapid.SampledFrom([]int64{1, 3, store.Many}).Draw(rt, "slices from"))
			p := &player{world: newWorld(t, w.DB), tb: t, t: rt, states: map[int64]state{}}
			rt.Repeat(map[string]func(*rapid.T){
				"":               func(rt *rapid.T) { p.t = rt; p.note() },
				"classname":      func(*rapid.T) { p.createClassname() },
				"another":        func(*rapid.T) { p.createClassname() },
				"create":         func(*rapid.T) { p.createRecord() },
				"create another": func(*rapid.T) { p.createRecord() },
				"update":         func(*rapid.T) { p.updateRecord() },
				"delete":         func(*rapid.T) { p.deleteRecord() },
				"rotate":         func(*rapid.T) { p.rotate() },
				"import":         func(*rapid.T) { p.importFile() },
				"core":           func(*rapid.T) { p.resetCore() },
				"settings":       func(*rapid.T) { p.changeSettings() },
				"preset":         func(*rapid.T) { p.applyPreset() },
				"revert":         func(*rapid.T) { p.revert() },
			})
		})
	})
}
