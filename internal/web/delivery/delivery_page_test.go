package delivery_test

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/delivery"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/web/webtest"
)

// makeDelivery makes the delivery of a page that a form has led to.
func makeDelivery(s *webtest.Site, page string) {
	s.TB.Helper()
	job := queue.Job{Kind: delivery.Kind, Payload: []byte(`{"delivery":"` + filepath.Base(page) + `"}`)}
	row := s.DB.QueryRow(s.TB.Context(),
		`SELECT d.job, i.user_id, i.id FROM deliveries d JOIN instances i ON i.id = d.instance_id WHERE d.sid = $1`, filepath.Base(page))
	if err := row.Scan(&job.SID, &job.UserID, &job.InstanceID); err != nil {
		s.TB.Fatal(err)
	}
	job.Scope = store.Scope{UserID: job.UserID, InstanceID: job.InstanceID}
	if _, err := s.Deliveries.Run(s.TB.Context(), job, func(int, int, say.Message) {}); err != nil {
		s.TB.Fatal(err)
	}
	if _, err := s.DB.Exec(s.TB.Context(), `UPDATE jobs SET state = 'done', finished_at = 1`); err != nil {
		s.TB.Fatal(err)
	}
}

// ledTo returns the page that an answer leads to.
func ledTo(a webtest.Answer) string {
	a.TB.Helper()
	a.Status(302)
	return strings.TrimPrefix(a.Header().Get("Location"), "http://qm.test")
}

// TestDeliveryPages goes from the plan to the report and back.
func TestDeliveryPages(t *testing.T) {
	t.Parallel()
	dir := gameServer(t, map[string]string{
		chernarus + "db/types.xml": webtest.TypesXML, chernarus + "init.c": "", chernarus + "db/own.xml": "<own/>",
	})
	s := webtest.Open(t, reaching(dir))
	b := s.User("Ada", false)
	instance := b.Instance("Chernarus")
	plan, list := instance+"/delivery", instance+"/deliveries"
	b.Get(plan).Says("No game server yet", `action="`+instance+`/target"`, "Save and test")
	b.Get(list).Says("No deliveries yet")
	b.Put(instance+"/target", instance+"/target", url.Values{
		"protocol": {"folder"}, "dir": {dir}, "key": {"none"},
	}).LeadsTo(plan)
	b.Import(instance, nil, webtest.File{
		Name: chernarus + "db/types.xml", Text: strings.Replace(webtest.TypesXML, "<nominal>", "<nominal>1", 1),
	})
	b.Get(plan).Says("Changed on the server (1)", `name="mine[]" value="`+chernarus+`db/types.xml"`, "Only on the server", "own.xml",
		"To be sent (1)", "cfgeconomycore.xml").SaysNot("holds the delivery back")
	b.Get(plan+"/files/"+chernarus+"db/types.xml").Says("What a delivery would change on the server", "Nominal")
	b.Submit(plan, list, url.Values{}).LeadsTo(plan)
	b.Get(plan).Says("Tick the files to send.")
	page := ledTo(b.Submit(plan, list, url.Values{"mine[]": {chernarus + "db/types.xml"}}))
	b.Get(page).Says("on their way", "data-job-events", "Cancel delivery")
	b.Submit(plan, list, url.Values{"mine[]": {chernarus + "db/types.xml"}}).LeadsTo(plan)
	b.Get(plan).Says("Another delivery of this instance is running.",
		`value="`+chernarus+`db/types.xml" checked`).SaysNot(`cfgeconomycore.xml" checked`)
	b.Get(plan).Says(`cfgeconomycore.xml" checked`).SaysNot(`db/types.xml" checked`)
	makeDelivery(s, page)
	b.Get(page).Says("1 file sent.", ">sent<", "Roll back").SaysNot("data-job-events")
	b.Get(list).Says("1 file sent", ">done<", `href="`+page+`"`)
	b.Get(instance).Says("delivered at revision")
	preview := page + "/rollback"
	b.Get(preview).Says("To be restored (1)", `name="paths[]" value="`+chernarus+`db/types.xml"`, "1 delivery",
		"Nothing changes until").SaysNot("Changed on the server since")
	b.Get(preview+"/files/"+chernarus+"db/types.xml").Says("What the rollback would change on the server", "Nominal")
	b.Get(preview + "/files/" + chernarus + "none.xml").Status(404)
	b.Submit(preview, preview, url.Values{}).LeadsTo(preview)
	b.Get(preview).Says("Tick the files to roll back.")
	back := ledTo(b.Submit(preview, preview, url.Values{"paths[]": {chernarus + "db/types.xml"}}))
	makeDelivery(s, back)
	b.Get(back).Says("as they were before that delivery")
	if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(chernarus), "db",
		"types.xml")); err != nil || string(text) != webtest.TypesXML {
		t.Errorf("%s, %v", text, err)
	}
	other := s.User("Bob", false)
	other.Get(page).Status(403)
	b.Submit(page, page+"/forget", nil).LeadsTo(page)
	b.Get(page).Says("The copies were deleted.").SaysNot("Roll back<", "Delete copies<")
}

// TestADeliveryIsHeldBackOnItsPage: a problem asks for a reason, and a server that is gone is named.
func TestADeliveryIsHeldBackOnItsPage(t *testing.T) {
	t.Parallel()
	dir := gameServer(t, map[string]string{chernarus + "init.c": ""})
	s := webtest.Open(t, reaching(dir))
	b := s.User("Ada", false)
	instance := b.Instance("Chernarus")
	plan, list := instance+"/delivery", instance+"/deliveries"
	b.Put(instance+"/target", instance+"/target", url.Values{"protocol": {"folder"}, "dir": {dir}, "key": {"none"}})
	b.Import(instance, nil, webtest.File{
		Name: chernarus + "db/types.xml", Text: "<types><type name=\"Apple\"><nominal>1</nominal><min>5</min>",
	})
	send := url.Values{"paths[]": {chernarus + "db/types.xml"}}
	b.Get(plan).Says("Delivery blocked", `name="reason"`)
	b.Submit(plan, list, send).LeadsTo(plan)
	b.Get(plan).Says("Nothing was sent.")
	send.Set("override", "1")
	b.Submit(plan, list, send).LeadsTo(plan)
	b.Get(plan).Says("The reason field is required.", `name="override" value="1" checked`)
	send.Set("reason", "It is a test.")
	b.Submit(plan, list, url.Values{"reason": send["reason"]}).LeadsTo(plan)
	b.Get(plan).Says("Tick the files to send.", `value="It is a test."`).SaysNot(`db/types.xml" checked`)
	page := ledTo(b.Submit(plan, list, send))
	b.Submit(page, page+"/cancel", nil).LeadsTo(page)
	b.Get(page).Says("It was cancelled.", "It is a test.")
	for _, name := range []string{"cfgeconomycore.xml", "db/types.xml"} { // the same, and one that stays unless it is ticked
		text := strings.Replace(b.Get(instance+"/files/"+chernarus+name).Body.String(), "Apple", "Pear", 1)
		at := filepath.Join(dir, filepath.FromSlash(chernarus+name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o750), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	b.Get(plan).Says("These files are held back until you tick them", `name="reason"`, "Changed on the server (1)").SaysNot("To be sent")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	b.Get(plan).Says("The server cannot be reached")
}
