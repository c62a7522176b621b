package apidocs

import (
	"strings"

	"quartermaster/internal/endpoint"
)

// singleExamples fill the examples of actions that one endpoint has and whose answer is no plain record.
var singleExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
	endpoint.Health: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = `curl -s "$QM` + e.Path + `"`
		x.Answer = indented([]byte(`{"status":"healthy","checks":{"database":{"status":"ok"},"cache":{"status":"ok"},"storage":{"status":"ok"},` +
			`"queue":{"status":"ok","connection":"database","driver":"sqlite","queue":"default","verification":"heartbeat"}},` +
			`"timestamp":"2026-02-01T12:00:00+00:00"}`))
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
	endpoint.ListRevisions: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, "?per_page=50"), pagedAnswer(e, "["+exampleRevision+"]")
	},
	endpoint.ExportRevisions: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Status = curl(e, "?of=types", "-o history.json"), "200 OK, the file itself"
	},
	endpoint.ExportChanges: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Status = curl(e, "?of=types", "-o history.csv"), "200 OK, the file itself"
	},
	endpoint.ExportImported: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Status = curl(e, "", "-o update.csv"), "200 OK, the file itself"
	},
	endpoint.SumUpRevisions: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "")
		x.Answer = indented([]byte(`{"data":{"since":"2026-02-01T00:00:00.000000Z","people":[{"author":"Ada","revisions_count":14,"changes_count":310,"last_at":"2026-02-01T12:00:00.000000Z"}]}}`))
	},
	endpoint.GetRevision: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "?per_page=50")
		x.Answer = pagedAnswer(e, strings.TrimSuffix(exampleRevision, "}")+`,"changes":[`+exampleChange+`]}`)
	},
	endpoint.RevisionFiles: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "")
		x.Answer = indented([]byte(`{"data":{"revision":14,"added_count":0,"removed_count":0,"changed_count":1,"files":[{"path":"mpmissions/dayzOffline.chernarusplus/db/types.xml",` +
			`"kind":"types","first":false,"added_count":0,"removed_count":0,"changed_count":1,"note":null,"records":[` +
			`{"op":"changed","resource":"types","name":"AKM","sid":null,"fields":{"nominal":{"old":5,"new":8}}}]}],"still_used":[]}}`))
	},
	endpoint.CompareRevisions: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "?per_page=50")
		x.Answer = pagedAnswer(e, "["+strings.TrimSuffix(exampleChange, "}")+`,"change":"changed"}]`)
	},
	endpoint.RevertTo: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":{"revision":null,"created":2,"updated":1,"deleted":0,` +
			`"resources":[{"resource":"events","created":2,"updated":1,"deleted":0}],"warnings":[],"dry_run":true}}`))
	},
	endpoint.UndoRevision: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":{"revision":null,"created":0,"updated":1,"deleted":0,` +
			`"resources":[{"resource":"events","created":0,"updated":1,"deleted":0}],"warnings":[],"dry_run":true}}`))
	},
	endpoint.PageInstances: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, "?amount=30"), pageAnswer(e)
	},
}

// A revision and what it did to a record, as the examples show them.
const (
	exampleRevision = `{"number":12,"author":"Ada","action":"update","summary":"events: StaticHeliCrash","changes_count":1,"created_at":"2026-02-01T12:00:00.000000Z"}`
	exampleChange   = `{"resource":"events","sid":"aB3dE5fG7h","title":"StaticHeliCrash","before":{"nominal":3},"after":{"nominal":5}}`
)
