package layers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/layers"
	"quartermaster/internal/mission"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

const inMission = "mpmissions/dayzOffline.chernarusplus/"

// What is imported before layers are made, with words and comments that are to stay where they are.
var offFiles = []mission.Upload{
	{Path: "db/types.xml", Data: []byte("<types>\n\t<!-- ours -->\n" +
		"\t<type name=\"AKM\"><nominal>1</nominal><usage name=\"Town\"/></type>\n\t<type name=\"M4\"><nominal>1</nominal></type>\n" +
		"\t<type name=\"SKS\"><nominal>1</nominal> <!-- rare --></type>\n</types>\n")},
	{Path: "db/events.xml", Data: []byte("<events>\n\t<event name=\"AnimalBear\"><nominal>1</nominal></event>\n" +
		"\t<event name=\"AnimalWolf\"><nominal>1</nominal></event>\n</events>\n")},
	{Path: "db/globals.xml", Data: []byte("<variables>\n\t<!-- theirs -->\n\t<var name=\"ZombieMaxCount\" type=\"0\" value=\"1\"/>\n" +
		"\t<var name=\"AnimalMaxCount\" type=\"0\" value=\"1\"/>\n</variables>\n")},
	{Path: "init.c", Data: []byte(offInit)},
	{Path: "custom/note.json", Data: []byte("{\n\t\"text\": 1,\n\t\"kind\": 1\n}\n")},
}

const offInit = "// 1\nvoid main() {}\nint a = 1;\n\nint b = 1;\n"

// offRows are what layers may do, each to something else.
var offRows = []string{
	`{"resource":"types","name":"AKM","changes":{"nominal":[1,2],"usage":{"added":["Military"],"removed":["Town"]}}}`,
	`{"resource":"types","name":"AKM","changes":{"nominal":[1,3],"usage":{"added":["Coast"],"removed":[]}}}`,
	`{"resource":"types","name":"M4","state":"deleted","changes":{}}`,
	`{"resource":"types","name":"New","state":"added","changes":{"nominal":[null,4]}}`,
	`{"resource":"events","name":"AnimalBear","changes":{"name":["AnimalBear","AnimalPolarBear"]}}`,
	`{"resource":"events","name":"AnimalBear","changes":{"nominal":[1,2]}}`,
	`{"resource":"events","name":"AnimalWolf","state":"deleted","changes":{}}`,
	`{"resource":"documents","name":"` + inMission + `db/globals.xml","changes":{"ZombieMaxCount":[1,2]}}`,
	`{"resource":"documents","name":"` + inMission + `db/globals.xml","changes":{"ZombieMaxCount":[1,3],"AnimalMaxCount":[1,3]}}`,
	offText("// 1", "// 2"),
	offText("// 1", "// 3"),
	offText("int a = 1", "int a = 2"),
	offText("main() {}", "main() { return; }"),
	`{"resource":"documents","name":"` + inMission + `custom/note.json","changes":{"text":[1,2]}}`,
	`{"resource":"texts","name":"` + inMission + `new.txt","state":"added","changes":{"text":[null,"new\n"]}}`,
}

// offText is a change of a line.
func offText(before, after string) string {
	text, err := json.Marshal([]string{offInit, strings.Replace(offInit, before, after, 1)})
	if err != nil {
		panic(err)
	}
	return `{"resource":"texts","name":"` + inMission + `init.c","changes":{"text":` + string(text) + `}}`
}

// offEdits are what people do meanwhile, with a value.
var offEdits = map[string]func(context.Context, offWorld, int) error{
	"type": func(ctx context.Context, w offWorld, n int) error {
		return w.put(ctx, record.Types, "SKS", "nominal", int64(n))
	},
	"layered type": func(ctx context.Context, w offWorld, n int) error {
		return w.put(ctx, record.Types, "AKM", "nominal", int64(n))
	},
	"gone type": func(ctx context.Context, w offWorld, _ int) error { return w.delete(ctx, record.Types, "SKS") },
	"event": func(ctx context.Context, w offWorld, n int) error {
		return w.put(ctx, record.Events, "AnimalBear", "min", int64(n))
	},
	"renamed event": func(ctx context.Context, w offWorld, n int) error {
		return w.put(ctx, record.Events, "AnimalWolf", "name", fmt.Sprint("AnimalWolf", n))
	},
	"variable": func(ctx context.Context, w offWorld, n int) error {
		return w.replace(ctx, "db/globals.xml", `(AnimalMaxCount" type="0" value=")\d+`, n)
	},
	"text":      func(ctx context.Context, w offWorld, n int) error { return w.replace(ctx, "init.c", `(// )\d+`, n) },
	"last line": func(ctx context.Context, w offWorld, n int) error { return w.replace(ctx, "init.c", `(b = )\d+`, n) },
	"note": func(ctx context.Context, w offWorld, n int) error {
		return w.replace(ctx, "custom/note.json", `(kind": )\d+`, n)
	},
	"comment": func(ctx context.Context, w offWorld, n int) error {
		return w.replace(ctx, "db/globals.xml", `(<!-- theirs )\d*`, n)
	},
	"types.xml": func(ctx context.Context, w offWorld, n int) error {
		return w.replace(ctx, "db/types.xml", `(<!-- ours )\d*`, n)
	},
}

// offWorld is an instance whose files are compared with those of another one.
type offWorld struct {
	world
	files *mission.Service
	sids  map[string]string // of what was imported, by name
}

func (w offWorld) put(ctx context.Context, r *record.Resource, name, field string, value any) error {
	_, err := w.db.Update(ctx, r, w.scope, w.sids[name], record.Values{field: value})
	return err
}

func (w offWorld) delete(ctx context.Context, r *record.Resource, name string) error {
	_, err := w.db.Delete(ctx, r, w.scope, w.sids[name])
	return err
}

// replace puts a number behind the first group of a pattern in a file.
func (w offWorld) replace(ctx context.Context, name, pattern string, n int) error {
	change := func(ctx context.Context, now *mission.File) ([]byte, error) {
		if now == nil {
			return nil, store.ErrNotFound
		}
		text, err := now.Content(ctx)
		return regexp.MustCompile(pattern).ReplaceAll(text, fmt.Appendf(nil, "${1}%d", n)), err
	}
	_, err := w.files.EditFile(ctx, w.scope, mission.FileEdit{Path: path.Join(inMission, name), Change: change})
	return err
}

func (w offWorld) all(t *testing.T) map[string]string {
	t.Helper()
	files, err := w.files.Generate(t.Context(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range files {
		content, err := f.Content(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all[f.Path] = string(content)
	}
	return all
}

func newOffWorld(t *testing.T, db *store.DB, user int64) offWorld {
	t.Helper()
	scope, _ := storetest.Instance(t, db, user)
	w := offWorld{world{layers.New(db, ownpacks.New(db, nil)), db, scope}, mission.New(db), map[string]string{}}
	if _, err := w.files.Import(t.Context(), scope, offFiles, mission.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*record.Resource{record.Types, record.Events} {
		rows, err := db.All(t.Context(), r, scope, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			w.sids[r.TitleOf(row)] = r.SID(row)
		}
	}
	return w
}

// With all layers off, every file is to the byte what it is in an instance that never had a layer, whatever was edited, renamed and deleted
// meanwhile.
func TestLayersThatAreOffLeaveNothing(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	user := storetest.User(t, db)
	rapid.Check(t, func(rt *rapid.T) {
		with, without := newOffWorld(t, db, user), newOffWorld(t, db, user)
		var sids []string
		for i := range 3 {
			rows := rapid.SliceOfNDistinct(rapid.SampledFrom(offRows), 1, 4, func(row string) string { return row[:45] }).Draw(rt, "rows")
			sids = append(sids, with.make(t, fmt.Sprint("layer ", i), "["+strings.Join(rows, ",")+"]"))
		}
		on := map[string]bool{}
		for range rapid.IntRange(1, 9).Draw(rt, "steps") {
			switch what := rapid.SampledFrom([]string{"turn", "turn", "edit"}).Draw(rt, "what"); what {
			case "turn":
				sid := rapid.SampledFrom(sids).Draw(rt, "layer")
				do := with.TurnOn
				if on[sid] {
					do = with.TurnOff
				}
				if _, err := do(t.Context(), with.scope, sid, layers.Ask{Choices: layers.Choices{Prefer: layers.Mine}}); err != nil {
					rt.Fatal(err)
				}
				on[sid] = !on[sid]
			default:
				with.editLike(t, rt, without)
			}
		}
		for _, sid := range rapid.Permutation(sids).Draw(rt, "off") {
			with.turnOff(t, sid)
		}
		got, want := with.all(t), without.all(t)
		for path := range want {
			if got[path] != want[path] {
				rt.Errorf("without layers %s is\n%s\nand in an instance that never had any\n%s", path, got[path], want[path])
			}
		}
		if len(got) != len(want) {
			rt.Errorf("without layers there are %d files, and not %d", len(got), len(want))
		}
	})
}

// editLike edits something in the instance, and in another one what this has changed.
func (w offWorld) editLike(t *testing.T, rt *rapid.T, other offWorld) {
	t.Helper()
	edit := offEdits[rapid.SampledFrom([]string{
		"type", "layered type", "gone type", "event", "renamed event", "variable", "text", "last line", "note", "comment", "types.xml",
	}).Draw(rt, "edit")]
	n, before := rapid.IntRange(1, 3).Draw(rt, "value"), w.revision(t)
	if edit(t.Context(), w, n) != nil || w.revision(t) == before {
		return // a layer has taken away what would be edited, or made it so
	}
	if err := edit(t.Context(), other, n); err != nil {
		rt.Fatal(err)
	}
}
