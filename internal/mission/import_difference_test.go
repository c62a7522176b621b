package mission_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// TestImportDifferences compares two imports of files of each sort. What was changed in between does not count.
func TestImportDifferences(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		const (
			event = `<event name="%s"><nominal>%d</nominal><children><child lootmax="0" lootmin="0" max="1" min="1" ` +
				`type="Wolf"/></children></event>`
			trader = "<CurrencyName> #tm_ruble\n<Currency> MoneyRuble1, %d\n<Trader> Food\n<Category> Fruit\nApple, *, %d, 5\n<FileEnd>\n"
			core   = `<economycore><classes/><defaults><default name="save_events_startup" value="%t"/></defaults></economycore>`
		)
		upload := func(n int) []mission.Upload {
			return []mission.Upload{
				{
					Path: missionFolder + "db/events.xml",
					Data: fmt.Appendf(nil, "<events>"+event+event+"</events>", "AnimalWolf", n, fmt.Sprint("Animal", n), 1),
				},
				{Path: missionFolder + "cfgeconomycore.xml", Data: fmt.Appendf(nil, core, n > 1)},
				{Path: "profiles/Trader/TraderConfig.txt", Data: fmt.Appendf(nil, trader, n, n)},
				{Path: "profiles/ExpansionMod/Settings/AirdropSettings.json", Data: fmt.Appendf(nil, `{"m_Version": 7, "Height": %d}`, n)},
				{Path: missionFolder + "cfgweather.xml", Data: fmt.Appendf(nil, `<weather reset="%d"/>`, n-1)},
			}
		}
		w.update(mission.Options{}, upload(1)...)
		w.set(record.Events, "AnimalWolf", record.Values{"nominal": int64(77)})
		reports := w.update(mission.Options{}, upload(2)...)
		files, err := w.service.ImportDifferences(w.Context(), w.scope, reports[0].Revision, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range files {
			if f.First || f.Note != "" {
				t.Errorf("%s: first %t, %s", f.Path, f.First, f.Note)
			}
			for _, d := range f.Records {
				line := fmt.Sprint(d.Change(), " ", d.Resource.Path, " ", d.Title)
				if d.Change() == record.Changed {
					d.Each(func(f *record.Field, old, now json.RawMessage) { line += fmt.Sprintf(" %s %s to %s", f.Name, old, now) })
				}
				got = append(got, line)
			}
		}
		slices.Sort(got)
		want := []string{
			"added events Animal2",
			"changed economy_cores defaults save_events_startup 0 to 1",
			"changed events AnimalWolf nominal 1 to 2",
			`changed expansion/settings airdrop document {"Height":1} to {"Height":2}`,
			`changed trader-currencies MoneyRuble1 value "1.00" to "2.00"`,
			`changed trader-items Apple buy "1.00" to "2.00"`,
			"removed events Animal1",
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
}
