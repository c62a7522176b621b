package web

import (
	"html"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

var placeLinks = regexp.MustCompile(`<a href="([^"]*)"(?: rel="(prev|next)")?[^>]*>(Previous|Next|[0-9,]+ of [^<]*)</a>`)

// place returns the addresses of the links to the list and to the records before and after.
func (a answer) place() map[string]string {
	a.t.Helper()
	found := map[string]string{}
	for _, match := range placeLinks.FindAllStringSubmatch(a.status(200).Body.String(), -1) {
		found[match[2]] = html.UnescapeString(match[1])
		if match[2] == "" {
			found["position"] = match[3]
		}
	}
	return found
}

// TestFormsKeepTheirPlaceInAList with its filter and order, from record to record, and back to its page after a save.
func TestFormsKeepTheirPlaceInAList(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	for _, text := range []string{"Apple", "Bean", "Cherry", "Date", "Zebra"} {
		b.add(instance, record.Messages, record.Values{"text": text})
	}
	list := instance + "/messages"
	page := b.get(list + "?q=-zebra&sort=-text&per_page=2&page=2").says("4 of 5 messages")
	first := regexp.MustCompile(`<a href="([^"]*/edit\?list=[^"]*)"`).FindStringSubmatch(page.Body.String())
	bean := b.get(html.UnescapeString(first[1])).says("Bean")
	place := bean.place()
	back := list + "?page=2&per_page=2&q=-zebra&sort=-text"
	if place["position"] != "3 of 4 messages" || !strings.HasPrefix(place[""], back+"#row-") {
		t.Errorf("the place is %v", place)
	}
	bean.says(`<li><a href="`+html.EscapeString(place[""])+`">`, `>Cancel</a>`)
	apple := b.get(place["next"]).says("Apple")
	if next, there := apple.place()["next"]; there {
		t.Errorf("after the last one comes %s", next)
	}
	cherry := b.get(place["prev"]).says("Cherry").place()
	if cherry["position"] != "2 of 4 messages" || strings.Contains(cherry[""], "?page=2") {
		t.Errorf("the place is %v", cherry)
	}
	form := strings.Replace(place["prev"], "/edit", "", 1)
	saved := b.put(place["prev"], form, url.Values{"text": {"Aubergine"}}).status(302).Header().Get("Location")
	if !strings.HasPrefix(saved, "http://qm.test"+back+"#row-") {
		t.Errorf("the save leads to %s", saved)
	}
	b.put(place["prev"], form, url.Values{"text": {""}}).leadsTo(place["prev"])
	b.delete(place["prev"], form, nil).leadsTo(back)
	plain, _, _ := strings.Cut(place["next"], "?")
	if got := b.get(plain).place(); len(got) != 0 {
		t.Errorf("without a list the place is %v", got)
	}
	b.put(plain, strings.TrimSuffix(plain, "/edit"), url.Values{"text": {"Plum"}}).leadsTo(plain)
	b.get(list + "?q=none:").says("messages/create?list=")
}

// TestPagesOfDocumentsKeepTheirPlaceInAList as the forms of other records do, from the detail page to the form and back.
func TestPagesOfDocumentsKeepTheirPlaceInAList(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	for _, name := range []string{"Boats", "Cars", "Weapons"} {
		s.imported(traders, name, traderJSON)
	}
	list := s.gui + traders
	row := regexp.MustCompile(`<a href="([^"]*\?list=[^"]*)"[^>]*>Cars</a>`).FindStringSubmatch(s.get(list + "?q=-boats&sort=-name").Body.String())
	if row == nil {
		t.Fatal("the list does not lead to its second record")
	}
	cars := html.UnescapeString(row[1])
	place := s.get(cars).says("Cars").place()
	if back := list + "?q=-boats&sort=-name#row-"; place["position"] != "2 of 2 market traders" || !strings.HasPrefix(place[""], back) || place["next"] != "" {
		t.Errorf("the place is %v", place)
	}
	address, from, _ := strings.Cut(cars, "?")
	edit := address + "/edit?" + from
	form := s.get(edit).says(`rel="prev"`, html.EscapeString(address+"?"+from)).place()
	if !strings.Contains(form["prev"], "/edit?list=") {
		t.Errorf("the place of the form is %v", form)
	}
	s.put(edit, address+"?"+from, url.Values{"name": {"Cars"}, "DisplayName": {"Autos"}}).leadsTo(edit)
	s.delete(edit, address+"?"+from, nil).leadsTo(list + "?q=-boats&sort=-name")
}

// TestFormsThatTheGridHasOpened lead back to it.
func TestFormsThatTheGridHasOpened(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	form := b.add(instance, record.Messages, record.Values{"text": "Apple"})
	b.add(instance, record.Messages, record.Values{"text": "Bean"})
	from := "?" + url.Values{"list": {"columns=text,delay:90&grid=1&sort=-text"}}.Encode()
	back := instance + "/messages/grid?columns=text%2Cdelay%3A90&sort=-text#row-" + path.Base(form)
	place := b.get(form + "/edit" + from).place()
	if place["position"] != "2 of 2 messages" || place[""] != back {
		t.Errorf("the place is %v", place)
	}
	b.put(form+"/edit"+from, form+from, url.Values{"text": {"Plum"}}).leadsTo(back)
}
