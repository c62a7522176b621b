package layers_test

import (
	"errors"
	"strings"
	"testing"

	"quartermaster/internal/layers"
	"quartermaster/internal/mission"
	"quartermaster/internal/storetest"
)

// text sets the number in a line of init.c, which has the lines // N, void main() {}, int a = N;, an empty one and int b = N;.
func (w offWorld) text(t *testing.T, line string, n int) {
	t.Helper()
	pattern := map[string]string{"first": `(// )\d+`, "a": `(a = )\d+`, "b": `(b = )\d+`}[line]
	if err := w.replace(t.Context(), "init.c", pattern, n); err != nil {
		t.Fatal(err)
	}
}

func (w offWorld) hasText(t *testing.T, first, a, b string) {
	t.Helper()
	want := "// " + first + "\nvoid main() {}\nint a = " + a + ";\n\nint b = " + b + ";\n"
	if got := w.all(t)[inMission+"init.c"]; got != want {
		t.Errorf("init.c is\n%s\nand not\n%s", got, want)
	}
}

func textWorld(t *testing.T) offWorld {
	t.Helper()
	t.Parallel()
	db := storetest.SQLite(t)
	return newOffWorld(t, db, storetest.User(t, db))
}

// What a draft and its origin have changed in other lines of a text comes together; where both have changed a line, somebody decides.
func TestDraftsMergeTextsByLines(t *testing.T) {
	w := textWorld(t)
	d, made := w.draft(t)
	draft := offWorld{d, w.files, nil}
	draft.text(t, "first", 2)
	w.text(t, "b", 3)
	if _, err := w.Merge(t.Context(), made, layers.Ask{}); err != nil {
		t.Fatal(err)
	}
	w.hasText(t, "2", "1", "3")
	draft.hasText(t, "2", "1", "3")

	draft.text(t, "a", 4)
	draft.text(t, "b", 4)
	w.text(t, "a", 5)
	made = w.reread(t, made)
	var clashing layers.Clashes
	if _, err := w.Merge(t.Context(), made, layers.Ask{}); !errors.As(err, &clashing) || len(clashing) != 1 {
		t.Fatalf("a line that both have changed: %v", err)
	}
	if _, err := w.Merge(t.Context(), made, layers.Ask{Choices: layers.Choices{Prefer: layers.Theirs}}); err != nil {
		t.Fatal(err)
	}
	w.hasText(t, "2", "4", "4")
}

// A file whose values are called as a file’s own are, text and kind, is a document like others.
func TestDraftsMergeAValueCalledText(t *testing.T) {
	w := textWorld(t)
	d, made := w.draft(t)
	draft := offWorld{d, w.files, nil}
	for _, one := range []struct {
		offWorld
		pattern string
	}{{draft, `(text": )\d+`}, {w, `(kind": )\d+`}} {
		if err := one.replace(t.Context(), "custom/note.json", one.pattern, 7); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Merge(t.Context(), made, layers.Ask{}); err != nil {
		t.Fatal(err)
	}
	const want = "{\n\t\"text\": 7,\n\t\"kind\": 7\n}\n"
	if got := w.all(t)[inMission+"custom/note.json"]; got != want {
		t.Errorf("note.json is\n%s", got)
	}
}

// Layers that change other lines of a text leave each other alone: they are no pair, and when one is settled, the other still goes off.
func TestLayersOnOtherLinesOfAText(t *testing.T) {
	w := textWorld(t)
	x, y := w.make(t, "x", "["+offText("// 1", "// 2")+"]"), w.make(t, "y", "["+offText("int a = 1", "int a = 2")+"]")
	for _, sid := range []string{x, y} {
		if _, err := w.TurnOn(t.Context(), w.scope, sid, layers.Ask{}); err != nil {
			t.Fatal(err)
		}
	}
	if l, err := w.Get(t.Context(), w.scope, x); err != nil || len(l.With) > 0 {
		t.Errorf("the pairs are %v, %v", l.With, err)
	}
	w.text(t, "b", 3)
	if _, err := w.Settle(t.Context(), w.scope, y, layers.Ask{}); err != nil {
		t.Fatal(err)
	}
	w.hasText(t, "2", "2", "3")
	if done := w.turnOff(t, x); len(done.Kept) > 0 {
		t.Errorf("it keeps %v", done.Kept)
	}
	w.hasText(t, "1", "2", "3")
}

// A layer of what a revision has changed takes its lines back, and those alone, whatever was edited since.
func TestALayerOfARevisionTakesLinesBack(t *testing.T) {
	w := textWorld(t)
	w.text(t, "first", 2)
	revision := w.revision(t)
	w.text(t, "b", 3)
	rows, err := w.OfRevisions(t.Context(), w.scope, []int64{int64(revision)})
	if err != nil {
		t.Fatal(err)
	}
	l, err := w.Make(t.Context(), w.scope, layers.About{Name: "it"}, layers.Off, rows, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.TurnOn(t.Context(), w.scope, l.SID, layers.Ask{}); err != nil {
		t.Fatal(err)
	}
	w.hasText(t, "2", "1", "3")
	w.turnOff(t, l.SID)
	w.hasText(t, "1", "1", "3")
}

// What was edited inside of what a layer has added stays with it when the layer goes off.
func TestEditsInWhatALayerAddedStay(t *testing.T) {
	w := textWorld(t)
	x := w.make(t, "x", `[{"resource":"documents","name":"`+inMission+`custom/note.json","changes":{"more":[null,{"a":1}]}}]`)
	if _, err := w.TurnOn(t.Context(), w.scope, x, layers.Ask{}); err != nil {
		t.Fatal(err)
	}
	if err := w.replace(t.Context(), "custom/note.json", `("a": )\d+`, 2); err != nil {
		t.Fatal(err)
	}
	if done := w.turnOff(t, x); len(done.Kept) != 1 {
		t.Errorf("it keeps %v", done.Kept)
	}
	if got := w.all(t)[inMission+"custom/note.json"]; !strings.Contains(got, `"a": 2`) {
		t.Errorf("note.json is\n%s", got)
	}
}

// A name or a password of a server, which no layer changes, stays as it was edited while a layer on its file was on.
func TestEditsOfWhatDoesNotTravelStay(t *testing.T) {
	w := textWorld(t)
	const file = "hostname = \"1\";\npasswordAdmin = \"p1\";\nmaxPlayers = 10;\n"
	upload := []mission.Upload{{Path: "serverDZ.cfg", Data: []byte(file)}}
	if _, err := w.files.Import(t.Context(), w.scope, upload, mission.Options{}); err != nil {
		t.Fatal(err)
	}
	x := w.make(t, "x", `[{"resource":"documents","name":"serverDZ.cfg","changes":{"maxPlayers":[10,20]}}]`)
	if _, err := w.TurnOn(t.Context(), w.scope, x, layers.Ask{}); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{`(hostname = ")\d+`, `(passwordAdmin = "p)\d+`} {
		if err := w.replace(t.Context(), "../../serverDZ.cfg", pattern, 7); err != nil {
			t.Fatal(err)
		}
	}
	w.turnOff(t, x)
	if got, want := w.all(t)["serverDZ.cfg"], strings.Replace(strings.Replace(file, `"1"`, `"7"`, 1), "p1", "p7", 1); got != want {
		t.Errorf("serverDZ.cfg is\n%s", got)
	}
}
