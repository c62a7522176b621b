package mission_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// Three files of which the second begins in the middle of a category, and the third in the middle of a trader.
const (
	moreConfig = "profiles/Trader/TraderConfig_More.txt"
	lastConfig = "profiles/Trader/TraderConfig_Last.txt"

	firstText = "<CurrencyName> #tm\n\t<Currency> Rouble,\t1\n\n<Trader> Tools\n\t<Category> Saws\n\t\tHacksaw,\t*,\t8,\t4\n\n<Trader> " +
		"Food\n\t<Category> Fruit\n\t\tApple,\t*,\t10,\t5\n<OpenFile> TraderConfig_More.txt\n"
	moreText = "// more\n\t\tPear,   *, 7,\t-1 // crisp\n\n\t\tPlum,\t*,\t6,\t2\n\t<Category> Drinks\n\t\tCola,\t*,\t3,\t1\n\n<Trader> " +
		"Arms\n\t<Category> Guns\n\t\tAKM,\tW,\t900,\t300\n<OpenFile> TraderConfig_Last.txt\n"
	lastText = "\t<Category> Ammo // rounds\n\t\tMag,\tM,\t9,\t3\n\n<Trader> Cars\n\t<Category> " +
		"Cars\n\t\tHatchback,\tV,\t5000,\t-1\n<FileEnd>\n"
)

var (
	includes = []mission.Upload{
		{Path: traderConfig, Data: []byte(firstText)}, {Path: moreConfig, Data: []byte(moreText)}, {Path: lastConfig, Data: []byte(lastText)},
	}
	includedItems = []string{
		"Tools/Saws/Hacksaw", "Food/Fruit/Apple", "Food/Fruit/Pear", "Food/Fruit/Plum", "Food/Drinks/Cola", "Arms/Guns/AKM", "Arms/Ammo/Mag",
		"Cars/Cars/Hatchback",
	}
)

func newIncludes(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	w.loadAll(mission.Merge, includes...)
	w.holds(includedItems...)
	return w
}

// holds checks what the traders sell, each as trader, category and class.
func (w world) holds(want ...string) {
	w.Helper()
	if diff := cmp.Diff(slices.Sorted(slices.Values(want)), w.traded()); diff != "" {
		w.Errorf("traded (-want +got):\n%s", diff)
	}
}

func (w world) traded() []string {
	w.Helper()
	names := func(r *record.Resource) map[int64]string {
		byID := map[int64]string{}
		for _, row := range w.rows(r) {
			byID[r.ID(row)] = r.TitleOf(row)
		}
		return byID
	}
	sellers, categories := names(record.TraderSellers), names(record.TraderCategories)
	items := []string{}
	for _, row := range w.rows(record.TraderItems) {
		var item record.TraderItem
		record.TraderItems.Decode(row, &item)
		items = append(items, sellers[item.SellerID]+"/"+categories[item.CategoryID]+"/"+item.Name)
	}
	slices.Sort(items)
	return items
}

func (w world) rows(r *record.Resource) []record.Row {
	w.Helper()
	rows, err := w.db.All(w.Context(), r, w.scope, "")
	if err != nil {
		w.Fatal(err)
	}
	return rows
}

func (w world) id(r *record.Resource, name string) int64 {
	w.Helper()
	return r.ID(w.find(r, name))
}

// readAsOne checks that the game reads from the three files what the records say, in the order of the list of traders.
func (w world) readAsOne() {
	w.Helper()
	var text strings.Builder
	for _, place := range []string{traderConfig, moreConfig, lastConfig} {
		before, _, _ := strings.Cut(w.serverFile(place), "<OpenFile>")
		text.WriteString(before)
	}
	if diff := cmp.Diff(tradersIn(text.String()), w.sellers()); diff != "" {
		w.Errorf("the list of traders (-read by the game +listed):\n%s", diff)
	}
	again := newWorld(w.T)
	report := again.load(mission.Merge, traderConfig, text.String())
	if diff := cmp.Diff(w.traded(), again.traded()); diff != "" || len(report.Warnings) > 0 {
		w.Errorf("the game reads (-records +read):\n%s%v in\n%s", diff, report.Warnings, text.String())
	}
}

func TestIncludedLinesBelongToWhatIsOpen(t *testing.T) {
	t.Parallel()
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for _, atOnce := range []bool{true, false} {
			t.Run(fmt.Sprint(order, atOnce), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				uploads := []mission.Upload{includes[order[0]], includes[order[1]], includes[order[2]]}
				if atOnce {
					w.loadAll(mission.Merge, uploads...)
				} else {
					for _, upload := range uploads {
						w.loadAll(mission.Merge, upload)
						w.says(upload.Path, string(upload.Data))
					}
				}
				w.holds(includedItems...)
				for _, mode := range []mission.Mode{mission.Merge, mission.Replace} {
					for _, report := range w.loadAll(mode, uploads...) {
						if got := w.counts(report); got[0]+got[1]+got[3] > 0 || len(report.Warnings) > 0 {
							t.Errorf("%s again: counts %v, warnings %v", report.Path, got, report.Warnings)
						}
					}
				}
				for _, upload := range uploads {
					w.says(upload.Path, string(upload.Data))
				}
			})
		}
	}
}

// A change of a line that continues what another file has begun touches that line alone, and undoing it brings the file back.
func TestChangesOfIncludedLines(t *testing.T) {
	t.Parallel()
	const pear = "\t\tPear,   *, 7,\t-1 // crisp\n"
	type edits map[string][]string // by file: what is replaced by what
	tests := map[string]struct {
		change func(w world)
		want   edits
	}{
		"a price": {
			func(w world) { w.set(record.TraderItems, "Pear", record.Values{"buy": int64(1200)}) }, edits{moreConfig: {"7,\t-1", "12,\t-1"}},
		},
		"a title": {
			func(w world) { w.set(record.TraderCategories, "Ammo", record.Values{"name": "Magazines"}) }, edits{lastConfig: {"Ammo", "Magazines"}},
		},
		"an item goes": {
			func(w world) { w.remove(record.TraderItems, "Pear") },
			edits{moreConfig: {pear, ""}},
		},
		"a category goes": {
			func(w world) { w.remove(record.TraderCategories, "Fruit") },
			edits{traderConfig: {"\t<Category> Fruit\n\t\tApple,\t*,\t10,\t5\n", ""}, moreConfig: {pear, "", "\t\tPlum,\t*,\t6,\t2\n", ""}},
		},
		"a trader goes": {
			func(w world) { w.remove(record.TraderSellers, "Food") },
			edits{
				traderConfig: {"<Trader> Food\n\t<Category> Fruit\n\t\tApple,\t*,\t10,\t5\n", ""},
				moreConfig:   {pear, "", "\t\tPlum,\t*,\t6,\t2\n\t<Category> Drinks\n\t\tCola,\t*,\t3,\t1\n", ""},
			},
		},
		"an item comes": {
			func(w world) {
				w.create(record.TraderItems, record.Values{
					"seller_id": w.id(record.TraderSellers, "Food"), "category_id": w.id(record.TraderCategories, "Fruit"),
					"instance_classname_id": w.id(record.InstanceClassnames, "Mag"),
				})
			},
			edits{traderConfig: {"10,\t5\n", "10,\t5\n\t\tMag,\t*,\t-1,\t-1\n"}},
		},
		"a category comes": {
			func(w world) {
				w.create(record.TraderCategories, record.Values{"seller_id": w.id(record.TraderSellers, "Arms"), "name": "Knives"})
			},
			edits{moreConfig: {"300\n", "300\n\n\t<Category> Knives\n"}},
		},
		"a trader comes": {
			func(w world) { w.create(record.TraderSellers, record.Values{"name": "New"}) },
			edits{moreConfig: {"3,\t1\n", "3,\t1\n\n<Trader> New\n"}},
		},
		"an item moves to an earlier file": {
			func(w world) {
				w.set(record.TraderItems, "Pear", record.Values{
					"seller_id": w.id(record.TraderSellers, "Tools"), "category_id": w.id(record.TraderCategories, "Saws"),
				})
			},
			edits{traderConfig: {"8,\t4\n", "8,\t4\n" + pear}, moreConfig: {pear, ""}},
		},
		"an item moves to a later file": {
			func(w world) {
				w.set(record.TraderItems, "Pear", record.Values{
					"seller_id": w.id(record.TraderSellers, "Cars"), "category_id": w.id(record.TraderCategories, "Cars"),
				})
			},
			edits{moreConfig: {pear, ""}, lastConfig: {"5000,\t-1\n", "5000,\t-1\n" + pear}},
		},
		"a category moves with its items": {
			func(w world) {
				w.set(record.TraderCategories, "Fruit", record.Values{"seller_id": w.id(record.TraderSellers, "Tools")})
			},
			edits{
				traderConfig: {
					"<Trader> Food\n\t<Category> Fruit\n\t\tApple,\t*,\t10,\t5\n",
					"\t<Category> Fruit\n\t\tApple,\t*,\t10,\t5\n" + pear + "\t\tPlum,\t*,\t6,\t2\n<Trader> Food\n",
				},
				moreConfig: {pear, "", "\t\tPlum,\t*,\t6,\t2\n", ""},
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newIncludes(t)
			test.change(w)
			for _, upload := range includes {
				w.says(upload.Path, strings.NewReplacer(test.want[upload.Path]...).Replace(string(upload.Data)))
			}
			w.readAsOne()
			if _, err := w.db.Undo(t.Context(), w.scope, store.Undo{Number: w.revision()}); err != nil {
				t.Fatal(err)
			}
			w.holds(includedItems...)
			for _, upload := range includes {
				w.says(upload.Path, string(upload.Data))
			}
		})
	}
}

// What an import opens before a file is what its first lines belong to, until another import opens something else or nothing.
func TestAnImportOpensSomethingElse(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newIncludes(t)
		w.set(record.TraderItems, "Plum", record.Values{"buy": int64(6600)})
		w.remove(record.TraderItems, "Cola")
		more := strings.NewReplacer("6,\t2", "66,\t2", "\t\tCola,\t*,\t3,\t1\n", "").Replace(moreText)
		others := []string{"Tools/Saws/Hacksaw", "Food/Fruit/Apple", "Arms/Guns/AKM", "Arms/Ammo/Mag", "Cars/Cars/Hatchback"}
		steps := []struct {
			name, text, more string
			mode             mission.Mode
			items            []string
		}{
			{
				"another category", strings.Replace(firstText, "<Open", "\t<Category> Nuts\n<Open", 1), more, mission.Merge,
				[]string{"Food/Nuts/Pear", "Food/Nuts/Plum"},
			},
			{
				"another trader", strings.Replace(firstText, "<Open", "<Trader> Farmer\n\t<Category> Seeds\n<Open", 1), more, mission.Replace,
				[]string{"Farmer/Seeds/Pear", "Farmer/Seeds/Plum"},
			},
			{"as before", firstText, more, mission.Replace, []string{"Food/Fruit/Pear", "Food/Fruit/Plum"}},
			{
				"no category", strings.Replace(firstText, "<Open", "<Trader> Farmer\n<Open", 1), strings.Replace(more, "66,", "6,", 1),
				mission.Replace, nil,
			},
			{"nothing", strings.Replace(firstText, "<OpenFile> TraderConfig_More.txt", "<FileEnd>", 1), moreText, mission.Replace, nil},
			{"as at first", firstText, moreText, mission.Replace, []string{"Food/Fruit/Pear", "Food/Fruit/Plum", "Food/Drinks/Cola"}},
		}
		var revisions []int64
		for _, step := range steps {
			w.loadAll(step.mode, mission.Upload{Path: traderConfig, Data: []byte(step.text)})
			revisions = append(revisions, w.revision())
			t.Log(step.name)
			want := append(slices.Clone(others), step.items...)
			if step.name == "nothing" {
				want = slices.DeleteFunc(want, func(item string) bool { return item == "Arms/Ammo/Mag" })
			}
			w.holds(want...)
			w.says(traderConfig, step.text)
			w.says(moreConfig, step.more)
			w.says(lastConfig, lastText)
		}
		w.differs("as at first", "/"+moreConfig)
		for i, step := range slices.Backward(steps) {
			if _, err := w.db.Revert(t.Context(), w.scope, store.Revert{To: revisions[i]}); err != nil {
				t.Fatal(err)
			}
			w.says(traderConfig, step.text)
			w.says(moreConfig, step.more)
			w.says(lastConfig, lastText)
		}
	})
}

func TestIncludedLinesAreCompared(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newIncludes(t)
		w.set(record.TraderItems, "Pear", record.Values{"buy": int64(1200)})
		w.remove(record.TraderItems, "Cola")
		w.differs("changed", "/"+moreConfig, `changed Pear buy:"7.00">"12.00"`,
			`removed Cola category_id:"Drinks">null name:"Cola">null quantity:-1>null quantity_code:"*">null buy:"3.00">null sell:"1.00">null`)
		w.differs("the same", "/"+traderConfig)
	})
}

// Lines of a file that nothing opens are kept as text, and the report says what is missing.
func TestLinesThatNothingOpens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	report := w.loadAll(mission.Merge, includes[2])[0]
	want := []string{
		`line 1: the category "Ammo" belongs to no trader of this file; it is kept as it is until the file that includes this one is ` +
			`imported, too`,
		`line 2: the item "Mag" belongs to no trader of this file; it is kept as it is until the file that includes this one is imported, too`,
	}
	if diff := cmp.Diff(want, mission.Sentences(report.Warnings)); diff != "" {
		t.Error(diff)
	}
	w.says(lastConfig, lastText)
	w.holds("Cars/Cars/Hatchback")
}

// A part that is merged twice makes its lines once, also where they stand behind lines of the next file.
func TestMergingAPartBeforeAnInclude(t *testing.T) {
	t.Parallel()
	w := newIncludes(t)
	const part = "<Trader> Food\n\t<Category> Nuts\n\t\tNut,\t*,\t1,\t1\n<FileEnd>\n"
	if got := w.counts(w.loadAll(mission.Merge, mission.Upload{Path: traderConfig, Data: []byte(part)})[0]); got[0] != 2 {
		t.Errorf("counts %v", got)
	}
	w.says(traderConfig, firstText)
	w.says(moreConfig, strings.Replace(moreText, "\t<Category> Drinks", "\t<Category> Nuts\n\t\tNut,\t*,\t1,\t1\n\t<Category> Drinks", 1))
	w.readAsOne()
	if got := w.counts(w.loadAll(mission.Merge, mission.Upload{Path: traderConfig, Data: []byte(part)})[0]); got[0] != 0 {
		t.Errorf("again: counts %v", got)
	}
}
