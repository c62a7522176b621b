package layers_test

import (
	"os"
	"path/filepath"
	"testing"

	"quartermaster/internal/layers"
	"quartermaster/internal/mission"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/pack"
	"quartermaster/internal/storetest"
)

const ownPack = `{"slug": "own", "name": "Own", "about": "A mod.", "version": "1.0", "files": [{"name": "door", "title": "Door",
	"about": "A door.", "paths": ["own/*.json"], "schema": {"type": "object", "properties": {
	"Word": {"type": "string", "title": "Word", "description": "What opens it.", "x-mark": "secret"}}}}]}`

// What a pack of this server alone knows as a secret is in no comparison.
func TestComparisonsAskThePacksOfTheServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "own"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "own", "pack.json"), []byte(ownPack), 0o600); err != nil {
		t.Fatal(err)
	}
	own, wrong := pack.BuiltIn().With(dir)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	db := storetest.SQLite(t)
	user := storetest.User(t, db)
	first, _ := storetest.Instance(t, db, user)
	other, _ := storetest.Instance(t, db, user)
	file := []mission.Upload{{Path: "profiles/own/a.json", Data: []byte(`{"Word": "sesame"}`)}}
	if _, err := mission.New(db).Import(t.Context(), other, file, mission.Options{}); err != nil {
		t.Fatal(err)
	}
	for packs, want := range map[*pack.Set]int{pack.BuiltIn(): 1, own: 0} {
		c, err := layers.New(db, ownpacks.New(db, packs)).CompareWith(t.Context(), first, other)
		if err != nil || len(c.Rows) != want {
			t.Errorf("the comparison has %d rows, not %d: %+v, %v", len(c.Rows), want, c.Rows, err)
		}
	}
}
