package web

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/delivery"
	"quartermaster/internal/queue"
)

// makeDelivery makes the delivery of a page that a form has led to.
func (s *testSite) makeDelivery(page string) {
	s.t.Helper()
	job := queue.Job{Kind: delivery.Kind, Payload: []byte(`{"delivery":"` + filepath.Base(page) + `"}`)}
	row := s.db.QueryRow(s.t.Context(), `SELECT d.job, i.user_id, i.id FROM deliveries d JOIN instances i ON i.id = d.instance_id WHERE d.sid = $1`, filepath.Base(page))
	if err := row.Scan(&job.SID, &job.UserID, &job.InstanceID); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.deliveries.Run(s.t.Context(), job, func(int, int, string) {}); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.db.Exec(s.t.Context(), `UPDATE jobs SET state = 'done', finished_at = 1`); err != nil {
		s.t.Fatal(err)
	}
}

// ledTo returns the page that an answer leads to.
func ledTo(a answer) string {
	a.t.Helper()
	a.status(302)
	return strings.TrimPrefix(a.Header().Get("Location"), "http://qm.test")
}

// TestDeliveryPages goes from the plan to the report and back.
func TestDeliveryPages(t *testing.T) {
	t.Parallel()
	dir := gameServer(t, map[string]string{chernarus + "db/types.xml": typesXML, chernarus + "init.c": "", chernarus + "db/own.xml": "<own/>"})
	s := openSite(t, reaching(dir))
	b := s.user("Ada", false)
	instance := b.instance("Chernarus")
	plan, list := instance+"/delivery", instance+"/deliveries"
	b.get(plan).says("No game server yet", `href="`+instance+`/target"`)
	b.get(list).says("No deliveries yet")
	b.put(instance+"/target", instance+"/target", url.Values{"protocol": {"folder"}, "dir": {dir}, "key": {"none"}}).leadsTo(instance + "/target")
	b.importing(instance, nil, uploaded{chernarus + "db/types.xml", strings.Replace(typesXML, "<nominal>", "<nominal>1", 1)})
	b.get(plan).says("Changed on the server (1)", `name="mine[]" value="`+chernarus+`db/types.xml"`, "Only on the server", "own.xml", "To be sent (1)", "cfgeconomycore.xml").saysNot("holds the delivery back")
	b.get(plan+"/files/"+chernarus+"db/types.xml").says("What a delivery would change on the server", "Nominal")
	b.submit(plan, list, url.Values{}).leadsTo(plan)
	b.get(plan).says("Tick the files that are to be sent.")
	page := ledTo(b.submit(plan, list, url.Values{"mine[]": {chernarus + "db/types.xml"}}))
	b.get(page).says("on their way", "data-job-events", "Cancel delivery")
	b.submit(plan, list, url.Values{"mine[]": {chernarus + "db/types.xml"}}).leadsTo(plan)
	b.get(plan).says("Another delivery of this instance is under way.", `value="`+chernarus+`db/types.xml" checked`).saysNot(`cfgeconomycore.xml" checked`)
	b.get(plan).says(`cfgeconomycore.xml" checked`).saysNot(`db/types.xml" checked`)
	s.makeDelivery(page)
	b.get(page).says("1 file sent.", ">sent<", "Roll back").saysNot("data-job-events")
	b.get(list).says("1 file sent", ">done<", `href="`+page+`"`)
	b.get(instance).says("delivered at revision")
	preview := page + "/rollback"
	b.get(preview).says("To be restored (1)", `name="paths[]" value="`+chernarus+`db/types.xml"`, "1 delivery", "Nothing is changed before").saysNot("Changed on the server since")
	b.get(preview+"/files/"+chernarus+"db/types.xml").says("What the rollback would change on the server", "Nominal")
	b.get(preview + "/files/" + chernarus + "none.xml").status(404)
	b.submit(preview, preview, url.Values{}).leadsTo(preview)
	b.get(preview).says("Tick the files that are to be as they were.")
	back := ledTo(b.submit(preview, preview, url.Values{"paths[]": {chernarus + "db/types.xml"}}))
	s.makeDelivery(back)
	b.get(back).says("as they were before that delivery")
	if text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(chernarus), "db", "types.xml")); err != nil || string(text) != typesXML {
		t.Errorf("%s, %v", text, err)
	}
	other := s.user("Bob", false)
	other.get(page).status(403)
	b.submit(page, page+"/forget", nil).leadsTo(page)
	b.get(page).says("The copies were deleted.").saysNot("Roll back<", "Delete copies<")
}

// TestADeliveryIsHeldBackOnItsPage: a problem asks for a reason, and a server that is gone is named.
func TestADeliveryIsHeldBackOnItsPage(t *testing.T) {
	t.Parallel()
	dir := gameServer(t, map[string]string{chernarus + "init.c": ""})
	s := openSite(t, reaching(dir))
	b := s.user("Ada", false)
	instance := b.instance("Chernarus")
	plan, list := instance+"/delivery", instance+"/deliveries"
	b.put(instance+"/target", instance+"/target", url.Values{"protocol": {"folder"}, "dir": {dir}, "key": {"none"}})
	b.importing(instance, nil, uploaded{chernarus + "db/types.xml", "<types><type name=\"Apple\"><nominal>1</nominal><min>5</min>"})
	send := url.Values{"paths[]": {chernarus + "db/types.xml"}}
	b.get(plan).says("This holds the delivery back", `name="reason"`)
	b.submit(plan, list, send).leadsTo(plan)
	b.get(plan).says("Nothing was sent.")
	send.Set("override", "1")
	b.submit(plan, list, send).leadsTo(plan)
	b.get(plan).says("The reason field is required.", `name="override" value="1" checked`)
	send.Set("reason", "It is a test.")
	b.submit(plan, list, url.Values{"reason": send["reason"]}).leadsTo(plan)
	b.get(plan).says("Tick the files that are to be sent.", `value="It is a test."`).saysNot(`db/types.xml" checked`)
	page := ledTo(b.submit(plan, list, send))
	b.submit(page, page+"/cancel", nil).leadsTo(page)
	b.get(page).says("It was cancelled.", "It is a test.")
	for _, name := range []string{"cfgeconomycore.xml", "db/types.xml"} { // the same, and one that stays unless it is ticked
		text := strings.Replace(b.get(instance+"/files/"+chernarus+name).Body.String(), "Apple", "Pear", 1)
		at := filepath.Join(dir, filepath.FromSlash(chernarus+name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o750), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	b.get(plan).says("This holds the files back that are not ticked yet", `name="reason"`, "Changed on the server (1)").saysNot("To be sent")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	b.get(plan).says("The server cannot be reached")
}
