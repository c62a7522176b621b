package accounts_test

import (
	"fmt"
	"net/url"
	"testing"

	"quartermaster/internal/web/webtest"
)

func doorPack(version, mark string) string {
	return fmt.Sprintf(`{"slug":"doors","name":"Doors <b>& more","about":"Doors.","version":%q,"files":[{"name":"door","title":"Door",
		"about":"A door.","paths":["Doors/*.json"],"schema":{"type":"object","properties":{"Word":{"type":"string",
		"title":"What <i>opens it"%s}}}}]}`, version, mark)
}

// TestPacksOfAnAccount: a pack is used by its text or as a file, mistakes stand beside the text, and what would not be hidden any more is
// asked before.
func TestPacksOfAnAccount(t *testing.T) {
	t.Parallel()
	const page, secret = "/profile/packs", `,"x-mark":"secret"`
	s := webtest.Open(t)
	b, other := s.User("Ada", false), s.User("Bob", false)
	b.Get("/profile").Says(page)
	b.Get(page).Status(200).Says("No packs yet.", "Code Lock")
	send := func(text, confirm string) webtest.Answer {
		return b.Submit(page, page, url.Values{"text": {text}, "confirm": {confirm}})
	}
	wrong := doorPack("1.0", `,"x-mark":"hidden"`)
	send(wrong, "").Status(422).Says("1 mistake", "files.0.schema.properties.Word.x-mark must be one of", "x-mark&#34;:&#34;hidden")
	send("{", "").Status(422)
	send(doorPack("1.0", secret), "").LeadsTo(page + "/doors")
	b.Get(page+"/doors").Status(200).Says("Doors &lt;b&gt;&amp; more", "Your account", "Doors/*.json: Word").SaysNot("<b>&", "<i>opens")
	if got := b.Get(page + "/doors/pack.json").Status(200).Body.String(); got != doorPack("1.0", secret) {
		t.Errorf("the file is %s", got)
	}
	b.Get(page).Says("Doors &lt;b&gt;")

	send(doorPack("2.0", ""), "").Status(200).Says("Nothing is changed yet", "*.json: Word", "Use it anyway")
	b.Get(page + "/doors").Says("1.0")
	send(doorPack("2.0", ""), "1").LeadsTo(page + "/doors")
	b.Get(page + "/doors").Says("2.0")
	b.Upload(page, page, map[string]string{"text": doorPack("2.5", secret)}).LeadsTo(page + "/doors") // no file is chosen
	b.Get(page + "/doors").Says("2.5")
	b.Upload(page, page, nil, webtest.File{Name: "pack.json", Text: doorPack("3.0", secret)}).LeadsTo(page + "/doors")
	b.Get(page + "/doors").Says("3.0")

	other.Get(page + "/doors").Status(404)
	other.Get(page + "/code-lock").Status(200).Says("This service").SaysNot("/code-lock/delete")
	other.Get(page + "/code-lock/delete").Status(404)
	other.Delete(page, page+"/doors", nil).Status(404)
	b.Get(page+"/doors/delete").Status(200).Says("These values would be shown and sent", "Doors/*.json: Word")
	b.Delete(page, page+"/doors", nil).LeadsTo(page)
	b.Get(page + "/doors").Status(404)
}

// TestAPackOfAFile: the draft of a pack for the files of a mod is changed and used at once.
func TestAPackOfAFile(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Harbour")
	b.Import(instance, nil, webtest.File{Name: "profiles/Boats/Boats.json", Text: `{"UseFuel": 1}`})
	file := instance + "/documents/mods/profiles-boats-boats-json"
	b.Get(file).Status(200).Says("Make a pack of this", file+"/pack")
	b.Get(file+"/pack").Status(200).Says("Use it for my account", "&#34;boats&#34;")
	draft := b.Get(file + "/pack.json").Status(200).Body.String()
	b.Submit(file+"/pack", "/profile/packs", url.Values{"text": {draft}}).LeadsTo("/profile/packs/boats")
	b.Get(file).Status(200).Says("Boats: Boats").SaysNot("Make a pack of this")
}
