package web

import (
	"net/url"
	"strings"
	"testing"
)

// TestTextPages makes a file, saves it, refuses names that cannot be, renames and deletes it.
func TestTextPages(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := func(name string) string { return instance + "/texts/" + name }
	for _, wrong := range []string{"a/../b.txt", "con.txt", "a?.txt", " .", "x/" + strings.Repeat("n", 300)} {
		b.submit(instance+"/new-text", instance+"/new-text", url.Values{"path": {wrong}}).leadsTo(instance + "/new-text")
		b.get(instance + "/new-text").says("not valid for a file")
	}
	b.submit(instance+"/new-text", instance+"/new-text", url.Values{"path": {"profiles/notes.txt"}}).leadsTo(page("profiles/notes.txt") + "?new=1")
	fresh := page("profiles/notes.txt") + "?new=1"
	b.get(fresh).says("There is no such file yet")
	b.put(fresh, page("profiles/notes.txt"), url.Values{"text": {"one\r\ntwo"}, "_base": {""}}).leadsTo(page("profiles/notes.txt"))
	b.get(page("profiles/notes.txt")).says("one\ntwo</textarea>", "notes.txt is saved.")
	b.put(fresh, page("profiles/notes.txt"), url.Values{"text": {"mine"}, "_base": {""}}).status(200).says("Somebody else has changed this file", "mine</textarea>", "one\ntwo</template>")

	b.put(fresh, page("profiles/other.txt"), url.Values{"text": {"x"}, "_base": {""}})
	rename := func(from, to string) answer {
		return b.send("POST", page(from), url.Values{"_method": {"PATCH"}, "path": {to}, "_token": {b.token(page(from))}})
	}
	for _, to := range []string{"profiles/OTHER.txt", "profiles", "nul", "mpmissions/dayzOffline.chernarusplus/storage_1/a.txt"} {
		rename("profiles/notes.txt", to).leadsTo(page("profiles/notes.txt"))
		b.get(page("profiles/notes.txt")).says("one\ntwo</textarea>")
	}
	rename("profiles/notes.txt", "profiles/Notes.txt").leadsTo(page("profiles/Notes.txt"))
	b.get(page("profiles/notes.txt")).status(404)
	b.delete(page("profiles/Notes.txt"), page("profiles/Notes.txt"), nil).leadsTo(instance)
	b.get(page("profiles/Notes.txt")).status(404)
}

// TestCopiesAreOffered puts a copy in the place of the file that it is a copy of.
func TestCopiesAreOffered(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	const folder = "mpmissions/dayzOffline.chernarusplus/db/"
	live, saved := instance+"/texts/"+folder+"types.xml", instance+"/texts/"+folder+"types.xml.bak"
	b.importing(instance, nil, uploaded{folder + "types.xml", typesXML}, uploaded{folder + "types.xml.bak", strings.ReplaceAll(typesXML, "AKM", "SKS")}).status(200)
	b.get(instance).says("copy of types.xml", live+"?from=")
	b.get(saved).says("By its name this is a copy of", "Use as types.xml", "Compare with types.xml")
	from := live + "?" + url.Values{"from": {folder + "types.xml.bak"}}.Encode()
	b.get(from).says("SKS", "AKM", "data-text-stored", "Nothing changes until you save")
	b.put(saved, from, url.Values{"_base": {"outdated"}}).status(200).says("Somebody else has changed this file")
	_, base, _ := strings.Cut(b.get(from).Body.String(), `name="_base" value="`)
	base, _, _ = strings.Cut(base, `"`)
	b.put(saved, from, url.Values{"_base": {base}}).leadsTo(live)
	b.get(live).says("SKS").saysNot("AKM", "data-text-stored")
	b.get(instance + "/types").says("SKS").saysNot("AKM")
}
