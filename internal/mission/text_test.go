package mission_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/charset"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

func (w world) text(path string) mission.Text {
	w.Helper()
	t, err := w.service.Text(context.Background(), w.scope, path)
	if err != nil {
		w.Fatalf("%s: %v", path, err)
	}
	return t
}

func (w world) saveText(path, text string) {
	w.Helper()
	if _, err := w.service.SaveText(context.Background(), w.scope, mission.TextEdit{Path: path, Text: text}); err != nil {
		w.Fatalf("%s: %v", path, err)
	}
}

// A text is edited in the encoding of its file, also where a few words of it would be taken for another one.
func TestTextsInTheirEncodings(t *testing.T) {
	t.Parallel()
	const cyrillic = `<?xml version="1.0" encoding="windows-1251"?>` +
		"\r\n<types>\r\n<!-- Тест -->\r\n<type name=\"A\"><nominal>1</nominal></type></types>"
	for _, test := range []struct {
		path, text string
		encoding   charset.Encoding
	}{
		{missionFolder + "db/types.xml", cyrillic, charset.Windows1251},
		{missionFolder + "db/types.xml", "\ufeff" + typesFile("A 1"), charset.UTF16LE},
		{"profiles/notes.txt", "Größe\r\nund mehr", charset.Windows1252},
		{"serverDZ.cfg", "hostname = \"Сервер для всех\"; // тест\n", charset.Windows1251},
		{missionFolder + "init.c", "// Жуков \U0010E0FF!\nvoid main() {}\n", charset.Mixed},
		{"profiles/own.json", "{\"a\": \"ä\"}\n", "iso-8859-1"},
	} {
		w := newWorld(t)
		data, err := charset.Encode([]byte(test.text), test.encoding, charset.Plain)
		if err != nil {
			t.Fatal(err)
		}
		if test.encoding == "iso-8859-1" { // which nothing in the file says
			_, err = w.service.SaveText(t.Context(), w.scope, mission.TextEdit{Path: test.path, Text: test.text, Encoding: new(test.encoding)})
		} else {
			_, err = w.service.Import(t.Context(), w.scope, []mission.Upload{{Path: test.path, Data: data}}, mission.Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		got := w.text(test.path)
		if got.Text != test.text || got.Encoding != test.encoding && test.encoding != "iso-8859-1" {
			t.Errorf("%s: read %q as %s, want %q", test.path, got.Text, got.Encoding.Name(), test.text)
		}
		was := w.revision()
		w.saveText(test.path, got.Text)
		if now := w.serverFile(test.path); now != string(data) || w.revision() != was {
			t.Errorf("%s: saved %q, want %q", test.path, now, data)
		}
		shorter := strings.NewReplacer("для всех", "", "тест", "").Replace(test.text) + "\n"
		w.saveText(test.path, shorter)
		want, _ := charset.Encode([]byte(shorter), test.encoding, charset.Plain)
		if now := w.serverFile(test.path); now != string(want) || w.text(test.path).Text != shorter {
			t.Errorf("%s: changed to %q, want %q", test.path, now, want)
		}
	}
}

func TestProblemsOfTexts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "db/types.xml", typesFile("A 1"))
	for _, test := range []struct {
		path, text string
		want       []mission.Problem
	}{
		{missionFolder + "db/types.xml", typesFile("B 2"), nil},
		{missionFolder + "db/types.xml", "<types>\n<type name=\"A\">\n</types>", []mission.Problem{{Line: 3, IsError: true}}},
		{missionFolder + "db/types.xml", "<types>\n<type name=\"A\"><nominal>x</nominal></type>\n</types>", []mission.Problem{{Line: 2}}},
		{missionFolder + "cfggameplay.json", "{\n  \"a\": 1,\n}", []mission.Problem{{Line: 3, Column: 1, IsError: true}}},
		{missionFolder + "db/types.xml", "<events></events>", []mission.Problem{{Line: 1, IsError: true}}},
		{"profiles/anything.txt", "<<<", nil},
		{"serverDZ.cfg", "password = \"secret\"\nmaxPlayers = 5;\n", []mission.Problem{{Line: 1, Column: 20, IsError: true}}},
		{"serverDZ.cfg", "password = \"a\"secret=1;\n", []mission.Problem{{Line: 1, Column: 15, IsError: true}}},
		{"battleye/BEServer_x64.cfg", "RConPort 2305\nRConPassword = secret\n", []mission.Problem{{Line: 2, Column: 14, IsError: true}}},
		{"profiles/serverDZ.cfg", "any = ", nil},
	} {
		checked, err := w.service.CheckText(t.Context(), w.scope, mission.TextEdit{Path: test.path, Text: test.text})
		if err != nil {
			t.Fatal(err)
		}
		var got []mission.Problem
		for _, p := range checked.Problems {
			if p.Message == "" || strings.Contains(p.Message, "secret") {
				t.Errorf("%q: %+v", test.text, p)
			}
			p.Message = ""
			got = append(got, p)
		}
		if diff := cmp.Diff(test.want, got); diff != "" || checked.Broken != (len(test.want) > 0 && test.want[0].IsError) {
			t.Errorf("%q: %v, %s", test.text, checked.Broken, diff)
		}
		w.saveText(test.path, test.text)
		if stored := w.text(test.path); cmp.Diff(checked, stored) != "" {
			t.Errorf("%q: checked, and stored: %s", test.text, cmp.Diff(checked, stored))
		}
	}
	if _, err := w.service.SaveText(t.Context(), w.scope, mission.TextEdit{
		Path: "a.txt", Text: "a\x00",
	}); !errors.Is(err, mission.ErrNotText) {
		t.Error(err)
	}
	w.load(mission.Merge, "areaflags.map", "\x00\x01")
	if _, err := w.service.Text(t.Context(), w.scope, missionFolder+"areaflags.map"); !errors.Is(err, mission.ErrNotText) {
		t.Error(err)
	}
}

func unchecked(context.Context, *mission.File) error { return nil }

// TestFilesOfAllKindsAreDeletedAndRenamed also takes each step back.
func TestFilesOfAllKindsAreDeletedAndRenamed(t *testing.T) {
	t.Parallel()
	for _, f := range everyKind() {
		t.Run(f.Path, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.loadAll(mission.Merge, f)
			text, names, was, core := w.serverFile(f.Path), w.allNames(), w.revision(), strings.HasSuffix(f.Path, "economycore.xml")

			const to = "profiles/elsewhere/Renamed.txt"
			report, err := w.service.RenameFile(t.Context(), w.scope, f.Path, to, unchecked)
			switch {
			case core && errors.Is(err, mission.ErrAlwaysWritten):
			case err != nil || report.Path != to || w.serverFile(to) != text || report.Revision != was+1 || w.row(f.Path).Path != "":
				t.Fatalf("renamed: %v, %+v, %+v", err, report, w.row(f.Path))
			}
			w.revertTo(was)
			if got := w.serverFile(f.Path); got != text || cmp.Diff(names, w.allNames()) != "" {
				t.Errorf("renamed and back: %s, %s", cmp.Diff(text, got), cmp.Diff(names, w.allNames()))
			}
			err = w.service.DeleteFile(t.Context(), w.scope, f.Path, unchecked)
			switch {
			case core && errors.Is(err, mission.ErrAlwaysWritten):
			case err != nil || w.row(f.Path).Path != "":
				t.Fatalf("deleted: %v, %+v", err, w.row(f.Path))
			}
			w.revertTo(was)
			if got := w.serverFile(f.Path); got != text {
				t.Errorf("deleted and back: %s", cmp.Diff(text, got))
			}
		})
	}
}

func (w world) revertTo(revision int64) {
	w.Helper()
	if revision == w.revision() {
		return
	}
	if _, err := w.db.Revert(w.Context(), w.scope, store.Revert{To: revision}); err != nil {
		w.Fatal(err)
	}
}

func TestRecordsOfARenamedFileStay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "mod/types.xml", typesFile("A 1"))
	w.loadAll(mission.Merge, mission.Upload{Path: "profiles/ExpansionMod/Market/Ammo.json", Data: []byte(`{"m_Version":12,"Items":[]}`)})
	names := w.names(record.Types)
	for from, to := range map[string]string{
		missionFolder + "mod/types.xml":          missionFolder + "mod/Types_new.xml",
		"profiles/ExpansionMod/Market/Ammo.json": "profiles/ExpansionMod/Market/Rounds.json",
	} {
		text := w.serverFile(from)
		if _, err := w.service.RenameFile(t.Context(), w.scope, from, to, unchecked); err != nil || w.serverFile(to) != text {
			t.Errorf("%s: %v", from, err)
		}
	}
	if diff := cmp.Diff(names, w.names(record.Types)); diff != "" {
		t.Error(diff)
	}
	w.find(record.MarketCategories, "Rounds")
	_, err := w.service.RenameFile(t.Context(), w.scope, missionFolder+"mod/Types_new.xml", "profiles/ExpansionMod/Market/ROUNDS.json",
		unchecked)
	if !errors.Is(err, mission.ErrPathTaken) {
		t.Error(err)
	}
	if _, err := w.service.RenameFile(t.Context(), w.scope, "no.txt", "any.txt", unchecked); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	report, err := w.service.RenameFile(t.Context(), w.scope, missionFolder+"mod/Types_new.xml", "a/../b.xml", unchecked)
	if err != nil || report.Status != mission.Failed {
		t.Errorf("%v, %+v", err, report)
	}
}
