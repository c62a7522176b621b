package apidocs

import (
	"net/http"
	"slices"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
)

// guideExamples holds the requests and answers that the first page shows.
type guideExamples struct {
	First   listing // what to try first
	Invalid listing // an answer with the status 422
	Tagged  listing // a change under the condition that nobody else was faster
	Keyed   listing // a request that may be sent again
	CSV     listing // a list as a file, and the file back
	Params  []string
}

func newGuide() guideExamples {
	list := endpoint.Endpoint{Method: http.MethodGet, Path: "/api/v1/instances"}
	return guideExamples{
		First: listing{"first-request", "First request", curl(list, "")},
		Invalid: listing{"invalid", "Response: 422 Unprocessable Content", indented([]byte(`{"message":"The name field is required.",` +
			`"errors":{"name":["The name field is required."],"nominal":["The nominal field must be an integer."]}}`))},
		Tagged: listing{"tagged", "Conditional change", taggedChange()},
		Keyed:  listing{"keyed", "Request with an idempotency key", keyedCreation()},
		CSV:    listing{"csv-file", "Export a list and import it again", csvRoundTrip()},
		Params: pathVariables(oneType(http.MethodGet)),
	}
}

// taggedChange reads a record's tag and changes the record only if it still has it.
func taggedChange() string {
	options := append([]string{`-H "If-Match: $tag"`}, sending(changeOf(record.Types))...)
	return "tag=$(" + curl(oneType(http.MethodGet), "", "-o type.json -w '%header{etag}'") + ")\n" +
		curl(oneType(http.MethodPatch), "", options...)
}

func oneType(method string) endpoint.Endpoint {
	return endpoint.Endpoint{Method: method, Path: "/api/v1/instances/{instance}/types/{type}", Record: record.Types}
}

func keyedCreation() string {
	post := endpoint.Endpoint{Method: http.MethodPost, Path: "/api/v1/instances/{instance}/messages"}
	return "key=$(date +%s)-$RANDOM\n" + curl(post, "", append([]string{`-H "Idempotency-Key: $key"`},
		sending(record.Messages.ExampleBody())...)...)
}

func csvRoundTrip() string {
	get := endpoint.Endpoint{Method: http.MethodGet, Path: "/api/v1/instances/{instance}/types.csv"}
	post := endpoint.Endpoint{Method: http.MethodPost, Path: get.Path}
	return curl(get, "", "-o types.csv") + "\n" +
		curl(post, "", `-H "Content-Type: text/csv"`, "--data-binary @types.csv")
}

// variables sets the variables that the examples use; params are the lines for the parameters of their paths.
func variables(base string, params []string) listing {
	lines := append([]string{"export QM=" + base, "export TOKEN='your token'"}, params...)
	return listing{"variables", "Variables used in the examples", strings.Join(lines, "\n")}
}

// pathVariables are the lines that set the variables for the paths of endpoints, each once.
func pathVariables(endpoints ...endpoint.Endpoint) (lines []string) {
	for _, e := range endpoints {
		for _, param := range e.Params() {
			line := "export " + shellName(param) + "='" + paramHint(e, param) + "'"
			if param != fileParam && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// paramHint says what stands for a parameter.
func paramHint(e endpoint.Endpoint, param string) string {
	switch {
	case param == "instance", param == "instance_sid":
		return "sid of your instance"
	case e.Record != nil && param == e.Record.Param():
		return "sid of the " + e.Record.One
	}
	return "the " + param
}
