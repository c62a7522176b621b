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
		if path == "serverDZ.cfg" || path == "ban.txt" || strings.HasPrefix(path, "profiles/") {
			at = path
		}
		list = append(list, mission.Upload{Path: at, Data: []byte(f[path])})
	}
	return list
}

// plantedIn imports files into a new instance and returns what the lint finds.
func plantedIn(t *testing.T, db *store.DB, user int64, f files) []lint.Finding {
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
		return f.Rule.ID == m.rule && !f.Vanilla && (strings.Contains(f.Name, m.about) || strings.Contains(f.Message(), m.about))
	})
}

// TestPlantedMistakes plants the mistakes into a small mission, together, as far as they leave each other room, and demands their findings.
// With QM_PLANTED=each it plants them one at a time, here and in the game's own mission, which takes a minute.
func TestPlantedMistakes(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	user := storetest.User(t, db)
	if found := plantedIn(t, db, user, smallMission()); len(found) > 0 {
		t.Fatalf("the mission without mistakes: %v", brief(found))
	}
	for _, m := range mistakes {
		if _, ok := smallMission().with(m); !ok {
			t.Errorf("%s: the mistake cannot be planted", m.name)
		}
	}
	findAll(t, db, user, smallMission(), mistakes)
	for name, reason := range unfound {
		t.Run(name, func(t *testing.T) { t.Skip(reason) })
	}
}

// TestPlantedInVanilla does the same with the game's own mission, where with QM_PLANTED=each no mistake is left out.
func TestPlantedInVanilla(t *testing.T) {
	t.Parallel()
	own := files{}
	for _, u := range filesBelow(t, vanillaFolder+"/chernarusplus") {
		own[u.Path] = string(u.Data)
	}
	db := storetest.SQLite(t)
	findAll(t, db, storetest.User(t, db), own, slices.DeleteFunc(slices.Clone(mistakes), mistake.isLeftOut))
}

// isLeftOut reports whether a mistake would want the game's mission for itself, which takes long.
func (m mistake) isLeftOut() bool { return os.Getenv("QM_PLANTED") == "" && m.alone() }

// findAll plants mistakes into a mission, and demands the findings.
func findAll(t *testing.T, db *store.DB, user int64, sound files, list []mistake) {
	t.Helper()
	for _, g := range together(sound, list) {
		found := plantedIn(t, db, user, g.files)
		for _, m := range g.mistakes {
			if !m.isFound(found) {
				t.Errorf("%s: %s about %q is not found; QM_PLANTED=each plants it by itself", m.name, m.rule, m.about)
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

// together spreads mistakes over as few missions as possible, without those for which a mission has no place.
func together(sound files, list []mistake) (groups []*group) {
	for _, m := range list {
		i := slices.IndexFunc(groups, func(g *group) bool { return g.take(m) })
		if i < 0 {
			g := &group{files: sound, taken: map[string]bool{}}
			if g.take(m) {
				groups = append(groups, g)
			}
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
		list = append(list, f.Rule.ID+" "+f.Name+": "+f.Message())
	}
	return list
}
