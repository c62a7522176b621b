package web

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

func TestGoBackToARevision(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	kept := b.add(instance, record.Events, record.Values{"name": "Kept", "nominal": int64(3)})
	gone := b.add(instance, record.Events, record.Values{"name": "Gone"})
	b.put(kept+"/edit", kept, url.Values{"nominal": {"9"}}).status(302)
	b.delete(gone+"/edit", gone, nil).status(302)
	b.add(instance, record.Messages, record.Values{"text": "Hello"})
	b.get(instance+"/history").says(`<a href="`+instance+`/history/4">Revision 4</a>`, "Nominal")

	revision := instance + "/history/3"
	b.get(revision).says("Revision 3 by Ada", `href="`+revision+`/revert">Go back to this revision</a>`)
	b.get(revision+"/revert").says("This reverts 3 later revisions.", "Changed back: 1 event.", "Restored: 1 event.", "Deleted, because created since: 1 message.")
	form := formOf(t, b, revision+"/revert", "revert")
	b.send("POST", revision+"/revert?seen=6", form).leadsTo(instance + "/history/7")
	b.get(instance+"/history/7").says("The instance is back at revision 3.", "Undo this revision</a>", `href="`+instance+`/history/6/revert"`, "Back to revision 3")
	if b.stored(instance, record.Events, kept)[record.Events.Index("nominal")] != int64(3) {
		t.Error("the event was not changed back")
	}
	b.get(gone + "/edit").status(200)

	b.get(revision + "/revert").leadsTo(revision)
	b.get(revision).says("Nothing to change")
	b.submit(revision, instance+"/history/6/revert?seen=7", nil).leadsTo(instance + "/history/8")
	b.get(gone + "/edit").status(404)
}

// TestALargeRevertIsTold in one line, as an import is.
func TestALargeRevertIsTold(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	for _, name := range []string{"A", "B", "C", "D"} {
		b.add(instance, record.Events, record.Values{"name": name})
	}
	b.submit(instance+"/history/1/revert", instance+"/history/1/revert?seen=5", nil).status(302)
	b.get(instance+"/history").says(">reverted<", "4 records:", "back to revision 1")
}

// TestARevertIsOnlyWhatWasAskedFor: the question told what would change, so a change in between asks again.
func TestARevertIsOnlyWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.add(instance, record.Events, record.Values{"name": "First"})
	form := formOf(t, b, instance+"/history/1/revert", "revert")
	late := b.add(instance, record.Events, record.Values{"name": "Meanwhile"})
	b.send("POST", instance+"/history/1/revert?seen=2", form).leadsTo(instance + "/history/1/revert")
	b.get(instance+"/history/1/revert").says("has been changed in the meantime", "Deleted, because created since: 2 events.")
	b.get(late + "/edit").status(200)
}

func TestHistoryOfARecord(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	event := b.add(instance, record.Events, record.Values{"name": "Loot", "nominal": int64(3)})
	b.put(event+"/edit", event, url.Values{"nominal": {"9"}}).status(302)
	b.get(event + "/edit").says(`href="` + event + `/history">History</a>`)
	b.get(event+"/history").says("Nominal", `href="`+event+`/history/2">Go back to this version</a>`).saysNot(event + "/history/3")
	b.get(event+"/history/2").says("Changed back: 1 event.", "Go back to revision 2")
	b.submit(event+"/history/2", event+"/history/2", nil).leadsTo(instance + "/history/4")
	b.get(instance+"/history/4").says("The event is back at revision 2.", "Events: Loot back to revision 2")

	b.delete(event+"/edit", event, nil).status(302)
	b.get(event+"/history").says("deleted", `href="`+event+`/history/4">Go back to this version</a>`)
	b.submit(event+"/history/4", event+"/history/4", nil).leadsTo(instance + "/history/6")
	b.get(event + "/edit").status(200)
	b.get(event + "/history/5").leadsTo(event + "/history")
	b.get(event + "/history").says("did not exist at that revision")
	b.get(event + "/history/6").leadsTo(event + "/history")
	b.get(event + "/history").says("Nothing to change")
	for _, path := range []string{"/history/x", "/history/99"} {
		b.get(event + path).status(404)
	}
	b.get(instance + "/events/0000000000/history").status(404)
}

func TestARecordThatDoesNotFitStays(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	class := b.add(instance, record.InstanceClassnames, record.Values{"name": "AKM"})
	kind := b.add(instance, record.Types, record.Values{"instance_classname_id": record.InstanceClassnames.ID(b.stored(instance, record.InstanceClassnames, class))})
	b.delete(class+"/edit", class, nil).status(302)
	b.submit(kind+"/history", kind+"/history/3", nil).leadsTo(kind + "/history")
	b.get(kind + "/history").says("The instance classname that the record refers to is gone.")
	b.add(instance, record.InstanceClassnames, record.Values{"name": "akm"})
	b.submit(class+"/history", class+"/history/2", nil).leadsTo(class + "/history")
	b.get(class + "/history").says("Another class name now has this name.")
}

func TestALargeRevisionHasPages(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	err := s.db.Edit(context.Background(), b.scope(instance), "import", func(e *store.Edit) error {
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
	b.get(page).says("Event000", "Event099", "Rows 1 to 100 of 150").saysNot("Event100")
	b.get(page+"?page=2").says("Event100", "Event149", "Rows 101 to 150 of 150").saysNot("Event099")
	b.get(page + "?page=3").says("This page of the revision is empty.")
}

// TestNobodyRevertsForOthers: the history of another account's instance is neither shown nor used.
func TestNobodyRevertsForOthers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	owner, stranger := s.user("Ada", false), s.user("Bo", false)
	instance := owner.instance("A")
	event := owner.add(instance, record.Events, record.Values{"name": "Loot"})
	for _, path := range []string{instance + "/history/1/revert", event + "/history", event + "/history/1"} {
		stranger.get(path).status(403)
		if !strings.HasSuffix(path, "/history") {
			stranger.submit("/instances", path, nil).status(403)
		}
	}
	owner.get(event + "/edit").status(200)
	owner.send("POST", instance+"/history/1/revert", nil).status(419)
}

// TestHistoryTellsTheValuesOfADocument: in the history, on the page of a revision and where the file is compared.
func TestHistoryTellsTheValuesOfADocument(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	scope := b.scope(instance)
	row, err := b.db.Create(t.Context(), record.MarketCategories, scope, record.Values{
		"name": "Ammo", "document": `{"Items":[{"ClassName":"AKM","MaxPriceThreshold":100}]}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	sid := record.MarketCategories.SID(row)
	_, err = b.db.Update(t.Context(), record.MarketCategories, scope, sid, record.Values{"document": `{"Items":[{"ClassName":"AKM","MaxPriceThreshold":110}]}`})
	if err != nil {
		t.Fatal(err)
	}
	const told = `<th scope="row">Items › AKM › MaxPriceThreshold</th>`
	for _, page := range []string{"/history", "/history/3"} {
		b.get(instance+page).says(told, ">100<", ">110<", "expansion/gui/market-categories/"+sid+"/edit", "market category")
	}
	b.get(instance+"/diff/profiles/ExpansionMod/Market/Ammo.json").says("Items", "AKM")
}

// TestAnImportOfManyFilesIsShownAsOne in the history and on the overview, with its way back; each of its revisions is a click away.
func TestAnImportOfManyFilesIsShownAsOne(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	var files []uploaded
	for _, name := range []string{"Axe", "Bow", "Cap", "Dye", "Egg"} {
		files = append(files, uploaded{"mods/" + name + ".xml", `<types><type name="` + name + `"><nominal>1</nominal></type></types>`})
	}
	b.importing(instance, nil, files...).status(200)
	b.add(instance, record.Messages, record.Values{"text": "Hello"})

	const link = `/history/compare?from=1&amp;to=6">revisions 2 to 6</a>`
	b.get(instance+"/history").says("15 records:", link, "Hello", "Revision 7", `href="`+instance+`/history/6/undo?from=2">Undo all of them`).saysNot("Revision 4", "Dye")
	b.get(instance).says(link, "Hello")
	b.get(instance+"/history?page=1").says("Revision 4", "Dye", "Revision 7").saysNot("revisions 2 to 6")
	b.get(instance+"/history/compare?from=1&to=6").says("15 records differ", "Egg")

	undo := instance + "/history/6/undo?from=2"
	b.get(undo).says("This undoes revisions 2 to 6 and keeps all later changes.", "Undo revisions 2 to 6</button>")
	b.send("POST", instance+"/history/6/undo?seen=7&from=2", formOf(t, b, undo, "undo")).leadsTo(instance + "/history/8")
	b.get(instance + "/history/8").says("Revisions 2 to 6 were undone.")
	b.get(instance + "/types").says("No types yet").saysNot("Axe")
}
