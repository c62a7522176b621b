package problems_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// faulty makes an instance with a type whose min is above nominal, and a message that says not when it stops the server.
func faulty(b *webtest.Browser) (instance, akm string) {
	b.TB.Helper()
	instance = b.Instance("Livonia & <Hardcore>")
	class := b.Stored(instance, record.InstanceClassnames, b.Add(instance, record.InstanceClassnames, record.Values{"name": "AKM"}))
	akm = b.Add(instance, record.Types, record.Values{
		"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": int64(5), "min": int64(10),
	})
	b.Add(instance, record.Messages, record.Values{"text": "Bye <now>", "shutdown": int64(1)})
	return instance, akm
}

func TestLintPage(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	b.Get(b.Instance("Empty") + "/lint").Says("No problems found")
	instance, akm := faulty(b)
	path := instance + "/lint"
	b.Get(path).Says(
		"1 error, 1 warning.", `href="`+akm+`/edit" class="code"`, "min (10) is above nominal (5).", `href="/docs/lint/min-over-nominal"`,
		"Bye &lt;now&gt;", "by hand",
		`href="`+path+"/fix?rule=min-over-nominal&amp;sid="+akm[len(akm)-10:]+`"`)
	b.Get(path+"?severity=error").Says("Severity: Errors").SaysNot("nominal (5)", "Nothing matches")
	b.Get(path + "?resource=types").Says("nominal (5)").SaysNot("Bye")
	b.Get(path+"?rule=min-over-nominal&search=akm").Says("nominal (5)", "Rule: Min above nominal").SaysNot("Bye")
	b.Get(path+"?search=nothing").Says("Nothing matches", "1 error, 1 warning.")
	b.Get(path + "?rule=min-over-nominal&page=9").Says("No rows on this page, 1 in total")
	b.Get(path + "?sid=" + akm[len(akm)-10:]).Says("nominal (5)").SaysNot("Bye")
}

func TestLintFixPage(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, akm := faulty(b)
	path := instance + "/lint/fix?rule=min-over-nominal"
	b.Get(path+"&sid="+akm[len(akm)-10:]).Says("Fix: Min above nominal", "This changes 1 record in one revision",
		webtest.Becomes("10", "5"), "Fix all of this kind")
	b.Get(path).Says("Change 1 record").SaysNot("Fix all of this kind")
	if least := b.Stored(instance, record.Types, akm)[record.Types.Index("min")]; least != int64(10) {
		t.Errorf("the preview has set min to %v", least)
	}
	b.Submit(path, path, nil).LeadsTo(instance + "/lint")
	b.Get(instance+"/lint").Says("1 record was changed. You can undo this in the history.", "/undo?seen=", "1 error.").SaysNot("nominal (5)")
	if least := b.Stored(instance, record.Types, akm)[record.Types.Index("min")]; least != int64(5) {
		t.Errorf("min is %v", least)
	}
	for _, settled := range []string{path, instance + "/lint/fix?rule=none", instance + "/lint/fix"} {
		b.Get(settled).LeadsTo(instance + "/lint")
		b.Get(instance + "/lint").Says("Nothing to fix here")
	}
	b.Submit(instance, path, nil).LeadsTo(instance + "/lint")
}

// TestFixOfAFilePage holds that the preview of a changed file shows its lines.
func TestFixOfAFilePage(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Modded")
	b.Add(instance, record.Events, record.Values{"name": "StaticBoat", "active": int64(0), "source_file": "mods/boats.xml"})
	path := instance + "/lint/fix?rule=file-not-loaded"
	b.Get(path).Says("cfgeconomycore.xml", "created", "&#43;     &lt;file name=&#34;boats.xml&#34; type=&#34;events&#34;/&gt;")
	b.Submit(path, path, nil).LeadsTo(instance + "/lint")
	b.Get(instance + "/lint").Says("No problems found")
}

func TestLintRulesPage(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, _ := faulty(b)
	path := instance + "/lint/rules"
	b.Get(path).Says("default: warning", `name="severities[min-over-nominal]"`, `name="restart_interval" value=""`)
	b.Put(path, path, url.Values{
		"restart_interval": {"3600"}, "severities[min-over-nominal]": {"error"}, "severities[shutdown-without-deadline]": {"off"},
	}).LeadsTo(instance + "/lint")
	b.Get(instance+"/lint").Says("The rules were saved.", "1 error.").SaysNot("Bye")
	b.Get(path).Says(`value="3600"`, `<option value="error" selected>error</option>`)
	b.Put(path, path, url.Values{"restart_interval": {"5"}, "severities[min-over-nominal]": {""}}).LeadsTo(path)
	b.Get(path).Says("The restart interval field must be at least 60.")
	b.Put(path, path, url.Values{"severities[min-over-nominal]": {""}}).LeadsTo(instance + "/lint")
	b.Get(instance + "/lint").Says("1 warning.")
}

// TestProblemGroups holds that findings stand together by rule, with a way to all of them and to one fix for all.
func TestProblemGroups(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, _ := faulty(b)
	for _, name := range []string{"AK74", "AK101", "M4A1", "SKS", "Mosin9130"} {
		class := b.Stored(instance, record.InstanceClassnames, b.Add(instance, record.InstanceClassnames, record.Values{"name": name}))
		b.Add(instance, record.Types, record.Values{
			"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": int64(1), "min": int64(2),
		})
	}
	b.Add(instance, record.EventSpawns, record.Values{"name": "VehicleTransitBus"}) // the game's own files have it without its event
	path := instance + "/lint"
	b.Get(path).Says("1 error, 6 warnings.", `Min above nominal <span class="badge tone-neutral">6</span>`, "All 6", "Fix all 6",
		"1 problem that the game&#39;s own files also have").
		SaysNot("VehicleTransitBus")
	b.Get(path+"?vanilla=1").Says("VehicleTransitBus", "Files of the game: have the problem as well").SaysNot("AK101",
		"the game&#39;s own files")
	b.Get(path+"?rule=min-over-nominal").Says("AK101", "Mosin9130", "Fix all 6").SaysNot("All 6")
	b.Get(path + "?rule=min-over-nominal&search=ak").SaysNot("Fix all")
	fix := path + "/fix?rule=min-over-nominal"
	b.Submit(fix, fix, nil).LeadsTo(path)
	b.Get(path).Says("6 records were changed.", "1 error.").SaysNot("is 2 and nominal")
	b.Get(path + "/marks/types").Says(`{"data":{}}`)
}

// TestMarks holds that lists learn what is found about their records.
func TestMarks(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, akm := faulty(b)
	sid := akm[len(akm)-10:]
	b.Get(instance+"/types").Says(`data-marks="`+instance+`/lint/marks/types"`, `data-sid="`+sid+`"`)
	b.Get(instance+"/lint/marks/types").Says(`{"data":{"`+sid+`":{"text":"1 problem","severity":"warning","url":"`, `lint?resource=types`)
	b.Get(instance + "/lint/marks/nothing").Status(404)
}

// TestRestartIsAskedOnce holds that the page asks for the time between restarts until it is known.
func TestRestartIsAskedOnce(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	b.Get(b.Instance("Empty") + "/lint").SaysNot("How often does the server restart?")
	instance, akm := faulty(b)
	b.Put(akm+"/edit", akm, url.Values{"restock": {"7300"}, "nominal": {"5"}, "min": {"1"}})
	path := instance + "/lint"
	b.Get(path).Says("How often does the server restart?").SaysNot("restock")
	b.Put(path, path+"/rules", url.Values{"restart_interval": {"3600"}}).LeadsTo(path)
	b.Get(path).Says("restock is 7300 s").SaysNot("How often does the server restart?")
}

// TestServerLogs holds that a log of the server adds problems until it is dismissed, however large it is.
func TestServerLogs(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, _ := faulty(b)
	path := instance + "/lint"
	send := func(name, text string) webtest.Answer {
		return b.UploadAs("files[]", path+"/logs", url.Values{name: {text}}, b.Token(path))
	}
	send("types.xml", "<types/>").LeadsTo(path)
	b.Get(path).Says("This is not a log of a DayZ server")
	const log = "Current time:  2026/01/12 18:30:05\n18:30:07.5 !!! [CE][offlineDB] :: Type 'AKM' will be ignored. (Type does not exist. " +
		"(Typo?))\n"
	send("server.RPT", log+strings.Repeat("18:30:08.1 nothing\n", 100_000)).LeadsTo(path) // more than other uploads may have
	b.Get(path).Says("server.RPT was read: 1 complaint.", "Class the server does not know", "line 2, server started 2026")
	dismiss := regexp.MustCompile(`/lint/logs/\w+/dismiss`).FindString(b.Get(path).Body.String())
	b.Submit(path, instance+dismiss, nil).LeadsTo(path)
	b.Get(path).Says("The log was dismissed.").SaysNot("server.RPT")
	b.Submit(path, path+"/logs", nil).LeadsTo(path)
	b.Get(path).Says("Choose a log of the server first.")
}

// TestLintOfOthers holds that nobody sees or changes what is not his.
func TestLintOfOthers(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	instance, _ := faulty(s.User("Ada", false))
	b := s.User("Bo", false)
	for _, path := range []string{"/lint", "/lint/rules", "/lint/fix?rule=min-over-nominal", "/lint/marks/types"} {
		b.Get(instance + path).Status(403)
		s.Visitor().Get(instance + path).LeadsTo("/login")
	}
	b.Submit("/instances", instance+"/lint/fix?rule=min-over-nominal", nil).Status(403)
	b.Put("/instances", instance+"/lint/rules", nil).Status(403)
}

// TestLintDocs holds that every rule has a page, for everyone.
func TestLintDocs(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).Visitor()
	overview := b.Get("/docs/lint")
	for _, rule := range lint.Rules() {
		overview.Says(`href="/docs/lint/` + rule.ID + `"`)
		b.Get("/docs/lint/"+rule.ID).Says(rule.ID, string(rule.Severity)).SaysNot("`")
	}
	b.Get("/docs/lint/none").Status(404)
}
