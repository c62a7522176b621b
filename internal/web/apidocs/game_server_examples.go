package apidocs

import "quartermaster/internal/endpoint"

// gameServerExamples fill the examples of the requests about running game servers.
var gameServerExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
	endpoint.GetServer: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "")
		x.Answer = indented([]byte(`{"data":{"running":true,"problem":null,"asked_at":"2026-02-01T12:00:00.000000Z","name":"Chernarus for beginners","map":"chernarusplus",` +
			`"version":"1.28.161464","players":1,"max_players":60,"queue":0,"password":false,"clock":"16:05","online_seconds":[3600],` +
			`"online":[{"number":0,"name":"Anna","guid":"48032258807176771690632755883357","ping":40,"lobby":false}],"rcon_problem":null,` +
			`"mods":[` + exampleMod + `],"mods_cut":false,"seen":{"seen_at":"2026-02-01T12:00:00.000000Z","name":"Chernarus for beginners","map":"chernarusplus",` +
			`"version":"1.28.161464","mods":[` + exampleMod + `]}}}`))
	},
	endpoint.GetRCon: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), rconAnswer()
	},
	endpoint.SetRCon: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"port":2305,"password":"what only you know"}'`)
		x.Answer = rconAnswer()
	},
	endpoint.DeleteRCon: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), indented([]byte(`{"result":true}`))
	},
	endpoint.Command: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"command":"warn","minutes":10,"text":"See you soon."}'`)
		x.Answer = indented([]byte(`{"data":{"command":"warn"}}`))
	},
}

const exampleMod = `{"workshop_id":"1559212036","name":"Community Framework"}`

func rconAnswer() string {
	return indented([]byte(`{"data":{"host":null,"port":2305,"has_password":true}}`))
}
