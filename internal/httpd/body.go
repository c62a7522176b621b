package httpd

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
)

// BodyError tells of a body that did not arrive whole: the client went away, sent less than it had announced, or broke the
// encoding of its chunks. It is the client's fault, and what has been read so far is not to be acted on.
type BodyError struct{ cause error }

func (e *BodyError) Error() string { return "the body of the request did not arrive whole" }

func (e *BodyError) Unwrap() error { return e.cause }

// Status is what such a request is answered with: 408 where the client took too long, else 400.
func (e *BodyError) Status() int {
	if errors.Is(e.cause, os.ErrDeadlineExceeded) {
		return http.StatusRequestTimeout
	}
	return http.StatusBadRequest
}

// arriving is a body whose failures are BodyErrors.
type arriving struct{ io.ReadCloser }

func (b arriving) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &BodyError{err}
	}
	return n, err
}

// receiving gives a request a body that tells what is wrong with it.
func receiving(r *http.Request) *http.Request {
	if r.Body == nil || r.Body == http.NoBody {
		return r
	}
	there := *r
	there.Body = arriving{r.Body}
	return &there
}

// Parts returns what gives the parts of a multipart form of at most limit bytes one after the other, and io.EOF behind the last
// one, once the body has arrived whole. It returns nil for a body of another kind.
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
