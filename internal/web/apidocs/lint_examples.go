package apidocs

import "quartermaster/internal/endpoint"

// lintExamples fill the examples of the requests about findings.
var lintExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
	endpoint.Geo: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "?layers=event-spawns")
		x.Answer = indented([]byte(`{"type":"FeatureCollection","features":[{"type":"Feature","id":"event-spawns/aB3dE5fG7h/positions.0","geometry":{"type":"Point","coordinates":[7500.5,8200]},` +
			`"properties":{"layer":"event-spawns","resource":"event-spawns","sid":"aB3dE5fG7h","title":"StaticHeliCrash","path":"positions.0","name":"StaticHeliCrash","sort":"StaticHeliCrash","radius":45,"angle":90}}]}`))
	},
	endpoint.GeoLayers: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "")
		x.Answer = indented([]byte(`{"data":[{"layer":"event-spawns","title":"Event positions","resource":"event-spawns"}]}`))
	},
}
