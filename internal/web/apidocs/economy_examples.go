package apidocs

import "quartermaster/internal/endpoint"

// economyExamples fill the examples of the requests about the economy.
var economyExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
	endpoint.ProposeEconomy: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"operations":[{"op":"update","resource":"types","sid":"'"$TYPE"'","data":{"nominal":5}}]}'`)
		x.Same = exampleID(endpoint.Endpoint{Action: "get economy"})
	},
}
