package apidocs

import (
	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// singleExamples fill the examples of actions that one endpoint has and whose answer is no plain record.
var singleExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
	endpoint.Health: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = `curl -s "$QM` + e.Path + `"`
		x.Answer = indented([]byte(`{"status":"healthy","checks":{"database":{"status":"ok"},"cache":{"status":"ok"},"storage":{"status":"ok"},` +
			`"queue":{"status":"ok","connection":"database","driver":"sqlite","queue":"default","verification":"heartbeat"}},` +
			`"timestamp":"2026-02-01T12:00:00+00:00"}`))
	},
	endpoint.Apply: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "?dry_run=1", "-X POST")
		x.Answer = indented([]byte(`{"data":{"matched":12,"updated":9,"dry_run":true}}`))
	},
	endpoint.ListFiles: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "")
		x.Answer = indented([]byte(`{"data":[{"path":"mpmissions\/dayzOffline.chernarusplus\/db\/types.xml","kind":"types","size":1048576,` +
			`"sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","records":2048,"state":"changed","warnings":[],"error":null,"line":null,"broken":false,"copy_of":null,"note":false,` +
			`"origin":null}]}`))
	},
	endpoint.ImportFiles: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", "-F mode=merge", "-F 'files[]=@types.xml'", "-F 'files[]=@events.xml'")
		x.Answer = indented([]byte(`{"data":{"files":[` +
			`{"path":"mpmissions\/dayzOffline.chernarusplus\/db\/types.xml","uploaded":"types.xml","kind":"types","status":"imported","created":2,"updated":1,"unchanged":2045,"deleted":0,"opens_as":null,"warnings":[],"error":null,"kept":false},` +
			`{"path":"mpmissions\/dayzOffline.chernarusplus\/db\/events.xml","uploaded":"events.xml","kind":"events","status":"failed","created":1,"updated":0,"unchanged":0,"deleted":0,"opens_as":null,"warnings":[],` +
			`"error":"line 12: <\/event> expected, found <\/events>","kept":true}]}}`))
	},
	endpoint.WatchJob: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Status = curl(e, "", "-N"), "200 OK, events until the job ends"
	},
	endpoint.CancelJob: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), deletionAnswer(e.Record)
	},
	endpoint.DownloadFile: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Status = curl(e, "", "-o types.xml"), "200 OK, the file itself"
	},
	endpoint.DownloadZip: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Status = curl(e, "", "-o files.zip"), "200 OK, a ZIP of all files"
	},
	endpoint.DownloadStored: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Status = curl(e, "", "-o types.xml"), "200 OK, the file itself"
	},
	endpoint.DeleteStored: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), deletionAnswer(e.Record)
	},
	endpoint.Batch: func(x *exampleCall, e endpoint.Endpoint) {
		operations, results := batchExample()
		x.Request, x.Answer = curl(e, "", sending(operations)...), indented(results)
	},
	endpoint.RunRecipe: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":[{"matched":3,"changed":1,"unchanged":2,"clamped":0,"referring":0,"revision":null,"deleted":{},` +
			`"rows":[{"resource":"types","sid":"aB3dE5fG7h","name":"AKM","clamped":false,"deleted":false,"changes":{"nominal":[12,6]}}]}]}`))
	},
	endpoint.RunRecipes: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"recipes":[{"recipe":"more-loot","factor":1.2}],"dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":[{"matched":3,"changed":1,"unchanged":2,"clamped":0,"referring":0,"revision":null,"deleted":{},` +
			`"rows":[{"resource":"types","sid":"aB3dE5fG7h","name":"AKM","clamped":false,"deleted":false,"changes":{"nominal":[10,12],"min":[5,6]}}]}]}`))
	},
	endpoint.CopyRecipe: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"name":"A copy"}'`)
		x.Status, x.Answer = "201 Created", recordAnswer(e)
	},
	endpoint.GetBuiltInRecipes: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "")
		x.Answer = indented([]byte(`{"data":[{"sid":"more-loot","name":"More loot","note":"Multiplies nominal ...","factor":{"default":1.5,"min":1,"max":10,"help":"..."},` +
			`"steps":[{"resource":"types","q":"nominal>0 -crafted:yes","operations":[{"op":"scale","value":1.5}]}]}]}`))
	},
	endpoint.Bulk: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"q":"changed:7d","operations":[{"op":"delete"}],"dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":{"matched":1,"changed":1,"unchanged":0,"clamped":0,"referring":0,"revision":null,"deleted":` + dependents(e.Record) +
			`,"rows":[{"resource":"` + e.Record.Path + `","sid":"aB3dE5fG7h","name":"Example","clamped":false,"deleted":true,"changes":{}}]}}`))
	},
	endpoint.PageInstances: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, "?amount=30"), pageAnswer(e)
	},
}

// batchExample is a body that makes one record and makes or changes another, and the answer to it.
func batchExample() (body *jsontree.Object, answer []byte) {
	message, spawn := record.Messages, record.PlayerSpawns
	body = new(jsontree.Object)
	body.Set("operations", []any{batchOperation("create", message), batchOperation("upsert", spawn)})
	answer = message.AppendJSON([]byte(`{"data":{"results":[{"op":"create","status":201,"data":`), message.ExampleRow())
	answer = spawn.AppendJSON(append(answer, `},{"op":"upsert","status":200,"data":`...), spawn.ExampleRow())
	return body, append(answer, "}]}}"...)
}

func batchOperation(op string, r *record.Resource) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("op", op)
	o.Set("resource", r.Path)
	o.Set("data", r.ExampleBody())
	return o
}

// dependents counts the records that are deleted with one of the resource, one of each sort.
func dependents(r *record.Resource) string {
	counts := new(jsontree.Object)
	for _, c := range r.Cascades {
		counts.Set(record.Named(c.Resource).Path, int64(1))
	}
	return string(jsontree.AppendValue(nil, counts))
}
