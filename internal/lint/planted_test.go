package lint_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// files are the texts of a mission by their paths.
type files map[string]string

// find returns the spelling of a path in the mission, which is the path itself where there is no such file.
func (f files) find(path string) string {
	for there := range f {
		if strings.EqualFold(there, path) {
			return there
		}
	}
	return path
}

// with returns the files with a mistake in them; false if there is no room for it.
func (f files) with(m mistake) (files, bool) {
	changed := maps.Clone(f)
	for _, c := range m.plant {
		at := changed.find(c.file)
		text := changed[at]
		anchor := c.old
		if anchor == "" {
			anchor = c.anchor
		}
		i := strings.LastIndex(text, anchor)
		switch {
		case anchor == "":
			changed[at] = c.text
		case i < 0:
			return nil, false
		case c.old != "":
			changed[at] = strings.Replace(text, c.old, c.text, 1)
		default:
			changed[at] = text[:i] + c.text + text[i:]
		}
	}
	return changed, true
}

// uploads returns what is uploaded of the files, in an order that does not change.
func (f files) uploads() (list []mission.Upload) {
	for _, path := range slices.Sorted(maps.Keys(f)) {
		at := "mpmissions/dayzOffline.chernarusplus/" + path
		if path == "serverDZ.cfg" || path == "ban.txt" {
			at = path
		}
		list = append(list, mission.Upload{Path: at, Data: []byte(f[path])})
	}
	return list
}

// planted imports files into a new instance and returns what the lint finds.
func planted(t *testing.T, db *store.DB, user int64, f files) []lint.Finding {
	t.Helper()
	row, err := db.CreateInstance(t.Context(), user, record.Values{"name": "Planted", "map_id": int64(1)})
	if err != nil {
		t.Fatal(err)
	}
	scope := store.Scope{UserID: user, InstanceID: record.Instances.ID(row)}
	if _, err := mission.New(db).Import(t.Context(), scope, f.uploads(), mission.Options{}); err != nil {
		t.Fatal(err)
	}
	found, err := lint.New(db).Check(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// isFound reports whether a mistake has led to its finding, and not to one that is folded away.
func (m mistake) isFound(found []lint.Finding) bool {
	return slices.ContainsFunc(found, func(f lint.Finding) bool {
		return f.Rule.ID == m.rule && !f.Vanilla && (strings.Contains(f.Name, m.about) || strings.Contains(f.Message, m.about))
	})
}

// TestPlantedMistakes plants each mistake by itself into a small mission, and demands its finding.
func TestPlantedMistakes(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	user := storetest.User(t, db)
	if found := planted(t, db, user, smallMission()); len(found) > 0 {
		t.Fatalf("the mission without mistakes: %v", brief(found))
	}
	for _, m := range mistakes {
		t.Run(m.name, func(t *testing.T) {
			changed, ok := smallMission().with(m)
			if !ok {
				t.Fatal("the mistake cannot be planted")
			}
			if found := planted(t, db, user, changed); !m.isFound(found) {
				t.Errorf("%s about %q is not found, but %v", m.rule, m.about, brief(found))
			}
		})
	}
	for name, reason := range unfound {
		t.Run(name, func(t *testing.T) { t.Skip(reason) })
	}
}

// TestPlantedInVanilla plants the mistakes into the game's own mission: together, as far as they leave each other room. With
// QM_PLANTED=each it plants them one at a time, which takes a minute.
func TestPlantedInVanilla(t *testing.T) {
	t.Parallel()
	genuine := files{}
	for _, u := range filesBelow(t, vanillaFolder+"/chernarusplus") {
		genuine[u.Path] = string(u.Data)
	}
	db := storetest.SQLite(t)
	user := storetest.User(t, db)
	for _, g := range together(genuine) {
		found := planted(t, db, user, g.files)
		for _, m := range g.mistakes {
			if !m.isFound(found) {
				t.Errorf("%s: %s about %q is not found", m.name, m.rule, m.about)
			}
		}
	}
}

// group is a mission with several mistakes in it.
type group struct {
	files    files
	mistakes []mistake
	taken    map[string]bool // files that a mistake has for itself
}

// together spreads the mistakes over as few missions as possible.
func together(genuine files) (groups []*group) {
	for _, m := range mistakes {
		i := slices.IndexFunc(groups, func(g *group) bool { return g.take(m) })
		if i < 0 {
			groups = append(groups, &group{files: genuine, taken: map[string]bool{}})
			groups[len(groups)-1].take(m)
		}
	}
	return groups
}

// take plants a mistake; false if there is no room for it.
func (g *group) take(m mistake) bool {
	changed, ok := g.files.with(m)
	if !ok || len(g.mistakes) > 0 && (os.Getenv("QM_PLANTED") == "each" || g.mistakes[0].alone() != m.alone()) {
		return false
	}
	for _, c := range m.plant {
		if m.alone() && g.taken[strings.ToLower(c.file)] {
			return false
		}
	}
	for _, c := range m.plant {
		g.taken[strings.ToLower(c.file)] = true
	}
	g.files, g.mistakes = changed, append(g.mistakes, m)
	return true
}

func brief(found []lint.Finding) (list []string) {
	for _, f := range found {
		list = append(list, f.Rule.ID+" "+f.Name+": "+f.Message)
	}
	return list
}
