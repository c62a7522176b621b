package store_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/store"
)

func TestReferences(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		other := newWorld(t, w.DB)
		mine, theirs := w.classname(t, "Ärmel"), other.classname(t, "AKM")
		refs := store.References{DB: w.DB, Scope: w.Scope}
		ids := []string{fmt.Sprint(mine), fmt.Sprint(theirs), "0", "-1", "9223372036854775807", "99999999999999999999", "x", ""}
		for range 3_000 {
			ids = append(ids, "77777")
		}
		missing, err := refs.Missing(t.Context(), "instance_classnames", ids)
		want := map[string]bool{}
		for _, id := range ids[1:] {
			want[id] = true
		}
		if diff := cmp.Diff(want, missing); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if missing, err := refs.Missing(t.Context(), "type_usages", []string{"1", "2"}); err != nil || len(missing) != 0 {
			t.Errorf("built-in rows are missing: %v, %v", missing, err)
		}
		for name, want := range map[string]bool{"Ärmel": true, "ÄRMEL": true, "ärmel": true, "Armel": false, "AKM": false, "": false} {
			if taken, err := refs.Taken(t.Context(), "instance_classnames.name", name); err != nil || taken != want {
				t.Errorf("%q is taken: %v, %v, want %v", name, taken, err, want)
			}
		}
		refs.Except = mine
		if taken, err := refs.Taken(t.Context(), "instance_classnames.name", "ärmel"); err != nil || taken {
			t.Errorf("a record takes its own name: %v, %v", taken, err)
		}
	})
}
