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

// recordAnswer is the example record as the endpoint answers it.
func recordAnswer(e endpoint.Endpoint) string {
	text := e.Record.AppendJSON(nil, e.Record.ExampleRow())
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
	return pagedAnswer(e, "["+string(e.Record.AppendJSON(nil, row))+"]")
}

// pagedAnswer is the only page of a list, around its data.
func pagedAnswer(e endpoint.Endpoint, data string) string {
	path := strings.NewReplacer("{instance}", record.InstanceSummaries.SID(record.InstanceSummaries.ExampleRow()), "{revision}",
		"12").Replace(e.Path)
	page := string(jsontree.AppendString(nil, exampleBase+path+"?per_page=50&page=1"))
	return indented([]byte(`{"data":` + data + `,"links":{"first":` + page + `,"last":` + page +
		`,"prev":null,"next":null},"meta":{"current_page":1,"per_page":50,"total":1}}`))
}

// earlierPage is the only page of a list of the earlier API, around its one record.
func earlierPage(e endpoint.Endpoint, record string) string {
	path := jsontree.AppendString(nil, exampleBase+e.Path)
	first := jsontree.AppendString(nil, exampleBase+e.Path+"?amount=30&page=1")
	replace := strings.NewReplacer("RECORD", record, "FIRST", string(first), "PATH", string(path))
	return indented([]byte(replace.Replace(`{"current_page":1,"data":[RECORD],"first_page_url":FIRST,"from":1,"last_page":1,` +
		`"last_page_url":FIRST,` +
		`"links":[{"url":null,"label":"&laquo; Previous","active":false},{"url":FIRST,"label":"1","active":true},{"url":null,"label":"Next ` +
		`&raquo;","active":false}],` +
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
