package store_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// largeCategory is a category of the Expansion market with so many items, in the game's layout. Prices follow no pattern.
func largeCategory(items int) string {
	var b strings.Builder
	b.WriteString("{\n    \"m_Version\": 12,\n    \"DisplayName\": \"Everything\",\n    \"Items\": [\n")
	prices := rand.New(rand.NewPCG(1, 2))
	for i := range items {
		fmt.Fprintf(&b, `        {
            "ClassName": "item_%d",
            "MaxPriceThreshold": %d,
            "MinPriceThreshold": %d,
            "SellPricePercent": -1.0,
            "MaxStockThreshold": %d,
            "Variants": []
        },
`, i, prices.IntN(100_000), prices.IntN(1000), prices.IntN(500))
	}
	return strings.TrimSuffix(b.String(), ",\n") + "\n    ]\n}"
}

// keptBytes is how much the history holds of documents.
func (w world) keptBytes(t testing.TB) int64 {
	t.Helper()
	return w.number(t, `SELECT COALESCE(sum(length(COALESCE(before, '')) + length(COALESCE(after, ''))), 0) FROM changes WHERE resource = $1`,
		record.MarketCategories.Name)
}

// TestHistoryOfLargeDocumentsIsSmall: a change of one price keeps the document twice, in less than a third of its size.
func TestHistoryOfLargeDocumentsIsSmall(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.MarketCategories
		text := largeCategory(1300)
		row := w.create(t, r, record.Values{"name": "Everything", "document": text})
		before := w.keptBytes(t)
		changed := strings.Replace(field(r, row, "document").(string), `"item_700"`, `"another_700"`, 1)
		if _, err := w.Update(t.Context(), r, w.Scope, r.SID(row), record.Values{"document": changed}); err != nil {
			t.Fatal(err)
		}
		grown := w.keptBytes(t) - before
		t.Logf("a small change of %d bytes takes %d bytes", len(text), grown)
		if grown > int64(len(text))/3 {
			t.Errorf("a small change of %d bytes takes %d bytes", len(text), grown)
		}
		_, changes := w.last(t)
		want := store.Change{
			Resource: r.Name, SID: r.SID(row), Title: "Everything",
			Before: `{"document":{"Items[another_700].ClassName":"item_700"}}`, After: `{"document":{"Items[another_700].ClassName":"another_700"}}`,
		}
		if diff := cmp.Diff([]store.Change{want}, changes); diff != "" {
			t.Error(diff)
		}
	})
}

// TestDocumentsComeBackByteForByte changes, deletes and makes again a document of any size and spelling, and goes back to each
// of the revisions, with the record alone and with the whole instance.
func TestDocumentsComeBackByteForByte(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			w := newWorld(t, db)
			r := record.MarketCategories
			row := w.create(t, r, record.Values{"name": "Ammo", "document": `{}`})
			texts := map[int64]string{w.newest(t): field(r, row, "document").(string)}
			for range rapid.IntRange(1, 4).Draw(rt, "changes") {
				row = w.rewrite(t, row, anyDocument.Draw(rt, "document"))
				texts[w.newest(t)] = field(r, row, "document").(string)
			}
			if rapid.Bool().Draw(rt, "gone") {
				w.remove(t, r, row)
			}
			for _, number := range slices.Sorted(maps.Keys(texts)) {
				ask := store.Revert{To: number}
				if rapid.Bool().Draw(rt, "alone") {
					ask.Resource, ask.SID = r, r.SID(row)
				}
				if _, err := w.Revert(t.Context(), w.Scope, ask); err != nil {
					rt.Fatal(err)
				}
				if got := field(r, w.get(t, r, row), "document"); got != texts[number] {
					rt.Fatalf("revision %d has %q, and came back as %q", number, texts[number], got)
				}
			}
		})
	})
}

// persist stores another text, as an import does.
func (w world) rewrite(t testing.TB, row record.Row, text string) record.Row {
	t.Helper()
	changed := append(record.Row{}, row...)
	changed[record.MarketCategories.Index("document")] = text
	w.edit(t, func(e *store.Edit) error {
		return e.UpdateAll(t.Context(), record.MarketCategories, []record.Row{row}, []record.Row{changed})
	})
	return changed
}

// anyDocument draws documents with blanks around them, of up to some 40 KB.
var anyDocument = rapid.Custom(func(t *rapid.T) string {
	blanks := rapid.StringMatching(`[ \t\r\n]{0,3}`)
	text := rapid.StringMatching(`[a-zé/\]]{0,9}`).Draw(t, "text")
	many := rapid.SampledFrom([]int{0, 1, 100, 2000}).Draw(t, "size")
	return blanks.Draw(t, "before") + `{` + blanks.Draw(t, "inside") + `"Name":"` + strings.Repeat(text+"0123456789", many) + `","N":1.50}` +
		blanks.Draw(t, "behind")
})
