package lint

import (
	"os"
	"slices"
	"testing"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestWhatHasChangedIsCounted, as soon as it is left alone, and nothing twice. Between two looks at all instances only what has changed
// lately is found.
func TestWhatHasChangedIsCounted(t *testing.T) {
	t.Parallel()
	config := storetest.SQLiteConfig(t)
	if os.Getenv("QM_TEST_POSTGRES") != "" {
		config = storetest.PostgresConfig(t)
	}
	now := time.Now().Add(24 * time.Hour)
	config.Clock = func() time.Time { return now }
	db, err := store.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	c := newChecked(t, db)
	old, _ := storetest.Instance(t, db, c.scope.UserID)
	counts := func(step string, want ...store.Scope) {
		t.Helper()
		got, err := c.uncounted(t.Context())
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", step, got, err, want)
		}
		if err := c.CountChanged(t.Context()); err != nil {
			t.Error(err)
		}
	}
	manyTypes(t, c, 2)
	counts("just changed")
	now = now.Add(2 * settled)
	counts("left alone", c.scope, old)
	counts("counted")
	c.loot("Apple", 1, 1)
	now = now.Add(2 * settled)
	counts("changed once more", c.scope)
	checked{c.Service, t, old}.loot("Pear", 1, 1)
	now = now.Add(2 * lately)
	counts("not looked for")
	now = now.Add(lookAtAll)
	counts("looked for", old)
}
