package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/lint"
	"quartermaster/internal/storetest"
)

// faulty is an instance with a type whose min is above nominal, and a message that says not when it stops the server.
func faulty(t *testing.T, c client) (instance, akm string) {
	t.Helper()
	instance, _ = c.instance(t)
	_, class := c.create(t, instance+"/classnames", `{"name":"AKM"}`)
	akm, _ = c.create(t, instance+"/types", `{"instance_classname_id":`+number(class)+`,"nominal":5,"min":10}`)
	c.create(t, instance+"/messages", `{"text":"Bye/\"now\"","shutdown":true}`)
	return instance, akm
}

func TestLint(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		empty, _ := c.instance(t)
		c.get(t, empty+"/lint").exactly(t, 200, `{"data":[]}`)
		instance, akm := faulty(t, c)
		answer := c.get(t, instance+"/lint")
		answer.expect(t, 200,
			"data.0.severity", `"error"`, "data.0.rule", `"shutdown-without-deadline"`, "data.0.resource", `"messages"`, "data.0.name",
			`"Bye/\"now\""`, "data.0.fix", "null",
			"data.1.severity", `"warning"`, "data.1.rule", `"min-over-nominal"`, "data.1.resource", `"types"`, "data.1.sid", `"`+sidOf(akm)+`"`,
			"data.1.name", `"AKM"`,
			"data.1.message", `"min (10) is above nominal (5)."`, "data.1.says", `{"params":{"min":10,"nominal":5},"rule":"above"}`, "data.1.fix",
			`"Lower min to 5."`, "data.1.vanilla", "false", "data.1.count", "absent",
			"data.1.records", "absent", "data.2", "absent")
		c.get(t, empty+"/lint/summary").exactly(t, 200, `{"data":[]}`)
		c.get(t, instance+"/lint/summary").exactly(t, 200, `{"data":[`+
			`{"rule":"shutdown-without-deadline","title":"`+lint.Named("shutdown-without-deadline").Title+`","severity":"error","count":1,`+
			`"fixable":0,"vanilla":0},`+
			`{"rule":"min-over-nominal","title":"`+lint.Named("min-over-nominal").Title+`","severity":"warning","count":1,"fixable":1,`+
			`"vanilla":0}]}`)
	})
}

// TestLintOfAFlood holds that many problems of one cause are one row, with all records, and that its fix is that of all.
func TestLintOfAFlood(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		for _, name := range strings.Fields("AKM AK74 AK101 M4A1 SKS Mosin9130 CZ527 CZ61 FNX45 Glock19 MP5K UMP45") {
			_, class := c.create(t, instance+"/classnames", `{"name":"`+name+`"}`)
			c.create(t, instance+"/types", `{"instance_classname_id":`+number(class)+`,"nominal":5,"min":10}`)
		}
		c.get(t, instance+"/lint").expect(t, 200, "data.0.rule", `"min-over-nominal"`, "data.0.sid", `""`, "data.0.name", `"types"`,
			"data.0.count", "12", "data.0.fix", `"Lower min to 5."`,
			"data.0.records.0.name", `"AKM"`, "data.0.records.11.message",
			`"min (10) is above nominal (5)."`, "data.0.records.12", "absent", "data.1",
			"absent")
		c.get(t, instance+"/lint?q=UMP45").expect(t, 200, "data.0.name", `"UMP45"`, "data.0.count", "absent", "data.1", "absent")
		c.get(t, instance+"/lint/summary").expect(t, 200, "data.0.count", "12", "data.0.fixable", "12")
		c.send(t, "POST", instance+"/lint/fix", `{"findings":[{"rule":"min-over-nominal","sid":""}]}`).expect(t, 200,
			"data.changes.11.after.min", "5")
		c.get(t, instance+"/lint").exactly(t, 200, `{"data":[]}`)
	})
}

func TestLintFix(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, akm := faulty(t, c)
		const finding = `"findings":[{"rule":"min-over-nominal","sid":"SID"}]`
		one := strings.Replace(finding, "SID", sidOf(akm), 1)
		change := `{"resource":"types","sid":"` + sidOf(akm) + `","title":"AKM","before":{"min":10},"after":{"min":5}}`
		path := instance + "/lint/fix"
		c.send(t, "POST", path, `{`+one+`,"dry_run":true}`).exactly(t, 200, `{"data":{"dry_run":true,"changes":[`+change+`]}}`)
		c.get(t, akm).expect(t, 200, "data.min", "10")
		c.send(t, "POST", path, `{`+one+`}`).exactly(t, 200, `{"data":{"dry_run":false,"changes":[`+change+`]}}`)
		c.get(t, akm).expect(t, 200, "data.min", "5", "data.nominal", "5")
		c.get(t, instance+"/lint").expect(t, 200, "data.0.rule", `"shutdown-without-deadline"`, "data.1", "absent")
		c.get(t, instance+"/revisions").expect(t, 200, "data.0.action", `"fix"`, "data.0.changes_count", "1")
		const nothing = "There is nothing to fix: the problem has been fixed already, or has to be fixed by hand."
		for body, want := range map[string]string{
			`{` + one + `}`: invalid("findings.0", nothing),
			`{"findings":[{"rule":"shutdown-without-deadline"}]}`: invalid("findings.0", nothing),
			`{"findings":[{"rule":"none"}],"dry_run":true}`:       invalid("findings.0", nothing),
			`{}`:                invalid("findings", "The findings field is required."),
			`{"findings":[]}`:   invalid("findings", "The findings field is required."),
			`{"findings":[{}]}`: invalid("findings.0.rule", "The findings.0.rule field is required."),
			`{"findings":[{"rule":"min-over-nominal"}],"dry_run":"no"}`: invalid("dry_run", "The dry run field must be true or false."),
		} {
			c.send(t, "POST", path, body).exactly(t, 422, want)
		}
		c.send(t, "POST", path, `{"findings":{"a":1}}`).expect(t, 422, "errors.findings", `["The findings field must be a list."]`)
		c.send(t, "POST", path, `{"findings":["all"]}`).expect(t, 422, "message", `"The findings.0 field must be an object."`)
	})
}

func TestLintRules(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := faulty(t, c)
		path := instance + "/lint/rules"
		first := lint.Rules()[0]
		c.get(t, path).expect(t, 200, "data.restart_interval", "null",
			"data.rules.0",
			`{"default":"`+string(first.Severity)+`","rule":"`+first.ID+`","severity":"`+string(first.Severity)+`","title":"`+first.Title+`"}`)
		changed := c.send(t, "PUT", path, `{"restart_interval":3600,"severities":{"shutdown-without-deadline":"off","`+first.ID+`":"info"}}`)
		changed.expect(t, 200, "data.restart_interval", "3600", "data.rules.0.severity", `"info"`, "data.rules.0.default",
			`"`+string(first.Severity)+`"`)
		c.get(t, path).exactly(t, 200, changed.body)
		c.get(t, instance+"/lint").expect(t, 200, "data.0.rule", `"min-over-nominal"`, "data.1", "absent")
		c.send(t, "PUT", path, `{"severities":{"`+first.ID+`":null}}`).expect(t, 200, "data.restart_interval", "3600", "data.rules.0.severity",
			`"`+string(first.Severity)+`"`)
		c.send(t, "PUT", path, `{"severities":{"none":"off"}}`).exactly(t, 422, invalid("severities.none", "There is no rule none."))
		c.send(t, "PUT", path, `{"restart_interval":0}`).exactly(t, 422, invalid("restart_interval",
			"The restart interval field must be at least 60."))
		c.get(t, path).expect(t, 200, "data.restart_interval", "3600")
	})
}
