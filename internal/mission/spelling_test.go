package mission_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// inAnyCase spells a word in any letter case.
func inAnyCase(t *rapid.T, word string) string {
	runes := []rune(strings.ToLower(word))
	for i, r := range runes {
		if rapid.Bool().Draw(t, "upper") {
			runes[i] = []rune(strings.ToUpper(string(r)))[0]
		}
	}
	return string(runes)
}

// anySpelling is a types file in which names that the game has are written in any letter case and may be listed several times.
func anySpelling(t *rapid.T) string {
	var b strings.Builder
	b.WriteString("<types>\n")
	for _, class := range []string{"akm", "m4a1"} {
		fmt.Fprintf(&b, "    <type name=%q>\n        <nominal>1</nominal>\n", inAnyCase(t, class))
		for range rapid.IntRange(0, 8).Draw(t, "names") {
			name := draw(t, "category weapons", "category tools", "usage military", "usage military", "usage farm", "value tier1", "value tier1",
				"tag floor")
			element, name, _ := strings.Cut(name, " ")
			fmt.Fprintf(&b, "        <%s %s=%q/>\n", element, draw(t, "name", "name", "user"), inAnyCase(t, name))
		}
		b.WriteString("    </type>\n")
	}
	return b.String() + "</types>\n"
}

// Each instance has its own spelling, and each file of it too: what nobody changed comes back byte for byte, and after a change of a
// number the line of this number differs and no other.
func TestSpellingBelongsToTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rapid.Check(t, func(t *rapid.T) {
		texts := map[string]string{"db/types.xml": anySpelling(t), "custom/types.xml": anySpelling(t)}
		w.newInstance()
		for place, text := range texts {
			w.load(mission.Merge, missionFolder+place, text)
		}
		for place, text := range texts {
			if got := w.file(place); got != text {
				t.Fatalf("%s was\n%s\nand came back as\n%s", place, text, got)
			}
		}
		row := w.first(record.Types)
		if _, err := w.db.Update(w.Context(), record.Types, w.scope, record.Types.SID(row), record.Values{"nominal": int64(77)}); err != nil {
			t.Fatal(err)
		}
		place := row[record.Types.Index("source_file")].(string)
		want := strings.Replace(texts[place], "<nominal>1</nominal>", "<nominal>77</nominal>", 1)
		if got := w.file(place); got != want {
			t.Fatalf("%s was\n%s\nand is now\n%s", place, want, got)
		}
	})
}

// first returns the record that stands first in its file.
func (w world) first(r *record.Resource) record.Row {
	w.Helper()
	rows, err := w.db.All(w.Context(), r, w.scope, "r.slot = 0")
	if err != nil || len(rows) == 0 {
		w.Fatalf("no %s stands first, error %v", r.One, err)
	}
	return rows[0]
}

// What is written anew is spelled as the instance's own definitions do, else as the vocabulary.
func TestNewNamesAreSpelledAsTheDefinitionsDo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "cfglimitsdefinition.xml",
		`<lists><categories><category name="WEAPONS"/></categories><usageflags><usage name="military"/></usageflags></lists>`)
	w.load(mission.Merge, "cfglimitsdefinitionuser.xml", `<user_lists><valueflags><user name="TIER12"/></valueflags></user_lists>`)
	w.load(mission.Merge, "db/types.xml",
		`<types><type name="A"><category name="weapons"/><usage name="MILITARY"/><usage name="FARM"/><value user="tier12"/></type></types>`)
	a := w.find(record.Types, "A")
	fresh := record.Values{"name": "A"}
	for _, field := range []string{"instance_classname_id", "category_id", "usage_ids", "value_ids"} {
		fresh[field] = a[record.Types.Index(field)]
	}
	if _, err := w.db.Create(w.Context(), record.Types, w.scope, fresh); err != nil {
		t.Fatal(err)
	}
	text := w.file("db/types.xml")
	for _, want := range []string{
		`<category name="weapons"/><usage name="MILITARY"/><usage name="FARM"/><value user="tier12"/>`,
		`<category name="WEAPONS"/>`, `<usage name="military"/>`, `<usage name="Farm"/>`, `<value user="TIER12"/>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	if problem := w.unsettled(); problem != "" {
		t.Error(problem)
	}
}
