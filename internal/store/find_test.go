package store_test

import (
	"slices"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// TestFindByName finds records of all instances of a user, and of nobody else.
func TestFindByName(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		for _, name := range []string{"AKM", "AK101", "Mag_AKM_30Rnd"} {
			class, err := w.Create(ctx, record.InstanceClassnames, w.Scope, record.Values{"name": name})
			if err == nil {
				_, err = w.Create(ctx, record.Types, w.Scope, record.Values{"instance_classname_id": record.InstanceClassnames.ID(class)})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		w.event(t, "AmbientAkita")
		resources := []*record.Resource{record.Types, record.Events, record.InstanceClassnames, record.Messages}
		find := func(user int64, text string, limit int) (found []string) {
			hits, err := w.FindByName(ctx, user, resources, text, limit)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range hits {
				found = append(found, h.Resource.One+" "+h.Title)
				if h.SID == "" || h.Instance == "" || h.InstanceName == "" {
					t.Errorf("%+v", h)
				}
			}
			slices.Sort(found)
			return found
		}
		for _, test := range []struct {
			text  string
			limit int
			want  []string
		}{
			{"akM", 1, []string{"instance classname AKM", "type AKM"}},
			{"akM", 9, []string{"instance classname AKM", "instance classname Mag_AKM_30Rnd", "type AKM", "type Mag_AKM_30Rnd"}},
			{"akita", 9, []string{"event AmbientAkita"}},
			{"%", 9, nil},
		} {
			if got := find(w.UserID, test.text, test.limit); !slices.Equal(got, test.want) {
				t.Errorf("%s: %v, want %v", test.text, got, test.want)
			}
		}
		for _, name := range []string{"AZoo", "BZoo", "CZoo", "Zoo"} {
			w.classname(t, name)
		}
		if got := find(w.UserID, "zoo", 3); !slices.Contains(got, "instance classname Zoo") {
			t.Errorf("what is called so is not among %v", got)
		}
		if got := find(w.UserID+1, "ak", 9); len(got) > 0 {
			t.Errorf("another user finds %v", got)
		}
		if got := find(store.Scope{}.UserID, "", 9); len(got) > 0 {
			t.Errorf("nobody finds %v", got)
		}
	})
}
