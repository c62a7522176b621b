package apidocs

import (
	"quartermaster/internal/endpoint"
)

// singleExamples fill the examples of actions that one endpoint has and whose answer is no plain record.
var singleExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
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
}
