package web

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// TestAnUpdateAsksAboutConflicts: the page shows what the update would do, and what was chosen counts.
func TestAnUpdateAsksAboutConflicts(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	s.work(t)
	b, other := s.user("Ada", false), s.user("Eve", false)
	instance := b.instance("Mine")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	b.change(instance, record.Types, "AKM", record.Values{"nominal": int64(44), "min": int64(4)})
	akm := record.Types.SID(b.find(instance, record.Types, "AKM"))
	text := strings.NewReplacer("<nominal>20<", "<nominal>21<", "<min>10<", "<min>11<", "<cost>100<", "<cost>101<").Replace(typesXML)
	held := locationOf(b.importing(instance, map[string]string{"mode": "update", "base": "last"}, uploaded{"db/types.xml", text}).status(302))
	other.get(held).status(404)
	b.get(held).status(200).says("Take in an update", "1 record takes something from the update, 1 keeps changes of yours", "Nothing has been changed yet.",
		"1 file is compared with your last import.", "2 values of your own stay", `<option value="last" selected>The last import`, `<option value="1.29">`,
		"2 conflicts", "Nominal", "<strong>44</strong>", ">20<", ">44<", ">21<", `name="choices[`+akm+`.nominal]"`, "Cost")
	b.submit(held, held+"/import", url.Values{"update": {"1"}, "preview": {"1"}, "choices[" + akm + ".nominal]": {"theirs"}}).status(200).
		says("Take in an update", "1 file would be imported.", "<strong>21</strong>", "<strong>4</strong>", `<option value="theirs" selected>the update’s`).saysNot("<strong>44</strong>")
	b.submit(held, held+"/import", url.Values{"update": {"1"}, "preview": {"1"}, "base": {"auto"}}).status(200).
		says("1 file is compared with version 1.", " of the game.", `<option value="auto" selected>`)
	if got := b.find(instance, record.Types, "AKM")[record.Types.Index("cost")]; got != int64(100) {
		t.Fatalf("the preview changed the cost to %v", got)
	}
	job := locationOf(b.submit(held, held+"/import", url.Values{"update": {"1"}, "prefer": {"mine"}, "choices[" + akm + ".nominal]": {"theirs"}, "choices[" + akm + ".min]": {""}}).status(302))
	b.get(job + "/events").status(200)
	brought := ""
	if found := regexp.MustCompile(`href="([^"]+/history/\d+/files)"`).FindStringSubmatch(b.get(job).Body.String()); found != nil {
		brought = found[1]
	}
	b.get(job).says("1 file imported.", "The files are Chernarus 1.", "1 file is compared with your last import.", "2 conflicts", "that of the file counts", "yours counts", "What did the update change?")
	other.get(brought).status(403)
	b.get(brought).status(200).says("1 record changed in 1 file", ">20<", ">21<").saysNot(">44<")
	b.get(brought + ".csv").status(200).says("types.xml,changed,types,AKM,cost,100,101")
	row := b.find(instance, record.Types, "AKM")
	for field, want := range map[string]int64{"nominal": 21, "min": 4, "cost": 101} {
		if got := row[record.Types.Index(field)]; got != want {
			t.Errorf("%s is %v, want %d", field, got, want)
		}
	}
}

// find returns the record of a title.
func (b *browser) find(instance string, res *record.Resource, title string) record.Row {
	b.t.Helper()
	rows, err := b.db.All(b.t.Context(), res, b.scope(instance), "")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, row := range rows {
		if res.TitleOf(row) == title {
			return row
		}
	}
	b.t.Fatalf("no record %s", title)
	return nil
}

// TestClassesThatAnUpdateDropsAreNamed where they are still used.
func TestClassesThatAnUpdateDropsAreNamed(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	s.work(t)
	b := s.user("Ada", false)
	instance := b.instance("Chernarus")
	const apple, pear = `<type name="Apple"><nominal>1</nominal></type>`, `<type name="Pear"><nominal>1</nominal></type>`
	b.importing(instance, nil, uploaded{"db/types.xml", "<types>" + apple + pear + "</types>"},
		uploaded{"db/events.xml", `<events><event name="StaticFruit"><nominal>1</nominal><children><child lootmax="0" lootmin="0" max="1" min="1" type="pear"/></children></event></events>`})
	held := locationOf(b.importing(instance, map[string]string{"mode": "update", "base": "last"}, uploaded{"db/types.xml", "<types>" + apple + "</types>"}).status(302))
	job := locationOf(b.submit(held, held+"/import", url.Values{"update": {"1"}}).status(302))
	b.get(job + "/events").status(200)
	brought := regexp.MustCompile(`href="([^"]+/history/\d+/files)"`).FindStringSubmatch(b.get(job).Body.String())
	if brought == nil {
		t.Fatal("no link to what the update changed")
	}
	b.get(brought[1]).says("1 record gone", "Gone, and still used here", `<span class="code">Pear</span>: in 1 event`).saysNot(`<span class="code">Apple</span>: in`)
}

// change changes a record behind the pages.
func (b *browser) change(instance string, res *record.Resource, title string, values record.Values) {
	b.t.Helper()
	if _, err := b.db.Update(b.t.Context(), res, b.scope(instance), res.SID(b.find(instance, res, title)), values); err != nil {
		b.t.Fatal(err)
	}
}
