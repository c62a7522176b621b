package lint

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
)

// worldOf is an instance on a map of 15,360 m with these records, which only rules of this package see.
func worldOf(records ...any) *World {
	w := &World{
		Instance: &record.Instance{Name: "Test"}, MapSize: 15_360, Restart: 14_400, records: map[any]entry{}, Classes: names{}, Confirmed: names{},
	}
	w.add(record.Instances, w.Instance, nil)
	for _, r := range records {
		w.put(r)
	}
	w.readFiles()
	return w
}

// put adds a record to the list of its resource.
func (w *World) put(value any) {
	switch v := value.(type) {
	case *record.Type:
		w.Types = append(w.Types, v)
		w.add(record.Types, v, nil)
	case *record.Event:
		w.Events = append(w.Events, v)
		w.add(record.Events, v, nil)
	case *record.EventSpawn:
		w.EventSpawns = append(w.EventSpawns, v)
		w.add(record.EventSpawns, v, nil)
	case *record.SpawnableType:
		w.SpawnableTypes = append(w.SpawnableTypes, v)
		w.add(record.SpawnableTypes, v, nil)
	case *record.RandomPreset:
		w.RandomPresets = append(w.RandomPresets, v)
		w.add(record.RandomPresets, v, nil)
	case *record.File:
		w.Files = append(w.Files, v)
		w.add(record.Files, v, nil)
	default:
		w.putMore(value)
	}
}

func (w *World) putMore(value any) {
	switch v := value.(type) {
	case *record.TraderSeller:
		w.TraderSellers = append(w.TraderSellers, v)
		w.add(record.TraderSellers, v, nil)
	case *record.TraderCategory:
		w.TraderCategories = append(w.TraderCategories, v)
		w.add(record.TraderCategories, v, nil)
	case *record.TraderItem:
		w.TraderItems = append(w.TraderItems, v)
		w.add(record.TraderItems, v, nil)
	case *record.TraderCurrency:
		w.TraderCurrencies = append(w.TraderCurrencies, v)
		w.add(record.TraderCurrencies, v, nil)
	case *record.InstanceClassname:
		w.OddClasses = append(w.OddClasses, v)
		w.add(record.InstanceClassnames, v, nil)
	case *record.PlayerList:
		w.PlayerLists = append(w.PlayerLists, v)
		w.add(record.PlayerLists, v, nil)
	case *record.PlayerSpawn:
		w.PlayerSpawns = append(w.PlayerSpawns, v)
		w.add(record.PlayerSpawns, v, nil)
	case *record.EffectArea:
		w.EffectAreas = append(w.EffectAreas, v)
		w.add(record.EffectAreas, v, nil)
	case *record.Message:
		w.Messages = append(w.Messages, v)
		w.add(record.Messages, v, nil)
	default:
		panic("not a record of the world")
	}
}

// try runs a rule and compares what it finds with texts of the form "record: message [fix]". Then it carries the fixes out
// that change something and holds that they settle what they are for.
func try(t *testing.T, rule *Rule, w *World, want ...string) []Finding {
	t.Helper()
	found := check(w, []*Rule{rule}, Settings{})
	if diff := cmp.Diff(want, texts(found)); diff != "" {
		t.Errorf("%s finds (-want +got):\n%s", rule.ID, diff)
	}
	for _, f := range found {
		if f.Fix != nil && f.Fix.change != nil {
			f.Fix.change()
		}
	}
	w.readFile(w.CoreFile, []byte(*w.CoreFile.Content)) // a fix may have changed it
	for _, left := range check(w, []*Rule{rule}, Settings{}) {
		if left.Fix != nil && left.Fix.change != nil {
			t.Errorf("the fix has not settled: %s", texts([]Finding{left}))
		}
	}
	return found
}

func texts(found []Finding) (list []string) {
	for _, f := range found {
		text := f.Name + ": " + f.Message
		if f.Fix != nil {
			text += " [" + f.Fix.Summary + "]"
		}
		list = append(list, text)
	}
	return list
}

// TestEveryRuleIsDocumented holds that a rule has an id of its own and a page, and a page a rule.
func TestEveryRuleIsDocumented(t *testing.T) {
	t.Parallel()
	pages, err := docs.ReadDir("docs")
	if err != nil {
		t.Fatal(err)
	}
	var documented, ids []string
	for _, page := range pages {
		documented = append(documented, page.Name())
	}
	for _, rule := range Rules() {
		ids = append(ids, rule.ID+".md")
		if len(rule.Doc()[0]) < 40 || rule.Title == "" || rule.Severity.rank() < 0 {
			t.Errorf("%s is not described", rule.ID)
		}
	}
	slices.Sort(ids)
	if diff := cmp.Diff(documented, ids); diff != "" {
		t.Errorf("pages and rules differ:\n%s", diff)
	}
}
