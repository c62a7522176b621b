package instances_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// TestAnUpdateAsksAboutConflicts: the page shows what the update would do, and what was chosen counts.
func TestAnUpdateAsksAboutConflicts(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		s.Work(t)
		b, other := s.User("Ada", false), s.User("Eve", false)
		instance := b.Instance("Mine")
		b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}).Status(200)
		change(b, instance, record.Types, "AKM", record.Values{"nominal": int64(44), "min": int64(4)})
		akm := record.Types.SID(find(b, instance, record.Types, "AKM"))
		text := strings.NewReplacer("<nominal>20<", "<nominal>21<", "<min>10<", "<min>11<", "<cost>100<", "<cost>101<").Replace(webtest.TypesXML)
		held := webtest.LocationOf(b.Import(instance, map[string]string{"mode": "update", "base": "last"},
			webtest.File{Name: "db/types.xml", Text: text}).Status(302))
		other.Get(held).Status(404)
		b.Get(held).Status(200).Says("Apply an update", "1 record takes something from the update, 1 keeps your own changes",
			"Nothing has been changed yet.",
			"1 file is compared with your last import.", "2 of your values stay", `<option value="last" selected>The last import`,
			`<option value="1.29">`,
			"2 conflicts", "Nominal", "<strong>44</strong>", ">20<", ">44<", ">21<", `name="choices[`+akm+`.nominal]"`, "Cost")
		b.Submit(held, held+"/import", url.Values{"update": {"1"}, "preview": {"1"}, "choices[" + akm + ".nominal]": {"theirs"}}).Status(200).
			Says("Apply an update", "1 file would be imported.", "<strong>21</strong>", "<strong>4</strong>", `<option value="theirs" `+
				`selected>the update’s`).SaysNot("<strong>44</strong>")
		b.Submit(held, held+"/import", url.Values{"update": {"1"}, "preview": {"1"}, "base": {"auto"}}).Status(200).
			Says("1 file is compared with version 1.", " of the game.", `<option value="auto" selected>`)
		if got := find(b, instance, record.Types, "AKM")[record.Types.Index("cost")]; got != int64(100) {
			t.Fatalf("the preview changed the cost to %v", got)
		}
		job := webtest.LocationOf(b.Submit(held, held+"/import", url.Values{
			"update": {"1"}, "prefer": {"mine"}, "choices[" + akm + ".nominal]": {"theirs"}, "choices[" + akm + ".min]": {""},
		}).Status(302))
		b.Get(job + "/events").Status(200)
		brought := ""
		if found := regexp.MustCompile(`href="([^"]+/history/\d+/files)"`).FindStringSubmatch(b.Get(job).Body.String()); found != nil {
			brought = found[1]
		}
		b.Get(job).Says("1 file imported.", "The files are Chernarus 1.", "1 file is compared with your last import.", "2 conflicts",
			"that of the file counts", "yours counts", "What did the update change?")
		other.Get(brought).Status(403)
		b.Get(brought).Status(200).Says("1 record changed in 1 file", ">20<", ">21<").SaysNot(">44<")
		b.Get(brought + ".csv").Status(200).Says("types.xml,changed,types,AKM,cost,100,101")
		row := find(b, instance, record.Types, "AKM")
		for field, want := range map[string]int64{"nominal": 21, "min": 4, "cost": 101} {
			if got := row[record.Types.Index(field)]; got != want {
				t.Errorf("%s is %v, want %d", field, got, want)
			}
		}
	})
}

// find returns the record of a title.
func find(b *webtest.Browser, instance string, res *record.Resource, title string) record.Row {
	b.TB.Helper()
	rows, err := b.DB.All(b.TB.Context(), res, b.Scope(instance), "")
	if err != nil {
		b.TB.Fatal(err)
	}
	for _, row := range rows {
		if res.TitleOf(row) == title {
			return row
		}
	}
	b.TB.Fatalf("no record %s", title)
	return nil
}

// TestClassesThatAnUpdateDropsAreNamed where they are still used.
func TestClassesThatAnUpdateDropsAreNamed(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		s.Work(t)
		b := s.User("Ada", false)
		instance := b.Instance("Chernarus")
		const apple, pear = `<type name="Apple"><nominal>1</nominal></type>`, `<type name="Pear"><nominal>1</nominal></type>`
		b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: "<types>" + apple + pear + "</types>"},
			webtest.File{
				Name: "db/events.xml",
				Text: `<events><event name="StaticFruit"><nominal>1</nominal><children><child lootmax="0" lootmin="0" max="1" min="1" ` +
					`type="pear"/></children></event></events>`,
			})
		held := webtest.LocationOf(b.Import(instance, map[string]string{"mode": "update", "base": "last"},
			webtest.File{Name: "db/types.xml", Text: "<types>" + apple + "</types>"}).Status(302))
		job := webtest.LocationOf(b.Submit(held, held+"/import", url.Values{"update": {"1"}}).Status(302))
		b.Get(job + "/events").Status(200)
		brought := regexp.MustCompile(`href="([^"]+/history/\d+/files)"`).FindStringSubmatch(b.Get(job).Body.String())
		if brought == nil {
			t.Fatal("no link to what the update changed")
		}
		b.Get(brought[1]).Says("1 record gone", "Removed, but still used here",
			`<span class="code">Pear</span>: in 1 event`).SaysNot(`<span class="code">Apple</span>: in`)
	})
}

// change changes a record behind the pages.
func change(b *webtest.Browser, instance string, res *record.Resource, title string, values record.Values) {
	b.TB.Helper()
	if _, err := b.DB.Update(b.TB.Context(), res, b.Scope(instance), res.SID(find(b, instance, res, title)), values); err != nil {
		b.TB.Fatal(err)
	}
}
