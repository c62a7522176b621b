package apidocs

import (
	"net/http"
	"path"
	"regexp"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// examplesOf shows each action of a resource once.
func examplesOf(r endpoint.Resource) []exampleCall {
	var list []exampleCall
	shown := map[endpoint.Action]bool{}
	for _, e := range r.Endpoints {
		if shown[e.Action] || r.Surface == endpoint.C {
			continue
		}
		shown[e.Action] = true
		if example := exampleOf(e); example.Request != "" {
			list = append(list, example)
		}
	}
	return list
}

// exampleOf fills the example of an action, and leaves it empty for an action that has none.
func exampleOf(e endpoint.Endpoint) exampleCall {
	example := exampleCall{ID: exampleID(e), Title: ui.Capital(string(e.Action)), Status: "200 OK"}
	if e.Operation != nil {
		showOperation(&example, e)
		return example
	}
	switch e.Action {
	case endpoint.List:
		example.Request, example.Answer = curl(e, "?per_page=50"), listAnswer(e)
	case endpoint.ExportCSV:
		example.Request, example.Status = curl(e, "", "-o "+path.Base(e.Path)), "200 OK, the file itself"
	case endpoint.ImportCSV:
		example.Request = curl(e, "", `-H "Content-Type: text/csv"`, "--data-binary @"+path.Base(e.Path))
		example.Answer = indented([]byte(`{"data":{"created":0,"updated":2,"unchanged":40}}`))
	case endpoint.Get:
		example.Request, example.Answer = curl(e, ""), recordAnswer(e)
	case endpoint.Create:
		example.Request, example.Answer, example.Status = curl(e, "", sending(e.Record.ExampleBody())...), recordAnswer(e), "201 Created"
	case endpoint.Update:
		example.Request, example.Same = curl(e, "", sending(e.Record.ExampleBody())...), "example-get"
	case endpoint.Patch:
		example.Request, example.Same = curl(e, "", sending(changeOf(e.Record))...), "example-get"
	case endpoint.Delete:
		example.Request, example.Answer = curl(e, ""), deletionAnswer(e.Record)
	}
	return example
}

func exampleID(e endpoint.Endpoint) string {
	return "example-" + strings.ReplaceAll(string(e.Action), " ", "-")
}

// curl writes a request for a shell, with variables for the parameters of the path.
func curl(e endpoint.Endpoint, query string, options ...string) string {
	command := "curl -s"
	if e.Method != http.MethodGet && e.Method != http.MethodPost {
		command += " -X " + e.Method
	}
	if e.Operation == nil || !e.Operation.IsOpen() {
		command += ` -H "Authorization: Bearer $TOKEN"`
	}
	lines := append([]string{command}, options...)
	return strings.Join(append(lines, `"$QM`+shellPath(e.Path)+query+`"`), " \\\n  ")
}

var pathParam = regexp.MustCompile(`\{([^}]+)\}`)

// shellPath puts shell variables in place of the parameters of a path: {eventSpawn} becomes $EVENT_SPAWN.
func shellPath(path string) string {
	return pathParam.ReplaceAllStringFunc(path, func(param string) string {
		name := strings.Trim(param, "{}")
		if name == fileParam {
			return examplePath
		}
		return "$" + shellName(name)
	})
}

// shellName is the variable for a parameter of a path: EVENT_SPAWN for eventSpawn.
func shellName(param string) string {
	return strings.ToUpper(capitals.ReplaceAllString(strings.TrimSuffix(param, "_sid"), "_$0"))
}

var capitals = regexp.MustCompile(`[A-Z]`)

// fileParam is the parameter for a generated file, and examplePath is one.
const (
	fileParam   = "path"
	examplePath = "mpmissions/dayzOffline.chernarusplus/db/types.xml"
)

// oneLine is how long a body on one line may be, in bytes.
const oneLine = 60

// sending are the options of a request with a JSON body. A body in single quotes needs no escapes of slashes.
func sending(o *jsontree.Object) []string {
	text := string(jsontree.AppendValue(nil, o))
	if len(text) > oneLine {
		text = indented([]byte(text))
	}
	return []string{`-H "Content-Type: application/json"`, "-d '" + strings.ReplaceAll(text, `\/`, "/") + "'"}
}

// changeOf is a body that changes one field, and no required one where there is a choice.
func changeOf(r *record.Resource) *jsontree.Object {
	var chosen *record.Field
	for _, f := range r.Fields {
		plain := f.Writable() && f.Flat() && f.Example != ""
		switch {
		case plain && !f.Required:
			return only(r, f)
		case plain && (chosen == nil || chosen == r.Title):
			chosen = f
		}
	}
	return only(r, chosen)
}

func only(r *record.Resource, f *record.Field) *jsontree.Object {
	value, _ := r.ExampleBody().Get(f.Name)
	o := new(jsontree.Object)
	o.Set(f.Name, value)
	return o
}
