package httpd

import (
	"maps"
	"net/http"
)

// heldBack is how many bytes of an answer wait until it is certain that they can be sent whole, or that there are more.
const heldBack = 32 << 10

// Stream has write write an answer. What fails before heldBack bytes are written is an answer of its own: failed writes it, with the
// headers as they were before. What fails later cuts the connection, so that nobody takes half an answer for a whole one; before,
// cut is told.
func Stream(w http.ResponseWriter, write func(http.ResponseWriter) error, failed, cut func(error)) {
	before := w.Header().Clone()
	held := &held{ResponseWriter: w}
	err := write(held)
	if err == nil {
		err = held.release() // which fails only when the client has left
	}
	switch {
	case err == nil:
	case held.released:
		cut(err)
		panic(http.ErrAbortHandler)
	default:
		clear(w.Header())
		maps.Copy(w.Header(), before)
		failed(err)
	}
}

// held is an answer whose beginning waits.
type held struct {
	http.ResponseWriter
	status   int
	waiting  []byte
	released bool
}

// WriteHeader implements http.ResponseWriter.
func (h *held) WriteHeader(status int) {
	if h.status == 0 {
		h.status = status
	}
}

// Write implements http.ResponseWriter.
func (h *held) Write(b []byte) (int, error) {
	if !h.released && len(h.waiting)+len(b) <= heldBack {
		h.waiting = append(h.waiting, b...)
		return len(b), nil
	}
	if err := h.release(); err != nil {
		return 0, err
	}
	return h.ResponseWriter.Write(b)
}

// FlushError sends what waits, for http.ResponseController.
func (h *held) FlushError() error {
	if err := h.release(); err != nil {
		return err
	}
	return http.NewResponseController(h.ResponseWriter).Flush()
}

func (h *held) release() (err error) {
	if h.released {
		return nil
	}
	h.released = true
	if h.status != 0 {
		h.ResponseWriter.WriteHeader(h.status)
	}
	if len(h.waiting) > 0 {
		_, err = h.ResponseWriter.Write(h.waiting)
	}
	h.waiting = nil
	return err
}

// Unwrap lets http.ResponseController reach the connection.
func (h *held) Unwrap() http.ResponseWriter { return h.ResponseWriter }
