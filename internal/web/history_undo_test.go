package web

import (
	"net/url"
	"testing"

	"quartermaster/internal/record"
)

func TestOneRevisionIsUndoneInTheBrowser(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	event := b.add(instance, record.Events, record.Values{"name": "Loot", "nominal": int64(3)})
	b.put(event+"/edit", event, url.Values{"nominal": {"9"}}).status(302)
	b.put(event+"/edit", event, url.Values{"name": {"Later"}}).status(302)
	undo := instance + "/history/3/undo"
	b.get(instance+"/history/3").says(`href="`+undo+`">Undo only this revision</a>`, "Go back to this revision")
	b.get(instance + "/history/4").says(`href="` + instance + `/history/3/revert">Undo this revision</a>`).saysNot("alone")
	b.get(undo).status(200).says("Changed back: 1 event.", "Undo revision 3", "keeps all later changes")
	b.submit(undo, undo, nil).leadsTo(instance + "/history/5")
	b.get(instance+"/history/5").says("Revision 3 was undone.", `<td class="before">9</td><td class="after">3</td>`)
	b.get(event+"/edit").says(`value="Later"`, `value="3"`)

	b.get(undo).status(200).says("Revision 3 cannot be undone without later changes", "The event “Later” was changed since.", `href="`+instance+`/history/2/revert">Go back to revision 2</a>`).
		saysNot(`<button class="button" type="submit">Undo`)
	b.submit(instance+"/history/5/undo", undo, nil).leadsTo(undo)
	b.get(undo).says("has been changed in the meantime")
	b.get(instance + "/history/1/undo").status(200).says("The instance “A” was made by this revision.").saysNot("Go back to")
	b.get(instance + "/history/99/undo").status(404)
	b.get(instance + "/history/x/undo").status(404)
}

func TestNobodyUndoesForOthers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	owner, stranger := s.user("Ada", false), s.user("Bo", false)
	instance := owner.instance("A")
	owner.add(instance, record.Events, record.Values{"name": "Loot"})
	stranger.get(instance + "/history/2/undo").status(403)
	stranger.submit("/instances", instance+"/history/2/undo", nil).status(403)
	owner.send("POST", instance+"/history/2/undo", nil).status(419)
}
