package apidocs

import "quartermaster/internal/endpoint"

// documentExamples fill the examples of the requests about files that are one document each.
var documentExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
	endpoint.ListDocuments: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), indented([]byte(`{"data":[{`+aboutEconomy+`}]}`))
	},
	endpoint.GetDocument: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), indented([]byte(`{"data":{`+aboutEconomy+`,"document":{"dynamic":{"init":1,"load":1,"respawn":1,"save":1},`+economyGroups+`}}}`))
	},
	endpoint.PatchDocument: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"document":{"dynamic":{"respawn":0}}}'`)
		x.Answer = indented([]byte(`{"data":{` + aboutEconomy + `,"document":{"dynamic":{"init":1,"load":1,"respawn":0,"save":1},` + economyGroups + `}}}`))
	},
	endpoint.PresetDocument: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":{"name":"usual","title":"The game’s own values","about":"Which groups are set up, loaded, filled up and saved, as the game has it.","changes":[{"path":"dynamic.respawn","label":"Respawn","old":0,"new":1}],"revision":null}}`))
	},
	endpoint.ChangeZones: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "?file=env/zombie_territories.xml", `-H "Content-Type: application/json"`, `-d '{"names":["InfectedCity*"],"operations":[{"op":"multiply","field":"dmax","value":1.3}],"dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":{"matched":96,"changed":1,"unchanged":95,"revision":null,"rows":[{"file":"env/zombie_territories.xml","name":"InfectedCity","x":4520.5,"z":2441,"changes":{"dmax":[10,13]}}]}}`))
	},
}

const (
	aboutEconomy = `"slug":"economy","title":"Economy","about":"What the economy sets up, loads, fills up and saves, by group. Changes wipe or keep whole groups at the next restart.",` +
		`"format":"xml","path":"mpmissions\/dayzOffline.chernarusplus\/db\/economy.xml","file":null,"present":true,"error":null,"notes":[],"problems":[],"presets":[{"name":"usual","title":"The game’s own values","about":"Which groups are set up, loaded, filled up and saved, as the game has it."}]`

	economyGroups = `"animals":{"init":1,"load":0,"respawn":1,"save":0},"zombies":{"init":1,"load":0,"respawn":1,"save":0},"vehicles":{"init":1,"load":1,"respawn":1,"save":1},` +
		`"randoms":{"init":0,"load":0,"respawn":1,"save":0},"custom":{"init":0,"load":0,"respawn":0,"save":0},"building":{"init":1,"load":1,"respawn":0,"save":1},` +
		`"player":{"init":1,"load":1,"respawn":1,"save":1}`
)
