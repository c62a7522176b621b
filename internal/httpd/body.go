package httpd

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
)

// BodyError is the error of a body that did not arrive completely: the client went away, sent less than announced, or broke the
// encoding of its chunks. The client is at fault, and what has been read must not be used.
type BodyError struct{ cause error }

func (e *BodyError) Error() string { return "the body of the request did not arrive whole" }

// Unwrap returns the cause, for errors.Is and errors.As.
func (e *BodyError) Unwrap() error { return e.cause }

// Status is the status of the answer: 408 when the client took too long, else 400.
func (e *BodyError) Status() int {
	if errors.Is(e.cause, os.ErrDeadlineExceeded) {
		return http.StatusRequestTimeout
	}
	return http.StatusBadRequest
}

// arriving is a body that returns its failures as BodyErrors.
type arriving struct{ io.ReadCloser }

func (b arriving) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &BodyError{err}
	}
	return n, err
}

// receiving wraps the body of a request in arriving.
func receiving(r *http.Request) *http.Request {
	if r.Body == nil || r.Body == http.NoBody {
		return r
	}
	there := *r
	there.Body = arriving{r.Body}
	return &there
}

// Parts returns an iterator over the parts of a multipart form of at most limit bytes, which returns io.EOF after the last one
// when the body has arrived completely. It returns nil for other bodies.
func Parts(r *http.Request, limit int64) func() (*multipart.Part, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return nil
	}
	body := http.MaxBytesReader(nil, r.Body, limit)
	reader := multipart.NewReader(body, params["boundary"])
	return func() (*multipart.Part, error) {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			err = io.EOF
			if _, short := io.Copy(io.Discard, body); short != nil {
				err = short
			}
		}
		return part, err
	}
}
