package apidocs

import "quartermaster/internal/endpoint"

// lintExamples fill the examples of the requests about findings.
var lintExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
	endpoint.Lint: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "")
		x.Answer = indented([]byte(`{"data":[{"severity":"warning","rule":"min-over-nominal","resource":"types","sid":"aB3dE5fG7h","name":"AKM",` +
			`"message":"min is 10 and nominal 5.","fix":"Lower min to 5.","vanilla":false}]}`))
	},
	endpoint.CountFindings: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "")
		x.Answer = indented([]byte(`{"data":[{"rule":"min-over-nominal","title":"Min above nominal","severity":"warning","count":1,"fixable":1,"vanilla":0}]}`))
	},
	endpoint.ListLintRules: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), lintRulesAnswer("warning")
	},
	endpoint.UpdateLintRules: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"severities":{"min-over-nominal":"error"}}'`)
		x.Answer = lintRulesAnswer("error")
	},
	endpoint.ListLogs: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), logAnswer()
	},
	endpoint.AddLogs: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, "", "-F 'files[]=@DayZServer_x64.RPT'"), logAnswer()
	},
	endpoint.DeleteLog: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), indented([]byte(`{"result":true}`))
	},
	endpoint.FixFindings: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"findings":[{"rule":"unused-preset"}],"dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":{"dry_run":true,"changes":[{"resource":"random-presets","sid":"aB3dE5fG7h","title":"foodVillage",` +
			`"before":{"name":"foodVillage","type":"cargo","chance":0.15,"items":[{"name":"BakedBeansCan","chance":0.2}]},"after":null}]}}`))
	},
}

func logAnswer() string {
	return indented([]byte(`{"data":[{"sid":"aB3dE5fG7h","name":"DayZServer_x64.RPT","sort":"rpt","started":"2026\/01\/12 18:30:05","version":"1.28.160123","size":104857,` +
		`"created_at":"2026-01-12T19:00:00.000000Z","entries":[{"what":"unknown class","name":"Mod_Rifle","detail":"","line":1204,"count":1}]}]}`))
}

// lintRulesAnswer shows one of the rules.
func lintRulesAnswer(severity string) string {
	return indented([]byte(`{"data":{"restart_interval":14400,"rules":[{"rule":"min-over-nominal","title":"Min above nominal","severity":"` + severity + `","default":"warning"}]}}`))
}
