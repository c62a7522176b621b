package mission_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// TestAnyEditsOfIncludes changes lines at random: the game always reads from the files what the records say.
func TestAnyEditsOfIncludes(t *testing.T) {
	t.Parallel()
	w, random := newIncludes(t), rand.New(rand.NewPCG(1, 13))
	pick := func(r *record.Resource) record.Row {
		rows := w.rows(r)
		return rows[random.IntN(len(rows))]
	}
	update := func(r *record.Resource, values record.Values) {
		if _, err := w.db.Update(t.Context(), r, w.scope, r.SID(pick(r)), values); err != nil {
			t.Fatal(err)
		}
	}
	category := func() record.TraderCategory {
		var c record.TraderCategory
		record.TraderCategories.Decode(pick(record.TraderCategories), &c)
		return c
	}
	class, imported := w.id(record.InstanceClassnames, "Apple"), w.revision()
	edits := []func(n int){
		func(n int) { w.create(record.TraderSellers, record.Values{"name": fmt.Sprint("Trader ", n)}) },
		func(n int) {
			w.create(record.TraderCategories, record.Values{
				"seller_id": record.TraderSellers.ID(pick(record.TraderSellers)), "name": fmt.Sprint("Category ", n),
			})
		},
		func(int) {
			c := category()
			w.create(record.TraderItems, record.Values{"seller_id": c.SellerID, "category_id": c.ID, "instance_classname_id": class})
		},
		func(int) {
			c := category()
			update(record.TraderItems, record.Values{"seller_id": c.SellerID, "category_id": c.ID})
		},
		func(int) {
			update(record.TraderCategories, record.Values{"seller_id": record.TraderSellers.ID(pick(record.TraderSellers))})
		},
		func(int) { update(record.TraderItems, record.Values{"sell": int64(random.IntN(90) * 100)}) },
		func(int) {
			if w.revision() == imported {
				return
			}
			if _, err := w.db.Undo(t.Context(), w.scope, store.Undo{Number: w.revision()}); err != nil {
				t.Fatal(err)
			}
		},
	}
	for n := range 60 {
		edits[random.IntN(len(edits))](n)
		w.readAsOne()
		if t.Failed() {
			t.Fatalf("after %d edits", n)
		}
	}
	want, server := w.traded(), []mission.Upload{}
	for _, place := range []string{moreConfig, lastConfig, traderConfig} {
		server = append(server, mission.Upload{Path: place, Data: []byte(w.serverFile(place))})
	}
	for range 2 {
		w.loadAll(mission.Replace, server...)
		w.holds(want...)
		for _, upload := range server {
			w.says(upload.Path, string(upload.Data))
		}
	}
}

// A genuine file that is cut anywhere comes back byte for byte, with the records of the whole.
func TestAGenuineTraderInSeveralFiles(t *testing.T) {
	t.Parallel()
	text := string(genuine(t, "trader/helkhiana/Trader/TraderConfig_Vehicles.txt"))
	body, _, found := strings.Cut(text, "<OpenFile>")
	if !found {
		t.Fatal("the file opens no other one")
	}
	whole := newWorld(t)
	whole.loadAll(mission.Merge, mission.Upload{Path: traderConfig, Data: []byte(body + "<FileEnd>\n")})
	want, lines := whole.traded(), strings.SplitAfter(body, "\n")
	for _, cuts := range [][2]int{{9, 15}, {6, 7}, {3, len(lines) / 2}, {len(lines) / 3, len(lines) - 2}} {
		w := newWorld(t)
		server := []mission.Upload{
			{Path: lastConfig, Data: []byte(strings.Join(lines[cuts[1]:], "") + "<FileEnd>\n")},
			{Path: traderConfig, Data: []byte(strings.Join(lines[:cuts[0]], "") + "<OpenFile> traderconfig_more.txt\r\n")},
			{Path: moreConfig, Data: []byte(strings.Join(lines[cuts[0]:cuts[1]], "") + "<OpenFile> TraderConfig_Last.txt\r\n")},
		}
		for _, upload := range server {
			w.loadAll(mission.Merge, upload)
		}
		w.holds(want...)
		for _, upload := range server {
			w.says(upload.Path, string(upload.Data))
		}
	}
}
