package instances_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// rpt is the log of a server with one complaint.
const rpt = "== C:\\DayZServer\\DayZServer_x64.exe\nExe timestamp: 2026/10/15 14:02:58\nCurrent time:  2026/11/18 18:00:00\nVersion " +
	"1.28.160123\n18:00:05.1 !!! [CE][offlineDB] :: Type 'AKM' will be ignored. (Type does not exist. (Typo?))\n"

// TestALogDroppedAlone on the home page is no server: its user says which one it is from, and it is read as a log.
func TestALogDroppedAlone(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b, other := s.User("Ada", false), s.User("Eve", false)
	log := webtest.File{Name: "DayZServer_x64.RPT", Text: rpt}
	held := webtest.LocationOf(dropping(b, log).Status(302))
	b.Get(held).LeadsTo("/instances")
	b.Get("/instances").Says("This is a server log, and you have no server yet.")
	instance, foreign := b.Instance("Mine"), other.Instance("Hers")
	s.Work(t)
	held = webtest.LocationOf(dropping(b, log).Status(302))
	b.Get(held).Status(200).Says("Which server is it from?", "This is a server log.", ">Mine</option>").SaysNot("Hers",
		"Create server and import")
	b.Submit(held, held+"/import", url.Values{"server": {sidIn(foreign)}}).Status(404)
	job := webtest.LocationOf(b.Submit(held, held+"/import", url.Values{"server": {sidIn(instance)}}).Status(302))
	b.Get(job + "/events").Status(200)
	b.Get(job).Says("This is a log of the server: it was read, and has one complaint")
	b.Get(instance + "/lint").Says("DayZServer_x64.RPT")
	b.Get("/stored-files").SaysNot("RPT")
}

func sidIn(instance string) string { return instance[strings.LastIndexByte(instance, '/')+1:] }
