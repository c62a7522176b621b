package apidocs

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// exampleBase is the address of the service in examples of answers.
const exampleBase = "https://qm.example.org"

// indented lays JSON out for people. Its texts are written by this program, so that a mistake in one shows at start-up.
func indented(text []byte) string {
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		panic("web: example: " + err.Error())
	}
	return out.String()
}

// onSurfaceB reports whether answers hold bare records.
func onSurfaceB(e endpoint.Endpoint) bool { return e.OnSurface() == endpoint.B }

// recordAnswer is the example record as the endpoint answers it.
func recordAnswer(e endpoint.Endpoint) string {
	text := appendExample(e, e.Record.ExampleRow())
	if onSurfaceB(e) {
		return indented(text)
	}
	return indented(append(append([]byte(`{"data":`), text...), '}'))
}

// listAnswer is a list that holds the example record.
func listAnswer(e endpoint.Endpoint) string {
	row := e.Record.ExampleRow()
	for i, f := range e.Record.Fields {
		if f.Nested {
			row[i] = nil
		}
	}
	return pagedAnswer(e, "["+string(appendExample(e, row))+"]")
}

// pagedAnswer is the only page of a list, around its data.
func pagedAnswer(e endpoint.Endpoint, data string) string {
	path := strings.NewReplacer("{instance}", record.InstanceSummaries.SID(record.InstanceSummaries.ExampleRow()), "{revision}", "12").Replace(e.Path)
	page := string(jsontree.AppendString(nil, exampleBase+path+"?per_page=50&page=1"))
	return indented([]byte(`{"data":` + data + `,"links":{"first":` + page + `,"last":` + page +
		`,"prev":null,"next":null},"meta":{"current_page":1,"per_page":50,"total":1}}`))
}

// appendExample writes a record with the map that the answers about instances hold.
func appendExample(e endpoint.Endpoint, row record.Row) []byte {
	text := e.Record.AppendJSON(nil, row)
	fields := mapFields(e)
	if len(fields) == 0 {
		return text
	}
	text = append(text[:len(text)-1], `,"map":{`...)
	maps := record.Maps.ExampleRow()
	for i, name := range fields {
		if i > 0 {
			text = append(text, ',')
		}
		f := record.Maps.Field(name)
		text = f.AppendValue(f.AppendKey(text), maps[record.Maps.Index(name)])
	}
	return append(text, "}}"...)
}

// mapFields are those that the map in an answer about an instance has.
func mapFields(e endpoint.Endpoint) []string {
	switch e.Action {
	case endpoint.ListInstances, endpoint.GetInstance, endpoint.ShowInstance, endpoint.UpdateInstance:
		return []string{"id", "name", "name_short", "url", "is_modded"}
	}
	return nil
}

// pageAnswer is a page of surface B that holds the example record.
func pageAnswer(e endpoint.Endpoint) string {
	path := jsontree.AppendString(nil, exampleBase+e.Path)
	first := jsontree.AppendString(nil, exampleBase+e.Path+"?amount=30&page=1")
	replace := strings.NewReplacer("RECORD", string(appendExample(e, e.Record.ExampleRow())), "FIRST", string(first), "PATH", string(path))
	return indented([]byte(replace.Replace(`{"current_page":1,"data":[RECORD],"first_page_url":FIRST,"from":1,"last_page":1,"last_page_url":FIRST,` +
		`"links":[{"url":null,"label":"&laquo; Previous","active":false},{"url":FIRST,"label":"1","active":true},{"url":null,"label":"Next &raquo;","active":false}],` +
		`"next_page_url":null,"path":PATH,"per_page":30,"prev_page_url":null,"to":1,"total":1}`)))
}

// deletionAnswer counts one record of each kind that went along.
func deletionAnswer(r *record.Resource) string {
	text := []byte(`{"result":true`)
	for i, a := range r.Cascades {
		text = append(text, []string{`,"deleted":{`, `,`}[min(i, 1)]...)
		text = append(text, strconv.Quote(record.Named(a.Resource).Path)+":1"...)
	}
	if len(r.Cascades) > 0 {
		text = append(text, '}')
	}
	return indented(append(text, '}'))
}
