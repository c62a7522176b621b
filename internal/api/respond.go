package api

import (
	"cmp"
	"net/http"
	"strconv"

	"quartermaster/internal/httpd"
	"quartermaster/internal/problem"
)

// response is the answer of a handler: JSON text, or a stream when Write is set.
type response struct {
	Status   int    // 200 when 0
	ETag     string // with its quotes; empty for none
	Location string // of what was made; empty for none
	Link     string // to the other pages of a list; empty for none
	Applied  string // a preference of the client that was heeded; empty for none
	Replayed bool   // the answer is that of an earlier request
	Body     []byte
	Write    func(w http.ResponseWriter) error
	export   *export // what Write sends; nil for other streams
	lasting  bool    // depends only on the records of the instance, the address and the caller
}

func (r response) status() int { return cmp.Or(r.Status, http.StatusOK) }

func (r response) setHeaders(h http.Header) {
	if r.ETag != "" {
		h["ETag"] = []string{r.ETag}
	}
	if r.Location != "" {
		h.Set("Location", r.Location)
	}
	if r.Link != "" {
		h.Add("Link", r.Link)
	}
	if r.Applied != "" {
		h.Set("Preference-Applied", r.Applied)
	}
	if r.Replayed {
		h["Idempotent-Replayed"] = replayed
	}
}

// ok is a 200 with the JSON text.
func ok(body []byte) response { return response{Body: body} }

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	writeBody(w, status, contentJSON, body)
}

func writeBody(w http.ResponseWriter, status int, kind []string, body []byte) {
	h := w.Header()
	h["Content-Type"] = kind
	h["Cache-Control"] = noCache
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// Header values that never change; handlers must not write into them.
var (
	contentJSON    = []string{"application/json"}
	contentProblem = []string{problem.ContentType}
	noCache        = []string{"no-cache, private"}
	anyOrigin      = []string{"*"}
	replayed       = []string{"true"}
	exposed        = []string{"Allow, Content-Disposition, ETag, Link, Location, Preference-Applied, Deprecation, Sunset, Retry-After, " +
		"RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Idempotent-Replayed"}
)

func requestID(r *http.Request) string { return httpd.InfoOf(r.Context()).ID }

// respond writes what a handler returned.
func (a *API) respond(w http.ResponseWriter, r *http.Request, answer response, err error) {
	if err != nil {
		a.fail(w, r, err)
		return
	}
	answer.setHeaders(w.Header())
	switch {
	case answer.Status == http.StatusNotModified:
		w.Header()["Cache-Control"] = noCache
		w.WriteHeader(answer.Status)
	case answer.Write != nil:
		a.stream(w, r, answer)
	default:
		writeJSON(w, answer.status(), answer.Body)
	}
}

// stream sends what a handler writes, or the answer to what has failed before it is sent.
func (a *API) stream(w http.ResponseWriter, r *http.Request, answer response) {
	w.Header()["Cache-Control"] = noCache
	httpd.Stream(w, answer.Write, func(err error) { a.fail(w, r, err) }, func(err error) {
		a.Logger.ErrorContext(r.Context(), "sending failed", "id", requestID(r), "path", r.URL.Path, "error", err)
	})
}
