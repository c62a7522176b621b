package history_test

import (
	"net/url"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestOneRevisionIsUndoneInTheBrowser(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	event := b.Add(instance, record.Events, record.Values{"name": "Loot", "nominal": int64(3)})
	b.Put(event+"/edit", event, url.Values{"nominal": {"9"}}).Status(302)
	b.Put(event+"/edit", event, url.Values{"name": {"Later"}}).Status(302)
	undo := instance + "/history/3/undo"
	b.Get(instance+"/history/3").Says(`href="`+undo+`">Undo only this revision</a>`, "Go back to this revision")
	b.Get(instance + "/history/4").Says(`href="` + instance + `/history/3/revert">Undo this revision</a>`).SaysNot("alone")
	b.Get(undo).Status(200).Says("Changed back: 1 event.", "Undo revision 3", "keeps all later changes")
	b.Submit(undo, undo, nil).LeadsTo(instance + "/history/5")
	b.Get(instance+"/history/5").Says("Revision 3 was undone.", webtest.Becomes("9", "3"))
	b.Get(event+"/edit").Says(`value="Later"`, `value="3"`)

	b.Get(undo).Status(200).Says("Revision 3 cannot be undone without later changes", "The event “Later” has been changed since.",
		`href="`+instance+`/history/2/revert">Go back to revision 2</a>`).
		SaysNot(`<button class="button" type="submit">Undo`)
	b.Submit(instance+"/history/5/undo", undo, nil).LeadsTo(undo)
	b.Get(undo).Says("has been changed in the meantime")
	b.Get(instance + "/history/1/undo").Status(200).Says("The instance “A” was made by this revision.").SaysNot("Go back to")
	b.Get(instance + "/history/99/undo").Status(404)
	b.Get(instance + "/history/x/undo").Status(404)
}

func TestNobodyUndoesForOthers(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		owner, stranger := s.User("Ada", false), s.User("Bo", false)
		instance := owner.Instance("A")
		owner.Add(instance, record.Events, record.Values{"name": "Loot"})
		stranger.Get(instance + "/history/2/undo").Status(403)
		stranger.Submit("/instances", instance+"/history/2/undo", nil).Status(403)
		owner.Send("POST", instance+"/history/2/undo", nil).Status(419)
	})
}
