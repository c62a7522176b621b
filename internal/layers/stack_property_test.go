package layers_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// model is what an instance with layers comes to: of each field the value that lies below them, and the layers that hold it, in the order
// in which they were turned on.
type model map[string]*modelField

type modelField struct {
	below int64
	held  []modelHold
}

type modelHold struct {
	layer string
	value int64
}

func (f *modelField) value() int64 {
	if n := len(f.held); n > 0 {
		return f.held[n-1].value
	}
	return f.below
}

func (f *modelField) edit(value int64) {
	if value != f.value() {
		*f = modelField{below: value}
	}
}

func (f *modelField) off(layer string) {
	f.held = slices.DeleteFunc(f.held, func(h modelHold) bool { return h.layer == layer })
}

// settle makes the layer plain content: what lies below it holds the field no more.
func (f *modelField) settle(layer string) {
	if i := slices.IndexFunc(f.held, func(h modelHold) bool { return h.layer == layer }); i >= 0 {
		*f = modelField{f.held[i].value, f.held[i+1:]}
	}
}

// Layers that are turned on and off in any order, with edits in between, lead to what the model says, and all of them off to what was
// there without them, with the edits.
func TestLayersLikeTheirModel(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	user := storetest.User(t, db)
	rapid.Check(t, func(rt *rapid.T) {
		scope, _ := storetest.Instance(t, db, user)
		w := world{layers.New(db, ownpacks.New(db, nil)), db, scope}
		m, fields := model{}, []string{"A nominal", "A min", "B nominal", "B min"}
		for _, name := range []string{"A", "B", "Gone"} {
			w.create(t, record.Events, record.Values{"name": name, "nominal": int64(1), "min": int64(1)})
		}
		for _, field := range fields {
			m[field] = &modelField{below: 1}
		}
		sids, sets, on := map[string]string{}, map[string]map[string]int64{}, map[string]bool{}
		value := rapid.Int64Range(1, 3)
		for _, layer := range []string{"x", "y", "z"} {
			sets[layer] = map[string]int64{}
			for _, field := range rapid.SliceOfNDistinct(rapid.SampledFrom(fields), 1, 4, rapid.ID).Draw(rt, "fields") {
				sets[layer][field] = value.Draw(rt, "after")
			}
			sids[layer] = w.layerOf(t, layer, sets[layer])
		}
		sids["w"] = w.make(t, "w", `[{"resource":"events","name":"Gone","state":"deleted","changes":{}}]`)
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			layer := rapid.SampledFrom([]string{"w", "x", "y", "z"}).Draw(rt, "layer")
			switch what := rapid.SampledFrom([]string{"on", "off", "edit", "edit", "settle"}).Draw(rt, "what"); {
			case what == "edit":
				field := rapid.SampledFrom(fields).Draw(rt, "field")
				v := value.Draw(rt, "value")
				w.set(t, record.Events, field[:1], record.Values{field[2:]: v})
				m[field].edit(v)
			case what == "on" && !on[layer] && sids[layer] != "":
				if _, err := w.TurnOn(t.Context(), scope, sids[layer], layers.Ask{Choices: layers.Choices{Prefer: layers.Theirs}}); err != nil {
					rt.Fatal(err)
				}
				on[layer] = true
				for field, v := range sets[layer] {
					m[field].held = append(m[field].held, modelHold{layer, v})
				}
			case what == "off" && on[layer]:
				w.turnOff(t, sids[layer])
				on[layer] = false
				for _, field := range fields {
					m[field].off(layer)
				}
			case what == "settle" && on[layer] && layer != "w":
				if _, err := w.Settle(t.Context(), scope, sids[layer], layers.Ask{}); err != nil {
					rt.Fatal(err)
				}
				on[layer], sids[layer] = false, ""
				for _, field := range fields {
					m[field].settle(layer)
				}
			}
			w.check(t, rt, m)
		}
		for layer := range on {
			if on[layer] {
				w.turnOff(t, sids[layer])
				for _, field := range fields {
					m[field].off(layer)
				}
			}
		}
		w.check(t, rt, m)
		if w.named(t, record.Events, "Gone") == nil {
			rt.Fatal("without layers a record is gone")
		}
		var bases int
		err := db.QueryRow(t.Context(), `SELECT count(*) FROM layer_bases WHERE instance_id = $1`, scope.InstanceID).Scan(&bases)
		if err != nil || bases > 0 {
			rt.Fatalf("without layers %d bases are left, %v", bases, err)
		}
	})
}

func (w world) check(t *testing.T, rt *rapid.T, m model) {
	t.Helper()
	for field, f := range m {
		if got := events(w, t, field[:1], field[2:]); got != f.value() {
			rt.Fatalf("%s is %v, and by the model %d", field, got, f.value())
		}
	}
}

func (w world) layerOf(t *testing.T, name string, sets map[string]int64) string {
	t.Helper()
	rows := ""
	for field, v := range sets {
		if rows != "" {
			rows += ","
		}
		rows += fmt.Sprintf(`{"resource":"events","name":%q,"changes":{%q:[1,%d]}}`, field[:1], field[2:], v)
	}
	return w.make(t, name, "["+rows+"]")
}

func (w world) make(t *testing.T, name, sent string) string {
	t.Helper()
	value, err := jsontree.Parse([]byte(sent))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := layers.ReadRows("changes", value.([]any))
	if err != nil {
		t.Fatal(err)
	}
	l, err := w.Make(t.Context(), w.scope, layers.About{Name: name}, layers.Off, rows, false)
	if err != nil {
		t.Fatal(err)
	}
	return l.SID
}

func (w world) turnOff(t *testing.T, sid string) layers.Done {
	t.Helper()
	done, err := w.TurnOff(t.Context(), w.scope, sid, layers.Ask{})
	if err != nil {
		t.Fatal(err)
	}
	return done
}
