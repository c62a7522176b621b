package lint

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
)

// worldOf is an instance on a map of 15,360 m with these records, which only rules of this package see.
func worldOf(records ...any) *world {
	w := &world{
		Instance: &record.Instance{Name: "Test"}, MapSize: 15_360, Restart: 14_400, records: map[any]entry{}, Classes: names{},
		Confirmed: names{},
		loot:      loot{Entries: names{}, Twice: names{}, each: func(func(*record.Type)) error { return nil }},
	}
	w.Mod.Settings = map[string]*document{}
	w.add(record.Instances, w.Instance, nil)
	for _, r := range records {
		w.put(r)
	}
	w.readFiles()
	return w
}

// put adds a record to the list of its resource.
func (w *world) put(value any) {
	switch v := value.(type) {
	case *record.Type:
		w.putType(v)
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

func (w *world) putType(t *record.Type) {
	w.add(record.Types, t, nil)
	if w.Entries.has(t.Name) {
		w.Twice.add(t.Name)
	}
	w.Entries.add(t.Name)
	before := w.each
	w.each = func(pass func(*record.Type)) error {
		err := before(pass)
		pass(t)
		return err
	}
}

func (w *world) putMore(value any) {
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
		w.putModFile(value)
	}
}

// kept is a file of the mod that no record stands for.
type kept struct{ path, text string }

func (w *world) putModFile(value any) {
	m := &w.Mod
	switch v := value.(type) {
	case *record.ExpansionSetting:
		w.add(record.ExpansionSettings, v, nil)
		m.Settings[v.Setting] = w.document(v, expansion.Setting(v.Setting), v.Setting, &v.Documented)
	case *record.MarketCategory:
		w.add(record.MarketCategories, v, nil)
		m.Market = append(m.Market, w.document(v, expansion.Category, v.Name, &v.Documented))
	case *record.MarketTrader:
		w.add(record.MarketTraders, v, nil)
		m.Traders = append(m.Traders, w.document(v, expansion.Trader, v.Name, &v.Documented))
	case *record.TraderZone:
		w.add(record.TraderZones, v, nil)
		m.Zones = append(m.Zones, w.document(v, expansion.Zone, v.Name, &v.Documented))
	case *record.AILoadout:
		w.add(record.AILoadouts, v, nil)
		m.Loadouts = append(m.Loadouts, w.document(v, expansion.Loadout, v.Name, &v.Documented))
	case kept:
		f := &record.File{Path: v.path, Kind: "other", ContentID: new(int64)}
		w.add(record.Files, f, nil)
		d := &document{Name: f.Path, Of: keptDocument(f), about: f}
		d.parse(v.text)
		m.Kept = append(m.Kept, d)
	default:
		panic("not a record of the world")
	}
}

// Short hands for files of the mod.
func category(name, items string) *record.MarketCategory {
	return &record.MarketCategory{Name: name, Documented: holding(`{"m_Version":12,"Items":[` + items + `]}`)}
}

func trader(name, members string) *record.MarketTrader {
	return &record.MarketTrader{Name: name, Documented: holding("{" + members + "}")}
}

func zone(name, members string) *record.TraderZone {
	return &record.TraderZone{Name: name, Documented: holding("{" + members + "}")}
}

func loadout(name, members string) *record.AILoadout {
	return &record.AILoadout{Name: name, Documented: holding("{" + members + "}")}
}

func setting(slug, members string) *record.ExpansionSetting {
	return &record.ExpansionSetting{Setting: slug, Documented: holding("{" + members + "}")}
}

func holding(text string) record.Documented { return record.Documented{Document: record.JSON(text)} }

// check returns what rules find.
func check(w *world, rules []*Rule, settings Settings) (found []Finding) {
	_ = w.check(rules, settings, func(f Finding) { found = append(found, f) }) // nothing is read
	for _, f := range found {
		if !f.Rule.hasSentence(f.Says) || f.Fix != nil && !f.Rule.hasSentence(f.Fix.Says) {
			panic("no sentence for " + f.Rule.ID + " " + f.Says.Stored())
		}
	}
	sortFindings(found)
	return found
}

// try runs a rule and compares what it finds with texts of the form "record: message [fix]". Then it carries the fixes out
// that change something and holds that they settle what they are for.
func try(t *testing.T, rule *Rule, w *world, want ...string) []Finding {
	t.Helper()
	found := check(w, []*Rule{rule}, Settings{})
	if diff := cmp.Diff(want, texts(found)); diff != "" {
		t.Errorf("%s finds (-want +got):\n%s", rule.ID, diff)
	}
	for _, f := range found {
		if f.Fix != nil && f.Fix.mend != nil {
			f.Fix.mend()
		}
	}
	w.readFile(w.CoreFile, []byte(*w.CoreFile.Content)) // a fix may have changed it
	for _, left := range check(w, []*Rule{rule}, Settings{}) {
		if left.Fix != nil && left.Fix.mend != nil {
			t.Errorf("the fix has not settled: %s", texts([]Finding{left}))
		}
	}
	return found
}

func texts(found []Finding) (list []string) {
	for _, f := range found {
		text := f.Name + ": " + f.Message()
		if f.Fix != nil {
			text += " [" + f.Fix.Summary() + "]"
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
