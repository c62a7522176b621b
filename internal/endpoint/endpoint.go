// Package endpoint is the table of what the service answers: groups of resources with their endpoints.
//
// Routes, the OpenAPI document and the pages of the API documentation are made from it, so that they cannot differ.
package endpoint

import (
	"net/http"
	"strings"
	"time"

	"quartermaster/internal/operation"
	"quartermaster/internal/record"
)

// Surface is one of the three interfaces of the service.
type Surface byte

// The surfaces.
const (
	A Surface = 'A' // REST API under /api/v1
	B Surface = 'B' // earlier JSON API under /api/instance
	C Surface = 'C' // forms in the browser
)

// Action names the operation of an endpoint.
type Action string

// The actions on records. An operation is called by its name.
const (
	List   Action = "list"
	Get    Action = "get"
	Create Action = "create"
	Update Action = "update" // PUT with the required fields
	Patch  Action = "patch"  // the same without
	Delete Action = "delete"

	ExportCSV Action = "export" // a list as CSV
	ImportCSV Action = "import" // CSV into records
)

// Endpoint is one request that the service answers.
type Endpoint struct {
	Method     string
	Path       string // with the names of its parameters in braces
	Action     Action
	Summary    string               // what it does, in a sentence
	Record     *record.Resource     // the resource; nil for endpoints without records
	Extension  bool                 // goes beyond the interface, and does not count
	Operation  *operation.Operation // what it does, where that is no plain reading or writing of records
	Deprecated *Deprecation
}

// Deprecation announces that an endpoint will be removed.
type Deprecation struct {
	Cutoff      time.Time // when it stops working
	Replacement string    // path of what to use in its place
}

// Resource groups the endpoints of one sort of record.
type Resource struct {
	Name      string // segment of the path, and of the documentation's address
	Title     string
	About     string // what it is, in a sentence
	Surface   Surface
	Record    *record.Resource
	Endpoints []Endpoint
}

// Group is a chapter of the table.
type Group struct {
	Name      string
	Resources []Resource
}

// Counts are the figures that the API documentation shows. Surface B is left out.
type Counts struct {
	Resources, Endpoints int // that are no extensions
	Writable             int // resources of these that have an endpoint that writes
	Forms                int // endpoints of these that are forms in the browser
	Extensions           int // the other endpoints
}

// Count counts the resources of surfaces A and C and their endpoints.
func Count(groups []Group) Counts {
	var n Counts
	for _, g := range groups {
		for _, r := range g.Resources {
			if r.Surface != B {
				n.add(r)
			}
		}
	}
	return n
}

func (n *Counts) add(r Resource) {
	n.Extensions += len(r.Endpoints) - r.stated()
	if r.Extension() {
		return
	}
	n.Resources++
	n.Endpoints += r.stated()
	if r.Surface == C {
		n.Forms += r.stated()
	}
	if r.Writable() {
		n.Writable++
	}
}

// stated is how many endpoints are no extensions.
func (r Resource) stated() (n int) {
	for _, e := range r.Endpoints {
		if !e.Extension {
			n++
		}
	}
	return n
}

// Extension reports whether the interface does not know the resource.
func (r Resource) Extension() bool { return r.stated() == 0 }

// Writable reports whether an endpoint of the resource changes something.
func (r Resource) Writable() bool {
	for _, e := range r.Endpoints {
		if e.Method != http.MethodGet {
			return true
		}
	}
	return false
}

// Served returns the endpoints of surfaces A and B, which answer JSON.
func Served(groups []Group) (list []Endpoint) {
	for _, g := range groups {
		for _, r := range g.Resources {
			if r.Surface != C {
				list = append(list, r.Endpoints...)
			}
		}
	}
	return list
}

// OnSurface says which surface answers the endpoint, by its path.
func (e Endpoint) OnSurface() Surface {
	switch {
	case strings.HasPrefix(e.Path, v1+"/"):
		return A
	case strings.HasPrefix(e.Path, earlier):
		return B
	}
	return C
}

// TakesKey reports whether the endpoint heeds an Idempotency-Key: all that POST but uploads, which are idempotent by nature.
func (e Endpoint) TakesKey() bool { return e.Method == http.MethodPost && !e.TakesFiles() }

// AnswersCSV reports whether the answer is CSV, whatever the client accepts.
func (e Endpoint) AnswersCSV() bool {
	return e.Action == ExportCSV || e.Operation != nil && e.Operation.AnswersCSV()
}

// TakesFiles reports whether the body is a multipart form with files.
func (e Endpoint) TakesFiles() bool { return e.Operation != nil && e.Operation.Uploads }

// Params returns the names of the path's parameters, in order.
func (e Endpoint) Params() (names []string) {
	for part := range strings.SplitSeq(e.Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			name, _, _ = strings.Cut(name, "}")
			names = append(names, name)
		}
	}
	return names
}
