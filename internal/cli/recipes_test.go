package cli

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

func TestRecipeRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command(t, "user", "add", "--data", dir, "--email", "o@example.org", "--name", "O", "--password", "correct-horse")
	add := func() string {
		return strings.TrimSpace(command(t, "instance", "add", "--data", dir, "--email", "o@example.org", "--name", "S", "--map", "enoch"))
	}
	sid, other := add(), add()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(dataFlags{Data: dir}.with(t.Context(), func(db *store.DB) error {
		for _, instance := range []string{sid, other} {
			scope, err := instanceScope(t.Context(), db, instance)
			check(err)
			_, err = db.Create(t.Context(), record.Messages, scope, record.Values{"text": "Hello", "repeat": int64(10)})
			check(err)
			const steps = `[{"resource":"messages","q":"hello","operations":[{"op":"divide","field":"repeat","value":4}]}]`
			if instance == sid {
				_, err = db.Create(t.Context(), record.Recipes, scope, record.Values{"name": "Often", "steps": steps})
				check(err)
			}
		}
		return nil
	}))
	if got := command(t, "recipe", "list", "--data", dir, "--instance", sid); !strings.HasSuffix(got, "  Often") {
		t.Errorf("the recipes are %q", got)
	}
	if got := command(t, "recipe", "list", "--data", dir, "--instance", sid, "--built-in"); !strings.HasPrefix(got, "more-loot  More loot\n") {
		t.Errorf("the built-in recipes are %q", got)
	}
	if got := command(t, "recipe", "run", "--data", dir, "--instance", sid, "--recipe", "more loot", "--recipe", "often", "--factor", "2",
		"--dry-run"); got != "would change: 0 changed, 0 unchanged, 0 clamped\nmessage Hello: repeat 10 to 3\nwould change: 1 changed, 0 "+
		"unchanged, 0 clamped" {
		t.Errorf("a sequence: %q", got)
	}
	for _, tt := range []struct {
		flags []string
		want  string
	}{
		{[]string{"--dry-run"}, "message Hello: repeat 10 to 3\nwould change: 1 changed, 0 unchanged, 0 clamped"},
		{[]string{"--on", other}, "message Hello: repeat 10 to 3\nrevision 3: 1 changed, 0 unchanged, 0 clamped"},
		{nil, "message Hello: repeat 10 to 3\nrevision 4: 1 changed, 0 unchanged, 0 clamped"},
	} {
		args := append([]string{"recipe", "run", "--data", dir, "--instance", sid, "--recipe", "often"}, tt.flags...)
		if got := command(t, args...); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.flags, got, tt.want)
		}
	}
}
