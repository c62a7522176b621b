package api

import (
	"net/http"
	"strconv"

	"quartermaster/internal/httpd"
)

// response is what a handler answers: JSON text, or a stream when Write is set.
type response struct {
	Status int // 200 when 0
	Body   []byte
	Write  func(w http.ResponseWriter) error
}

// ok is a 200 with the JSON text.
func ok(body []byte) response { return response{Body: body} }

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h["Content-Type"] = contentJSON
	h["Cache-Control"] = noCache
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// Header values that never change; handlers must not write into them.
var (
	contentJSON = []string{"application/json"}
	noCache     = []string{"no-cache, private"}
	anyOrigin   = []string{"*"}
)

func requestID(r *http.Request) string { return httpd.InfoOf(r.Context()).ID }

// respond writes what a handler returned.
func (a *API) respond(w http.ResponseWriter, r *http.Request, answer response, err error) {
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if answer.Write != nil {
		a.stream(w, r, answer)
		return
	}
	status := answer.Status
	if status == 0 {
		status = http.StatusOK
	}
	writeJSON(w, status, answer.Body)
}

// stream cuts the connection when writing fails half way: a client must not take half a file for a whole one.
func (a *API) stream(w http.ResponseWriter, r *http.Request, answer response) {
	w.Header()["Cache-Control"] = noCache
	if err := answer.Write(w); err != nil {
		a.Logger.ErrorContext(r.Context(), "sending failed", "id", requestID(r), "path", r.URL.Path, "error", err)
		panic(http.ErrAbortHandler)
	}
}
