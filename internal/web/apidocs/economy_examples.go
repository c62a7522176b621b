package apidocs

import "quartermaster/internal/endpoint"

// economyExamples fill the examples of the requests about the economy.
var economyExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
	endpoint.GetEconomy: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "")
		x.Answer = indented([]byte(`{"data":{"revision":12,"ground":{"known":true,"zones":false,"prototypes":436,"placed":11679,"without_prototype":[],"points":169533,"slots":45164},` +
			`"totals":{"types":1,"wanted":3,"category":[{"name":"weapons","types":1,"wanted":3,"share":3,"possible":1586}],"usage":[{"name":"Military","types":1,"wanted":3,"share":3,"possible":1586}],` +
			`"value":[{"name":"Tier4","types":1,"wanted":3,"share":3,"possible":1586}],"file":[{"name":"db/types.xml","types":1,"wanted":3,"share":3,"possible":1586}],` +
			`"building":[{"name":"Land_Mil_Barracks2","buildings":21,"points":399,"slots":126,"wanted":0.24}],"town":[],"tier":[]},` +
			`"types":[{"sid":"aB3dE5fG7h","name":"AKM","category":"weapons","usages":["Military"],"values":["Tier4"],"files":["db/types.xml"],"wanted":3,"min":2,` +
			`"buildings":433,"points":6194,"slots":1586,"possible":1586,"proxies":0,"reason":"","sources":["cargo"],"events":[]}],` +
			`"ammunition":[{"calibre":"7.62x39 mm","weapons":3,"magazines":0,"rounds":0,"piles":12,"boxes":3,"per_weapon":5,"of":[{"name":"AKM","wanted":3,"magazines":0,"fed":true}]}],` +
			`"food":{"types":0,"wanted":0,"players":60,"per_player":0}}}`))
	},
	endpoint.ProposeEconomy: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"operations":[{"op":"update","resource":"types","sid":"'"$TYPE"'","data":{"nominal":5}}]}'`)
		x.Same = exampleID(endpoint.Endpoint{Action: endpoint.GetEconomy})
	},
	endpoint.WhereOfType: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "?class=AKM")
		x.Answer = indented([]byte(`{"data":{"building":[{"name":"Land_Mil_Barracks2","buildings":21,"points":399,"slots":126,"wanted":0.24}],` +
			`"town":[{"name":"Airfield Vybor","buildings":40,"points":612,"slots":170,"wanted":0.32}],"tier":[{"name":"","buildings":433,"points":6194,"slots":1586,"wanted":3}]}}`))
	},
	endpoint.TakePrices: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"market":"jones","dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":{"revision":null,"changed":1,"rows":[{"sid":"aB3dE5fG7h","class":"AKM","trader":"Boris","expansion":false,"buy":[100,200],"most_buy":null,"sell":[50,100]}]}}`))
	},
	endpoint.RollClass: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "?class=ZmbM_PolicemanFat&seed=7")
		x.Answer = indented([]byte(`{"data":{"class":"ZmbM_PolicemanFat","known":true,"seed":7,"rolls":10000,"partial":false,` +
			`"items":[{"name":"Handcuffs","chance":0.06,"expected":0.06,"simulated":0.0588}],"numbers":[9412,588]}}`))
	},
	endpoint.FillBuilding: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "?building=Land_Mil_Barracks2")
		x.Answer = indented([]byte(`{"data":{"building":"Land_Mil_Barracks2","placed":21,"seed":1,"runs":20,"partial":false,"wanted":3,"filled":3,"average":0.01,` +
			`"items":[{"name":"AKM","chance":0.01,"expected":0.01}]}}`))
	},
}
