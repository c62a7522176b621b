package api

import (
	"net/http"
	"strconv"

	"quartermaster/internal/health"
	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/problem"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
)

// failure is an answer that says what is wrong: as the interface has it, or as a problem for clients that accept those.
type failure struct {
	kind    problem.Type
	detail  string // for people
	plain   []byte // the body of the interface
	members []byte // of a problem, beside those that all problems have: the inside of an object
}

// Error implements error, so that handlers can return a failure.
func (f failure) Error() string { return f.detail }

// newFailure makes a failure whose problem has the members of the body too.
func newFailure(kind problem.Type, detail string, plain []byte) failure {
	return failure{kind, detail, plain, plain[1 : len(plain)-1]}
}

func failureFrom(e problem.Error) failure {
	b := append([]byte(`{"message":`), jsontree.AppendString(nil, e.Message)...)
	return newFailure(e.Type, e.Message, append(b, '}'))
}

// failedFields is for fields that break rules. A problem says for programs too what is wrong with them.
func failedFields(invalid validate.Errors) failure { return failedWith(invalid, nil) }

// unhealthy is for a service that does not work. As a problem, the report has the status of the answer, and not its own.
func unhealthy(f health.Failure) failure {
	plain := shape.Append(nil, f.Report)
	members := jsontree.ParseBody(plain)
	members.Delete("status")
	members.Set("message", f.Error())
	whole := newFailure(problem.Unhealthy, f.Error(), jsontree.AppendValue(nil, members))
	whole.plain = plain
	return whole
}

// failedWith is failedFields with the data of an answer; nil for none.
func failedWith(invalid validate.Errors, data []byte) failure {
	b := invalid.AppendJSON(nil)
	if data != nil {
		b = append(append(append(b[:len(b)-1], `,"data":`...), data...), '}')
	}
	f := newFailure(problem.Invalid, invalid.First(), b)
	f.members = invalid.AppendCodes(append(append([]byte{}, f.members...), `,"codes":`...))
	return f
}

// write answers with the failure. It adds Retry-After where trying again helps and the rate limit has not set it.
func (f failure) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if wait := retryAfter[f.kind]; wait != nil && h["Retry-After"] == nil {
		h["Retry-After"] = wait
	}
	if !wantsProblem(r) {
		writeJSON(w, f.kind.Status, f.plain)
		return
	}
	h.Add("Vary", "Accept")
	writeBody(w, f.kind.Status, contentProblem, f.problem(httpd.InfoOf(r.Context()).BaseURL))
}

// problem is the body of RFC 9457, with the address of its type on the server at base.
func (f failure) problem(base string) []byte {
	b := jsontree.AppendString([]byte(`{"type":`), base+f.kind.URL())
	b = jsontree.AppendString(append(b, `,"title":`...), f.kind.Title)
	b = strconv.AppendInt(append(b, `,"status":`...), int64(f.kind.Status), 10)
	b = jsontree.AppendString(append(b, `,"detail":`...), f.detail)
	b = append(append(b, ','), f.members...)
	return append(b, '}')
}
