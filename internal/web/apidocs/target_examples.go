package apidocs

import "quartermaster/internal/endpoint"

// targetExamples fill the examples of the requests about the files of game servers.
var targetExamples = map[endpoint.Action]func(*exampleCall, endpoint.Endpoint){
	endpoint.GetTarget: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), targetAnswer()
	},
	endpoint.SetTarget: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{
    "protocol": "sftp",
    "host": "files.example.org",
    "username": "dayz",
    "password": "what only you know",
    "dir": "/srv/dayz"
  }'`)
		x.Answer = targetAnswer()
	},
	endpoint.DeleteTarget: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, ""), indented([]byte(`{"result":true}`))
	},
	endpoint.Pull: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request = curl(e, "", `-H "Content-Type: application/json"`, `-d '{"dry_run":true}'`)
		x.Answer = indented([]byte(`{"data":{"files":[{"path":"mpmissions\/dayzOffline.chernarusplus\/db\/types.xml","uploaded":null,"kind":"types","status":"imported","created":0,"updated":1,"unchanged":1931,` +
			`"deleted":0,"opens_as":null,"warnings":[],"error":null,"base":{"kind":"delivered","name":null},"own":{"kept":0,"taken":0,"removed":0},"taken":1,"kept":0,"conflicts":[],"conflicts_omitted":0,"revision":null}],"dry_run":true,"changes":[],"changes_omitted":0,` +
			`"mode":"update","prefer":"mine","paths":[],"choices":{},"listed":134,"fetched":1,"bytes":583412,"differences":[{"path":"mpmissions\/dayzOffline.chernarusplus\/db\/types.xml",` +
			`"on_server":"mpmissions\/dayzOffline.chernarusplus\/db\/types.xml","status":"changed","bytes":583412,"taken":true,"since":[{"resource":"types","sid":null,"name":"Apple","op":"create","fields":{"name":{"old":null,"new":"Apple"}}}],"since_omitted":0}]}}`))
	},
	endpoint.TestTarget: func(x *exampleCall, e endpoint.Endpoint) {
		x.Request, x.Answer = curl(e, "", "-X POST"), indented([]byte(`{"data":`+testAnswer+`}`))
	},
}

const testAnswer = `{"ok":true,"fingerprint":"SHA256:47DEQpj8HBSa+\/TImW+5JCeuQeRkm5NMpJWZG3hSuFU","pinned":null,"layout":"PC server","mission":"dayzOffline.chernarusplus",` +
	`"folders":{"mission":"mpmissions\/dayzOffline.chernarusplus","profiles":"profiles","battleye":"battleye"},"config":"serverDZ.cfg","lists":[],"files":134,` +
	`"problems":[],"notes":[],"tested_at":"2026-01-12T19:00:00.000000Z"}`

// targetAnswer shows a target that has not been tested.
func targetAnswer() string {
	return indented([]byte(`{"data":{"protocol":"sftp","host":"files.example.org","port":null,"username":"dayz","has_password":true,"has_private_key":false,` +
		`"public_key":null,"dir":"\/srv\/dayz","implicit_tls":false,"pinned":null,"folders":{"mission":null,"profiles":null,"battleye":null},"tested":null}}`))
}
