package lint

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/validate"
)

// checked is an instance in a database, with a service to check it.
type checked struct {
	*Service
	t     *testing.T
	scope store.Scope
}

func newChecked(t *testing.T, db *store.DB) checked {
	t.Helper()
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	return checked{New(db), t, scope}
}

func (c checked) create(r *record.Resource, values record.Values) record.Row {
	c.t.Helper()
	row, err := c.db.Create(c.t.Context(), r, c.scope, values)
	if err != nil {
		c.t.Fatal(err)
	}
	return row
}

// loot makes a type.
func (c checked) loot(name string, nominal, least int64) string {
	c.t.Helper()
	class := c.create(record.InstanceClassnames, record.Values{"name": name})
	values := record.Values{"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": nominal, "min": least}
	return record.Types.SID(c.create(record.Types, values))
}

func (c checked) check() []string {
	c.t.Helper()
	found, err := c.Check(c.t.Context(), c.scope)
	if err != nil {
		c.t.Fatal(err)
	}
	return texts(found)
}

func (c checked) finds(want ...string) {
	c.t.Helper()
	if diff := cmp.Diff(want, c.check()); diff != "" {
		c.t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func (c checked) revision() (n int64) {
	c.t.Helper()
	if err := c.db.QueryRow(c.t.Context(), `SELECT revision FROM instances WHERE id = $1`, c.scope.InstanceID).Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n
}

const (
	akmFinding = "AKM: min (10) is above nominal (5). [Lower min to 5.]"
	axeFinding = "Axe: min (9) is above nominal (4). [Lower min to 4.]"
)

func TestFindingsOfAnInstance(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChecked(t, db)
		c.finds()
		sid := c.loot("AKM", 5, 10)
		c.create(record.Messages, record.Values{"text": "Bye", "shutdown": int64(1)})
		c.finds("Bye: The message shuts the server down but does not say when.", akmFinding)
		found, err := c.Check(t.Context(), c.scope)
		if err != nil {
			t.Fatal(err)
		}
		if f := found[1]; f.SID != sid || f.Resource != record.Types || f.Severity != Warning || f.Rule != minOverNominal {
			t.Errorf("%+v", f)
		}
		if _, err := c.db.Update(t.Context(), record.Types, c.scope, sid, record.Values{"enabled": int64(0)}); err != nil {
			t.Fatal(err)
		}
		c.finds("Bye: The message shuts the server down but does not say when.")
	})
}

// TestInstancesOfOthers holds that nobody checks, fixes or configures what is not his.
func TestInstancesOfOthers(t *testing.T) {
	t.Parallel()
	c := newChecked(t, storetest.Open(t))
	c.loot("AKM", 5, 10)
	other := store.Scope{UserID: storetest.User(t, c.db), InstanceID: c.scope.InstanceID}
	choices := []Choice{{Rule: minOverNominal.ID}}
	_, checkErr := c.Check(t.Context(), other)
	_, previewErr := c.Preview(t.Context(), other, choices)
	_, _, fixErr := c.Fix(t.Context(), other, choices)
	_, configureErr := c.Configure(t.Context(), other, LintRulesInput{})
	for name, err := range map[string]error{"check": checkErr, "preview": previewErr, "fix": fixErr, "configure": configureErr} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c.finds(akmFinding)
}

// TestFixIsOneRevision holds that a fix changes what was chosen, as one revision that can be undone, and a preview nothing.
func TestFixIsOneRevision(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChecked(t, db)
		akm := c.loot("AKM", 5, 10)
		c.loot("Axe", 4, 9)
		seller := c.create(record.TraderSellers, record.Values{"name": "Boris"})
		c.create(record.TraderCategories, record.Values{"name": "Empty", "seller_id": record.TraderSellers.ID(seller)})
		before := c.revision()
		choices := []Choice{{Rule: minOverNominal.ID, SID: akm}, {Rule: emptyCategory.ID}}
		want := []record.Difference{
			{Resource: record.Types, SID: akm, Title: "AKM", Before: fields("min", "10"), After: fields("min", "5")},
			{
				Resource: record.TraderCategories, Title: "Empty",
				Before: fields("seller_id", number(float64(record.TraderSellers.ID(seller))), "name", `"Empty"`),
			},
		}
		preview, err := c.Preview(t.Context(), c.scope, choices)
		wantChanges(t, want, preview, err)
		c.finds(akmFinding, axeFinding, "Empty: This category has no items. [Delete the category.]")
		done, number, err := c.Fix(t.Context(), c.scope, choices)
		wantChanges(t, want, done, err)
		c.finds(axeFinding)
		if got := c.revision(); got != before+1 || number != got {
			t.Errorf("revision %d, said to be %d, after %d", got, number, before)
		}
		if _, err := c.db.Revert(t.Context(), c.scope, store.Revert{To: before}); err != nil {
			t.Fatal(err)
		}
		c.finds(akmFinding, axeFinding, "Empty: This category has no items. [Delete the category.]")
	})
}

func fields(pairs ...string) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]] = json.RawMessage(pairs[i+1])
	}
	return all
}

func wantChanges(t *testing.T, want, got []record.Difference, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i].After == nil {
			got[i].SID = "" // nobody needs it
		}
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b *record.Resource) bool { return a == b })); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

// TestFixOfAFile holds that the economy core is made where there is none, and changed where there is one.
func TestFixOfAFile(t *testing.T) {
	t.Parallel()
	c := newChecked(t, storetest.Open(t))
	c.create(record.Events, record.Values{"name": "StaticBoat", "active": int64(0), "source_file": "mods/boats.xml"})
	for i, place := range []string{"mods/boats.xml", "mods/cars.xml"} {
		if i > 0 {
			c.create(record.Events, record.Values{"name": "StaticCar", "active": int64(0), "source_file": place})
		}
		if _, _, err := c.Fix(t.Context(), c.scope, []Choice{{Rule: fileNotLoaded.ID}}); err != nil {
			t.Fatal(err)
		}
		c.finds()
	}
	rows, err := c.db.All(t.Context(), record.Files, c.scope, "")
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d files, %v", len(rows), err)
	}
	content, _ := rows[0][record.Files.Index("content")].(string)
	if !strings.Contains(content, `"boats.xml"`) || !strings.Contains(content, `"cars.xml"`) || strings.Count(content, "<ce ") != 1 {
		t.Error(content)
	}
}

func TestNothingToFix(t *testing.T) {
	t.Parallel()
	c := newChecked(t, storetest.Open(t))
	akm := c.loot("AKM", 5, 10)
	c.create(record.Messages, record.Values{"text": "Bye", "shutdown": int64(1)})
	before := c.revision()
	for name, choice := range map[string]Choice{
		"no such rule": {Rule: "none"}, "no such record": {Rule: minOverNominal.ID, SID: "xxxxxxxxxx"}, "no finding": {Rule: quantityRange.ID},
		"no fix": {Rule: shutdownWithoutDeadline.ID}, "of another rule": {Rule: duplicateBan.ID, SID: akm},
	} {
		var nothing NothingToFix
		_, _, err := c.Fix(t.Context(), c.scope, []Choice{{Rule: minOverNominal.ID, SID: akm}, choice})
		if !errors.As(err, &nothing) || nothing.Choice != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := c.revision(); got != before {
		t.Errorf("revision %d after %d", got, before)
	}
}

func TestConfigure(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChecked(t, db)
		akm := c.loot("AKM", 5, 10)
		if _, err := c.db.Update(t.Context(), record.Types, c.scope, akm, record.Values{"restock": int64(3_601)}); err != nil {
			t.Fatal(err)
		}
		c.configure(`{"restart_interval":3600,"severities":{"min-over-nominal":"error","restock-over-restart":"warning"}}`)
		found, err := c.Check(t.Context(), c.scope)
		if err != nil || len(found) != 2 || found[0].Severity != Error || found[1].Severity != Warning {
			t.Errorf("%+v, %v", found, err)
		}
		c.configure(`{"severities":{"min-over-nominal":"off"}}`)
		c.finds("AKM: restock is 3601 s, longer than the server runs between two restarts. [Lower restock to 3600 s.]")
		settings := c.configure(`{"restart_interval":7200,"severities":{"min-over-nominal":null}}`)
		c.finds(akmFinding)
		if want := (map[string]Severity{"restock-over-restart": Warning}); *settings.Restart != 7200 || !cmp.Equal(settings.Severities, want) {
			t.Errorf("%+v", settings)
		}
		again, err := c.Settings(t.Context(), c.scope)
		if err != nil || *again.Restart != 7200 || !cmp.Equal(again.Severities, settings.Severities) {
			t.Errorf("%+v, %v", again, err)
		}
	})
}

func (c checked) configure(body string) Settings {
	c.t.Helper()
	settings, err := c.change(body)
	if err != nil {
		c.t.Fatal(err)
	}
	return settings
}

func (c checked) change(body string) (Settings, error) {
	in, err := shape.Accept[LintRulesInput](c.t.Context(), jsontree.ParseBody([]byte(body)))
	if err != nil {
		return Settings{}, err
	}
	return c.Configure(c.t.Context(), c.scope, in)
}

func TestConfigureRefuses(t *testing.T) {
	t.Parallel()
	c := newChecked(t, storetest.Open(t))
	for body, want := range map[string]string{
		`{"restart_interval":59}`:                     "The restart interval field must be at least 60.",
		`{"restart_interval":"soon"}`:                 "The restart interval field must be an integer.",
		`{"severities":"off"}`:                        "The severities field must be an array.",
		`{"severities":{"none":"off"}}`:               "There is no rule none.",
		`{"severities":{"min-over-nominal":"grave"}}`: "The selected severities.min-over-nominal is invalid.",
		`{"severities":{"min-over-nominal":1}}`:       "The selected severities.min-over-nominal is invalid.",
	} {
		var problems validate.Errors
		_, err := c.change(body)
		if !errors.As(err, &problems) || problems.First() != want {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
	if n := c.revision(); n != 1 {
		t.Errorf("revision %d", n)
	}
}
