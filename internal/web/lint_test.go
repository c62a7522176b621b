package web

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/lint"
	"quartermaster/internal/record"
)

// faulty makes an instance with a type whose min is above nominal, and a message that says not when it stops the server.
func faulty(b *browser) (instance, akm string) {
	b.t.Helper()
	instance = b.instance("Livonia & <Hardcore>")
	class := b.stored(instance, record.InstanceClassnames, b.add(instance, record.InstanceClassnames, record.Values{"name": "AKM"}))
	akm = b.add(instance, record.Types, record.Values{"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": int64(5), "min": int64(10)})
	b.add(instance, record.Messages, record.Values{"text": "Bye <now>", "shutdown": int64(1)})
	return instance, akm
}

func TestLintPage(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	b.get(b.instance("Empty") + "/lint").says("No problems found")
	instance, akm := faulty(b)
	path := instance + "/lint"
	b.get(path).says(
		"1 error, 1 warning.", `href="`+akm+`/edit" class="code"`, "min is 10 and nominal 5.", `href="/docs/lint/min-over-nominal"`, "Bye &lt;now&gt;", "by hand",
		`href="`+path+"/fix?rule=min-over-nominal&amp;sid="+akm[len(akm)-10:]+`"`)
	b.get(path+"?severity=error").says("Severity: Errors").saysNot("nominal 5", "Nothing matches")
	b.get(path + "?resource=types").says("nominal 5").saysNot("Bye")
	b.get(path+"?rule=min-over-nominal&search=akm").says("nominal 5", "Rule: Min above nominal").saysNot("Bye")
	b.get(path+"?search=nothing").says("Nothing matches", "1 error, 1 warning.")
	b.get(path + "?rule=min-over-nominal&page=9").says("No rows on this page, 1 in total")
	b.get(path + "?sid=" + akm[len(akm)-10:]).says("nominal 5").saysNot("Bye")
}

func TestLintFixPage(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, akm := faulty(b)
	path := instance + "/lint/fix?rule=min-over-nominal"
	b.get(path+"&sid="+akm[len(akm)-10:]).says("Fix: Min above nominal", "This changes 1 record in one revision", "<td class=\"before\">10</td><td class=\"after\">5</td>", "Fix all of this kind")
	b.get(path).says("Change 1 record").saysNot("Fix all of this kind")
	if least := b.stored(instance, record.Types, akm)[record.Types.Index("min")]; least != int64(10) {
		t.Errorf("the preview has set min to %v", least)
	}
	b.submit(path, path, nil).leadsTo(instance + "/lint")
	b.get(instance+"/lint").says("1 record was changed. You can undo this in the history.", "/undo?seen=", "1 error.").saysNot("nominal 5")
	if least := b.stored(instance, record.Types, akm)[record.Types.Index("min")]; least != int64(5) {
		t.Errorf("min is %v", least)
	}
	for _, settled := range []string{path, instance + "/lint/fix?rule=none", instance + "/lint/fix"} {
		b.get(settled).leadsTo(instance + "/lint")
		b.get(instance + "/lint").says("There is nothing to fix here")
	}
	b.submit(instance, path, nil).leadsTo(instance + "/lint")
}

// TestFixOfAFilePage holds that the preview of a changed file shows its lines.
func TestFixOfAFilePage(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Modded")
	b.add(instance, record.Events, record.Values{"name": "StaticBoat", "active": int64(0), "source_file": "mods/boats.xml"})
	path := instance + "/lint/fix?rule=file-not-loaded"
	b.get(path).says("cfgeconomycore.xml", "created", "&#43;     &lt;file name=&#34;boats.xml&#34; type=&#34;events&#34;/&gt;")
	b.submit(path, path, nil).leadsTo(instance + "/lint")
	b.get(instance + "/lint").says("No problems found")
}

func TestLintRulesPage(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, _ := faulty(b)
	path := instance + "/lint/rules"
	b.get(path).says("default: warning", `name="severities[min-over-nominal]"`, `name="restart_interval" value=""`)
	b.put(path, path, url.Values{"restart_interval": {"3600"}, "severities[min-over-nominal]": {"error"}, "severities[shutdown-without-deadline]": {"off"}}).leadsTo(instance + "/lint")
	b.get(instance+"/lint").says("The rules were saved.", "1 error.").saysNot("Bye")
	b.get(path).says(`value="3600"`, `<option value="error" selected>error</option>`)
	b.put(path, path, url.Values{"restart_interval": {"5"}, "severities[min-over-nominal]": {""}}).leadsTo(path)
	b.get(path).says("The restart interval field must be at least 60.")
	b.put(path, path, url.Values{"severities[min-over-nominal]": {""}}).leadsTo(instance + "/lint")
	b.get(instance + "/lint").says("1 warning.")
}

// TestProblemGroups holds that findings stand together by rule, with a way to all of them and to one fix for all.
func TestProblemGroups(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, _ := faulty(b)
	for _, name := range []string{"AK74", "AK101", "M4A1", "SKS", "Mosin9130"} {
		class := b.stored(instance, record.InstanceClassnames, b.add(instance, record.InstanceClassnames, record.Values{"name": name}))
		b.add(instance, record.Types, record.Values{"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": int64(1), "min": int64(2)})
	}
	b.add(instance, record.EventSpawns, record.Values{"name": "VehicleTransitBus"}) // the game's own files have it without its event
	path := instance + "/lint"
	b.get(path).says("1 error, 6 warnings.", `Min above nominal <span class="badge tone-neutral">6</span>`, "All 6", "Fix all 6", "1 problem that the game&#39;s own files have as well").
		saysNot("VehicleTransitBus")
	b.get(path+"?vanilla=1").says("VehicleTransitBus", "Files of the game: have the problem as well").saysNot("AK101", "the game&#39;s own files")
	b.get(path+"?rule=min-over-nominal").says("AK101", "Mosin9130", "Fix all 6").saysNot("All 6")
	b.get(path + "?rule=min-over-nominal&search=ak").saysNot("Fix all")
	fix := path + "/fix?rule=min-over-nominal"
	b.submit(fix, fix, nil).leadsTo(path)
	b.get(path).says("6 records were changed.", "1 error.").saysNot("is 2 and nominal")
	b.get(path + "/marks/types").says(`{"data":{}}`)
}

// TestMarks holds that lists learn what is found about their records.
func TestMarks(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, akm := faulty(b)
	sid := akm[len(akm)-10:]
	b.get(instance+"/types").says(`data-marks="`+instance+`/lint/marks/types"`, `data-sid="`+sid+`"`)
	b.get(instance+"/lint/marks/types").says(`{"data":{"`+sid+`":{"text":"1 problem","severity":"warning","url":"`, `lint?resource=types`)
	b.get(instance + "/lint/marks/nothing").status(404)
}

// TestRestartIsAskedOnce holds that the page asks for the time between restarts until it is known.
func TestRestartIsAskedOnce(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	b.get(b.instance("Empty") + "/lint").saysNot("How often does the server restart?")
	instance, akm := faulty(b)
	b.put(akm+"/edit", akm, url.Values{"restock": {"7300"}, "nominal": {"5"}, "min": {"1"}})
	path := instance + "/lint"
	b.get(path).says("How often does the server restart?").saysNot("restock")
	b.put(path, path+"/rules", url.Values{"restart_interval": {"3600"}}).leadsTo(path)
	b.get(path).says("restock is 7300 s").saysNot("How often does the server restart?")
}

// TestServerLogs holds that a log of the server adds problems until it is dismissed, however large it is.
func TestServerLogs(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, _ := faulty(b)
	path := instance + "/lint"
	send := func(name, text string) answer {
		return b.uploadAs("files[]", path+"/logs", url.Values{name: {text}}, b.token(path))
	}
	send("types.xml", "<types/>").leadsTo(path)
	b.get(path).says("This is not a log of a DayZ server")
	const log = "Current time:  2026/01/12 18:30:05\n18:30:07.5 !!! [CE][offlineDB] :: Type 'AKM' will be ignored. (Type does not exist. (Typo?))\n"
	send("server.RPT", log+strings.Repeat("18:30:08.1 nothing\n", 100_000)).leadsTo(path) // more than other uploads may have
	b.get(path).says("server.RPT was read: 1 complaint.", "Class that the server does not know", "line 2, server started 2026")
	dismiss := regexp.MustCompile(`/lint/logs/\w+/dismiss`).FindString(b.get(path).Body.String())
	b.submit(path, instance+dismiss, nil).leadsTo(path)
	b.get(path).says("The log was dismissed.").saysNot("server.RPT")
	b.submit(path, path+"/logs", nil).leadsTo(path)
	b.get(path).says("Choose a log of the server first.")
}

// TestLintOfOthers holds that nobody sees or changes what is not his.
func TestLintOfOthers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	instance, _ := faulty(s.user("Ada", false))
	b := s.user("Bo", false)
	for _, path := range []string{"/lint", "/lint/rules", "/lint/fix?rule=min-over-nominal", "/lint/marks/types"} {
		b.get(instance + path).status(403)
		s.visitor().get(instance + path).leadsTo("/login")
	}
	b.submit("/instances", instance+"/lint/fix?rule=min-over-nominal", nil).status(403)
	b.put("/instances", instance+"/lint/rules", nil).status(403)
}

// TestLintDocs holds that every rule has a page, for everyone.
func TestLintDocs(t *testing.T) {
	t.Parallel()
	b := openSite(t).visitor()
	overview := b.get("/docs/lint")
	for _, rule := range lint.Rules() {
		overview.says(`href="/docs/lint/` + rule.ID + `"`)
		b.get("/docs/lint/"+rule.ID).says(rule.ID, string(rule.Severity)).saysNot("`")
	}
	b.get("/docs/lint/none").status(404)
}
