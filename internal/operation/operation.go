// Package operation declares what one can do beside reading and writing records: one declaration an operation, beside its input, its answer
// and its work. Routes, checks, the JSON of the answer, the OpenAPI document, the pages of the documentation and examples follow from it.
//
// It stands above the services and below the surfaces: it knows no HTTP. A file holds a family of operations.
package operation

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

// Operation is something that can be done, and all that is known of it.
type Operation struct {
	Name    string // a verb and what it is done to, in lower case: "change zones". Clients, the documentation and the log call it so
	Method  string
	Path    string // below the instance, or below what an account has
	Needs   access.Permission
	Summary string // what it does, in a sentence
	About   string // what is to be known beyond that

	In      *shape.Type      // the query and the body; nil where nothing is sent
	Out     *shape.Type      // the data of the answer, of a list one of its entries; nil for what has deleted something
	Record  *record.Resource // whose records it is about; nil for none
	Answers Form
	Filter  *record.Resource // by whose fields q chooses among a list; nil where it does not
	Exports []string         // content types that it may answer with beside JSON
	Query   string           // of the example, with its question mark

	Queues   bool     // may become a job
	Makes    []string // what else a job makes, beside its answer, by public identifier
	Conflict string   // what a 409 says of the present state; empty where there is none

	Conflicting *shape.Type // the body of some of those; nil for that of all errors

	Stores    string      // what a 413 says of the plan; empty for what stores nothing
	Fails     string      // what a 422 says; empty for the usual
	FailsWith *shape.Type // the data of some of those; nil for none

	Guarded bool   // takes If-Match
	Tags    bool   // the answer to a change has an entity tag
	Creates bool   // makes the record that it answers with
	Stated  bool   // the interface knows it; others are extensions
	Shown   string // the example of the data of the answer, of a list one of its entries, as JSON; empty for that of its type
	Limit   int64  // bytes of the body; 0 for as many as others may have
	Refuses bool   // what is at the address may be refused
	Later   bool   // what is sent is checked when what it is about is found

	Uploads bool        // is sent files, in a form
	Form    *shape.Type // a form with a file that may be sent in the place of JSON; nil for none
	Account bool        // is about what an account has, and not about an instance

	Earlier bool             // is part of the earlier API
	Lists   *record.Resource // whose records a list has, with all that lists of records take; nil for other lists
	Fields  *record.Resource // whose fields the body has; nil where In says what is sent
	Partial bool             // of those none is required
	Audit   string           // what the audit calls it; empty for its name

	Unreviewed bool // changes nothing that players meet, or not always, whatever permission it needs
	Proposes   bool // makes a layer in place of its changes where those are reviewed

	NeedsToken access.Permission // what a token needs beside, but for the personal one
	ByPeople   bool              // no token does it but the personal one
	ByAdmins   bool              // only administrators of the service do it

	Unavailable string // what a 503 means that has the body of the answer; empty where there is none

	run runFunc
}

type runFunc func(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error)

// Form is how an operation answers.
type Form uint8

// The forms.
const (
	Data        Form = iota // one value
	Entries                 // a list, of which q chooses
	Pages                   // a page of a list
	Paged                   // one value that holds a page of a list
	Exported                // an export: of its types, or with Out JSON of an object whose data are those
	Deleted                 // {"result":true}
	Bare                    // one value without an envelope
	EarlierPage             // a page of a list in the earlier API
	Watched                 // server-sent events
)

// Answer is what an operation has to say.
type Answer struct {
	Data   []byte      // JSON: of a list its entries in brackets
	Page   *store.Page // that Data is of or holds; nil for all but lists with pages
	Export *Export     // in the place of data
	File   *File       // in the place of data
	Events Events      // in the place of data
	Job    *Job        // in the place of data
	ETag   string      // with its quotes; empty for none of its own
	Tagged bool        // the answer to a change has the entity tag that reading it has
	Patch  *string     // the same as the text of a patch, for who prefers that; nil for none
}

// Job is a job that does what was asked for.
type Job struct {
	SID      string
	Also     [][2]string // what else is made, with its public identifier
	Instance string      // that it is about; empty for that of the path
}

// Run does it. It returns validate.Errors for input that is not valid, and the errors of the services.
func (o *Operation) Run(ctx context.Context, call *Call, in *jsontree.Object) (Answer, error) {
	return o.run(ctx, call, in)
}

// Reads reports whether the operation changes nothing.
func (o *Operation) Reads() bool { return o.Method == http.MethodGet }

// Reviewed reports whether it changes what players meet, which an instance may have reviewed.
func (o *Operation) Reviewed() bool {
	return !o.Reads() && !o.Account && !o.Unreviewed && (o.Needs == access.Edit || o.Proposes)
}

// AuditName is what the audit calls it: the name with hyphens, unless it has a word of its own.
func (o *Operation) AuditName() string { return cmp.Or(o.Audit, strings.ReplaceAll(o.Name, " ", "-")) }

// IsOpen reports whether everybody may do it, without a token.
func (o *Operation) IsOpen() bool { return o.Needs == access.Anyone }

// HasBody reports whether something is sent beside the address.
func (o *Operation) HasBody() bool {
	if o.In == nil || o.Reads() {
		return o.Fields != nil
	}
	for _, f := range o.In.Fields {
		if !f.Query {
			return true
		}
	}
	return false
}

// BodyOptional reports whether everything in the body may be left out.
func (o *Operation) BodyOptional() bool {
	for _, f := range o.In.Fields {
		if f.Required && !f.Query {
			return false
		}
	}
	return true
}

// Verb and noun of the name.
func (o *Operation) words() (verb, noun string) {
	verb, noun, _ = strings.Cut(o.Name, " ")
	return verb, noun
}

// ID is the name in clients: changeZones.
func (o *Operation) ID() string {
	verb, noun := o.words()
	for word := range strings.FieldsSeq(noun) {
		verb += strings.ToUpper(word[:1]) + word[1:]
	}
	return verb
}
