package texts_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestTextPages makes a file, saves it, refuses names that cannot be, renames and deletes it.
func TestTextPages(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := func(name string) string { return instance + "/texts/" + name }
	for _, wrong := range []string{"a/../b.txt", "con.txt", "a?.txt", " .", "x/" + strings.Repeat("n", 300)} {
		b.Submit(instance+"/new-text", instance+"/new-text", url.Values{"path": {wrong}}).LeadsTo(instance + "/new-text")
		b.Get(instance + "/new-text").Says("not valid for a file")
	}
	b.Submit(instance+"/new-text", instance+"/new-text", url.Values{"path": {"profiles/notes.txt"}}).
		LeadsTo(page("profiles/notes.txt") + "?new=1")
	fresh := page("profiles/notes.txt") + "?new=1"
	b.Get(fresh).Says("This file doesn’t exist yet")
	b.Put(fresh, page("profiles/notes.txt"), url.Values{"text": {"one\r\ntwo"}, "_base": {""}}).LeadsTo(page("profiles/notes.txt"))
	b.Get(page("profiles/notes.txt")).Says("one\ntwo</textarea>", "notes.txt is saved.")
	b.Put(fresh, page("profiles/notes.txt"), url.Values{
		"text": {"mine"}, "_base": {""},
	}).Status(200).Says("Someone else has changed this file",
		"mine</textarea>", "one\ntwo</template>")

	b.Put(fresh, page("profiles/other.txt"), url.Values{"text": {"x"}, "_base": {""}})
	rename := func(from, to string) webtest.Answer {
		return b.Send("POST", page(from), url.Values{"_method": {"PATCH"}, "path": {to}, "_token": {b.Token(page(from))}})
	}
	for _, to := range []string{"profiles/OTHER.txt", "profiles", "nul", "mpmissions/dayzOffline.chernarusplus/storage_1/a.txt"} {
		rename("profiles/notes.txt", to).LeadsTo(page("profiles/notes.txt"))
		b.Get(page("profiles/notes.txt")).Says("one\ntwo</textarea>")
	}
	rename("profiles/notes.txt", "profiles/Notes.txt").LeadsTo(page("profiles/Notes.txt"))
	b.Get(page("profiles/notes.txt")).Status(404)
	b.Delete(page("profiles/Notes.txt"), page("profiles/Notes.txt"), nil).LeadsTo(instance)
	b.Get(page("profiles/Notes.txt")).Status(404)
}

// TestCopiesAreOffered puts a copy in the place of the file that it is a copy of.
func TestCopiesAreOffered(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	const folder = "mpmissions/dayzOffline.chernarusplus/db/"
	live, saved := instance+"/texts/"+folder+"types.xml", instance+"/texts/"+folder+"types.xml.bak"
	b.Import(instance, nil, webtest.File{Name: folder + "types.xml", Text: webtest.TypesXML}, webtest.File{
		Name: folder + "types.xml.bak", Text: strings.ReplaceAll(webtest.TypesXML, "AKM", "SKS"),
	}).Status(200)
	b.Get(instance).Says("copy of types.xml", live+"?from=")
	b.Get(saved).Says("By its name this is a copy of", "Use as types.xml", "Compare with types.xml")
	from := live + "?" + url.Values{"from": {folder + "types.xml.bak"}}.Encode()
	b.Get(from).Says("SKS", "AKM", "data-text-stored", "Nothing changes until you save")
	b.Put(saved, from, url.Values{"_base": {"outdated"}}).Status(200).Says("Someone else has changed this file")
	_, base, _ := strings.Cut(b.Get(from).Body.String(), `name="_base" value="`)
	base, _, _ = strings.Cut(base, `"`)
	b.Put(saved, from, url.Values{"_base": {base}}).LeadsTo(live)
	b.Get(live).Says("SKS").SaysNot("AKM", "data-text-stored")
	b.Get(instance + "/types").Says("SKS").SaysNot("AKM")
}
