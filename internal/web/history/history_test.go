package history_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestGoBackToARevision(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	kept := b.Add(instance, record.Events, record.Values{"name": "Kept", "nominal": int64(3)})
	gone := b.Add(instance, record.Events, record.Values{"name": "Gone"})
	b.Put(kept+"/edit", kept, url.Values{"nominal": {"9"}}).Status(302)
	b.Delete(gone+"/edit", gone, nil).Status(302)
	b.Add(instance, record.Messages, record.Values{"text": "Hello"})
	b.Get(instance+"/history").Says(`<a href="`+instance+`/history/4">Revision 4</a>`, "Nominal")

	revision := instance + "/history/3"
	b.Get(revision).Says("Revision 3 by Ada", `href="`+revision+`/revert">Go back to this revision</a>`)
	b.Get(revision+"/revert").Says("This reverts 3 later revisions.", "Changed back: 1 event.", "Restored: 1 event.",
		"Deleted, because created since: 1 message.")
	form := webtest.FormOf(t, b, revision+"/revert", "revert")
	b.Send("POST", revision+"/revert?seen=6", form).LeadsTo(instance + "/history/7")
	b.Get(instance+"/history/7").Says("The instance is back at revision 3.", "Undo this revision</a>", `href="`+instance+`/history/6/revert"`,
		"Back to revision 3")
	if b.Stored(instance, record.Events, kept)[record.Events.Index("nominal")] != int64(3) {
		t.Error("the event was not changed back")
	}
	b.Get(gone + "/edit").Status(200)

	b.Get(revision + "/revert").LeadsTo(revision)
	b.Get(revision).Says("Nothing to change")
	b.Submit(revision, instance+"/history/6/revert?seen=7", nil).LeadsTo(instance + "/history/8")
	b.Get(gone + "/edit").Status(404)
}

// TestALargeRevertIsTold in one line, as an import is.
func TestALargeRevertIsTold(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		for _, name := range []string{"A", "B", "C", "D"} {
			b.Add(instance, record.Events, record.Values{"name": name})
		}
		b.Submit(instance+"/history/1/revert", instance+"/history/1/revert?seen=5", nil).Status(302)
		b.Get(instance+"/history").Says(">reverted<", "4 records:", "back to revision 1")
	})
}

// TestARevertIsOnlyWhatWasAskedFor: the question told what would change, so a change in between asks again.
func TestARevertIsOnlyWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		b.Add(instance, record.Events, record.Values{"name": "First"})
		form := webtest.FormOf(t, b, instance+"/history/1/revert", "revert")
		late := b.Add(instance, record.Events, record.Values{"name": "Meanwhile"})
		b.Send("POST", instance+"/history/1/revert?seen=2", form).LeadsTo(instance + "/history/1/revert")
		b.Get(instance+"/history/1/revert").Says("has been changed in the meantime", "Deleted, because created since: 2 events.")
		b.Get(late + "/edit").Status(200)
	})
}

func TestHistoryOfARecord(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		event := b.Add(instance, record.Events, record.Values{"name": "Loot", "nominal": int64(3)})
		b.Put(event+"/edit", event, url.Values{"nominal": {"9"}}).Status(302)
		b.Get(event + "/edit").Says(`href="` + event + `/history">History</a>`)
		b.Get(event+"/history").Says("Nominal", `href="`+event+`/history/2">Go back to this version</a>`).SaysNot(event + "/history/3")
		b.Get(event+"/history/2").Says("Changed back: 1 event.", "Go back to revision 2")
		b.Submit(event+"/history/2", event+"/history/2", nil).LeadsTo(instance + "/history/4")
		b.Get(instance+"/history/4").Says("The event is back at revision 2.", "Events: Loot back to revision 2")

		b.Delete(event+"/edit", event, nil).Status(302)
		b.Get(event+"/history").Says("deleted", `href="`+event+`/history/4">Go back to this version</a>`)
		b.Submit(event+"/history/4", event+"/history/4", nil).LeadsTo(instance + "/history/6")
		b.Get(event + "/edit").Status(200)
		b.Get(event + "/history/5").LeadsTo(event + "/history")
		b.Get(event + "/history").Says("did not exist at that revision")
		b.Get(event + "/history/6").LeadsTo(event + "/history")
		b.Get(event + "/history").Says("Nothing to change")
		for _, path := range []string{"/history/x", "/history/99"} {
			b.Get(event + path).Status(404)
		}
		b.Get(instance + "/events/0000000000/history").Status(404)
	})
}

func TestARecordThatDoesNotFitStays(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	class := b.Add(instance, record.InstanceClassnames, record.Values{"name": "AKM"})
	kind := b.Add(instance, record.Types, record.Values{"instance_classname_id": record.InstanceClassnames.ID(b.Stored(instance,
		record.InstanceClassnames, class))})
	b.Delete(class+"/edit", class, nil).Status(302)
	b.Submit(kind+"/history", kind+"/history/3", nil).LeadsTo(kind + "/history")
	b.Get(kind + "/history").Says("The instance classname that the record refers to is gone.")
	b.Add(instance, record.InstanceClassnames, record.Values{"name": "akm"})
	b.Submit(class+"/history", class+"/history/2", nil).LeadsTo(class + "/history")
	b.Get(class + "/history").Says("Another class name now has this name.")
}

func TestALargeRevisionHasPages(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	err := s.DB.Edit(context.Background(), b.Scope(instance), "import", func(e *store.Edit) error {
		rows := make([]record.Row, 150)
		for i := range rows {
			rows[i] = record.Events.Encode(&record.Event{Name: fmt.Sprintf("Event%03d", i)})
		}
		return e.InsertAll(context.Background(), record.Events, rows)
	})
	if err != nil {
		t.Fatal(err)
	}
	page := instance + "/history/2"
	b.Get(page).Says("Event000", "Event099", "Rows 1 to 100 of 150").SaysNot("Event100")
	b.Get(page+"?page=2").Says("Event100", "Event149", "Rows 101 to 150 of 150").SaysNot("Event099")
	b.Get(page + "?page=3").Says("This page of the revision is empty.")
}

// TestNobodyRevertsForOthers: the history of another account's instance is neither shown nor used.
func TestNobodyRevertsForOthers(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		owner, stranger := s.User("Ada", false), s.User("Bo", false)
		instance := owner.Instance("A")
		event := owner.Add(instance, record.Events, record.Values{"name": "Loot"})
		for _, path := range []string{instance + "/history/1/revert", event + "/history", event + "/history/1"} {
			stranger.Get(path).Status(403)
			if !strings.HasSuffix(path, "/history") {
				stranger.Submit("/instances", path, nil).Status(403)
			}
		}
		owner.Get(event + "/edit").Status(200)
		owner.Send("POST", instance+"/history/1/revert", nil).Status(419)
	})
}

// TestHistoryTellsTheValuesOfADocument: in the history, on the page of a revision and where the file is compared.
func TestHistoryTellsTheValuesOfADocument(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		scope := b.Scope(instance)
		row, err := b.DB.Create(t.Context(), record.MarketCategories, scope, record.Values{
			"name": "Ammo", "document": `{"Items":[{"ClassName":"AKM","MaxPriceThreshold":100}]}`,
		})
		if err != nil {
			t.Fatal(err)
		}
		sid := record.MarketCategories.SID(row)
		_, err = b.DB.Update(t.Context(), record.MarketCategories, scope, sid, record.Values{
			"document": `{"Items":[{"ClassName":"AKM","MaxPriceThreshold":110}]}`,
		})
		if err != nil {
			t.Fatal(err)
		}
		const told = `<span class="label">Items › AKM › MaxPriceThreshold</span>`
		for page, of := range map[string]string{"/history": "market category", "/history/3": "Market categories"} {
			b.Get(instance+page).Says(told, ">100<", ">110<", "expansion/gui/market-categories/"+sid+"/edit", of)
		}
		b.Get(instance+"/diff/profiles/ExpansionMod/Market/Ammo.json").Says("Items", "AKM")
	})
}

// TestAnImportOfManyFilesIsShownAsOne in the history and on the overview, with its way back; each of its revisions is a click away.
func TestAnImportOfManyFilesIsShownAsOne(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		var files []webtest.File
		for _, name := range []string{"Axe", "Bow", "Cap", "Dye", "Egg"} {
			files = append(files, webtest.File{
				Name: "mods/" + name + ".xml", Text: `<types><type name="` + name + `"><nominal>1</nominal></type></types>`,
			})
		}
		b.Import(instance, nil, files...).Status(200)
		b.Add(instance, record.Messages, record.Values{"text": "Hello"})

		const link = `/history/compare?from=1&amp;to=6">revisions 2 to 6</a>`
		b.Get(instance+"/history").Says("15 records:", link, "Hello", "Revision 7",
			`href="`+instance+`/history/6/undo?from=2">Undo all of them`).SaysNot("Revision 4",
			"Dye")
		b.Get(instance).Says(link, "Hello")
		b.Get(instance+"/history?page=1").Says("Revision 4", "Dye", "Revision 7").SaysNot("revisions 2 to 6")
		b.Get(instance+"/history/compare?from=1&to=6").Says("15 records differ", "Egg")

		undo := instance + "/history/6/undo?from=2"
		b.Get(undo).Says("This undoes revisions 2 to 6 and keeps all later changes.", "Undo revisions 2 to 6</button>")
		b.Send("POST", instance+"/history/6/undo?seen=7&from=2", webtest.FormOf(t, b, undo, "undo")).LeadsTo(instance + "/history/8")
		b.Get(instance + "/history/8").Says("Revisions 2 to 6 were undone.")
		b.Get(instance + "/types").Says("No types yet").SaysNot("Axe")
	})
}
