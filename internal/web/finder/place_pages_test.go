package finder_test

import (
	"html"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

var placeLinks = regexp.MustCompile(`<a href="([^"]*)"(?: rel="(prev|next)")?[^>]*>(Previous|Next|[0-9,]+ of [^<]*)</a>`)

// place returns the addresses of the links to the list and to the records before and after.
func placeOf(a webtest.Answer) map[string]string {
	a.TB.Helper()
	found := map[string]string{}
	for _, match := range placeLinks.FindAllStringSubmatch(a.Status(200).Body.String(), -1) {
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
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	for _, text := range []string{"Apple", "Bean", "Cherry", "Date", "Zebra"} {
		b.Add(instance, record.Messages, record.Values{"text": text})
	}
	list := instance + "/messages"
	page := b.Get(list + "?q=-zebra&sort=-text&per_page=2&page=2").Says("4 of 5 messages")
	first := regexp.MustCompile(`<a href="([^"]*/edit\?list=[^"]*)"`).FindStringSubmatch(page.Body.String())
	bean := b.Get(html.UnescapeString(first[1])).Says("Bean")
	place := placeOf(bean)
	back := list + "?page=2&per_page=2&q=-zebra&sort=-text"
	if place["position"] != "3 of 4 messages" || !strings.HasPrefix(place[""], back+"#row-") {
		t.Errorf("the place is %v", place)
	}
	bean.Says(`<li><a href="`+html.EscapeString(place[""])+`">`, `>Cancel</a>`)
	apple := b.Get(place["next"]).Says("Apple")
	if next, there := placeOf(apple)["next"]; there {
		t.Errorf("after the last one comes %s", next)
	}
	cherry := placeOf(b.Get(place["prev"]).Says("Cherry"))
	if cherry["position"] != "2 of 4 messages" || strings.Contains(cherry[""], "?page=2") {
		t.Errorf("the place is %v", cherry)
	}
	form := strings.Replace(place["prev"], "/edit", "", 1)
	saved := b.Put(place["prev"], form, url.Values{"text": {"Aubergine"}}).Status(302).Header().Get("Location")
	if !strings.HasPrefix(saved, "http://qm.test"+back+"#row-") {
		t.Errorf("the save leads to %s", saved)
	}
	b.Put(place["prev"], form, url.Values{"text": {""}}).LeadsTo(place["prev"])
	b.Delete(place["prev"], form, nil).LeadsTo(back)
	plain, _, _ := strings.Cut(place["next"], "?")
	if got := placeOf(b.Get(plain)); len(got) != 0 {
		t.Errorf("without a list the place is %v", got)
	}
	b.Put(plain, strings.TrimSuffix(plain, "/edit"), url.Values{"text": {"Plum"}}).LeadsTo(plain)
	b.Get(list + "?q=none:").Says("messages/create?list=")
}

// TestPagesOfDocumentsKeepTheirPlaceInAList as the forms of other records do, from the detail page to the form and back.
func TestPagesOfDocumentsKeepTheirPlaceInAList(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	for _, name := range []string{"Boats", "Cars", "Weapons"} {
		s.Imported(webtest.Traders, name, webtest.TraderJSON)
	}
	list := s.Gui + webtest.Traders
	row := regexp.MustCompile(`<a href="([^"]*\?list=[^"]*)"[^>]*>Cars</a>`).FindStringSubmatch(
		s.Get(list + "?q=-boats&sort=-name").Body.String())
	if row == nil {
		t.Fatal("the list does not lead to its second record")
	}
	cars := html.UnescapeString(row[1])
	place := placeOf(s.Get(cars).Says("Cars"))
	if back := list + "?q=-boats&sort=-name#row-"; place["position"] != "2 of 2 market traders" || !strings.HasPrefix(place[""], back) ||
		place["next"] != "" {
		t.Errorf("the place is %v", place)
	}
	address, from, _ := strings.Cut(cars, "?")
	edit := address + "/edit?" + from
	form := placeOf(s.Get(edit).Says(`rel="prev"`, html.EscapeString(address+"?"+from)))
	if !strings.Contains(form["prev"], "/edit?list=") {
		t.Errorf("the place of the form is %v", form)
	}
	s.Put(edit, address+"?"+from, url.Values{"name": {"Cars"}, "DisplayName": {"Autos"}}).LeadsTo(edit)
	s.Delete(edit, address+"?"+from, nil).LeadsTo(list + "?q=-boats&sort=-name")
}

// TestFormsThatTheGridHasOpened lead back to it.
func TestFormsThatTheGridHasOpened(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	form := b.Add(instance, record.Messages, record.Values{"text": "Apple"})
	b.Add(instance, record.Messages, record.Values{"text": "Bean"})
	from := "?" + url.Values{"list": {"columns=text,delay:90&grid=1&sort=-text"}}.Encode()
	back := instance + "/messages/grid?columns=text%2Cdelay%3A90&sort=-text#row-" + path.Base(form)
	place := placeOf(b.Get(form + "/edit" + from))
	if place["position"] != "2 of 2 messages" || place[""] != back {
		t.Errorf("the place is %v", place)
	}
	b.Put(form+"/edit"+from, form+from, url.Values{"text": {"Plum"}}).LeadsTo(back)
}
