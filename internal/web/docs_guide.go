package web

import (
	"net/http"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
)

// DocsGuide holds the requests and answers that the first page shows.
type DocsGuide struct {
	First   Listing // what to try first
	Invalid Listing // an answer with the status 422
	Tagged  Listing // a change under the condition that nobody else was faster
	Keyed   Listing // a request that may be sent again
	CSV     Listing // a list as a file, and the file back
}

func newDocsGuide() DocsGuide {
	list := endpoint.Endpoint{Method: http.MethodGet, Path: "/api/v1/instances"}
	return DocsGuide{
		First: Listing{"first-request", "First request", curl(list, "")},
		Invalid: Listing{"invalid", "Answer: 422 Unprocessable Content", indented([]byte(`{"message":"The name field is required.",` +
			`"errors":{"name":["The name field is required."],"nominal":["The nominal field must be an integer."]}}`))},
		Tagged: Listing{"tagged", "Change under a condition", taggedChange()},
		Keyed:  Listing{"keyed", "Request with a key", keyedCreation()},
		CSV:    Listing{"csv-file", "A list as a file, and back", csvRoundTrip()},
	}
}

// taggedChange reads a record's tag and changes the record only if it still has it.
func taggedChange() string {
	const one = "/api/v1/instances/{instance}/types/{type}"
	get, patch := endpoint.Endpoint{Method: http.MethodGet, Path: one}, endpoint.Endpoint{Method: http.MethodPatch, Path: one}
	options := append([]string{`-H "If-Match: $tag"`}, sending(changeOf(record.Types))...)
	return "tag=$(" + curl(get, "", "-o type.json -w '%header{etag}'") + ")\n" + curl(patch, "", options...)
}

func keyedCreation() string {
	post := endpoint.Endpoint{Method: http.MethodPost, Path: "/api/v1/instances/{instance}/messages"}
	return "key=$(date +%s)-$RANDOM\n" + curl(post, "", append([]string{`-H "Idempotency-Key: $key"`}, sending(record.Messages.ExampleBody())...)...)
}

func csvRoundTrip() string {
	get := endpoint.Endpoint{Method: http.MethodGet, Path: "/api/v1/instances/{instance}/types"}
	post := endpoint.Endpoint{Method: http.MethodPost, Path: get.Path}
	return curl(get, "", `-H "Accept: text/csv"`, "-o types.csv") + "\n" +
		curl(post, "", `-H "Content-Type: text/csv"`, "--data-binary @types.csv")
}

// docsVariables sets the variables that the examples use.
func docsVariables(base string) Listing {
	lines := []string{"export QM=" + base, "export TOKEN='your token'", "export INSTANCE='sid of your instance'"}
	return Listing{"variables", "Variables of the examples", strings.Join(lines, "\n")}
}
