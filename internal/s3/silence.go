package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// hearing gives answers up that stop in the middle. The deadline of a connection cannot do so, because it also holds while nobody asks
// anything.
type hearing struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (h hearing) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(r.Context())
	answer, err := h.RoundTripper.RoundTrip(r.WithContext(ctx))
	if err != nil {
		cancel(nil)
		return nil, err
	}
	timer := time.AfterFunc(silence, func() { cancel(os.ErrDeadlineExceeded) })
	timer.Stop()
	answer.Body = &heard{answer.Body, ctx, cancel, timer}
	return answer, nil
}

// heard is the body of an answer. Its time runs only while somebody reads.
type heard struct {
	io.ReadCloser
	ctx    context.Context //nolint:containedctx // that of the request
	cancel context.CancelCauseFunc
	timer  *time.Timer
}

// Read implements io.Reader. It returns os.ErrDeadlineExceeded when nothing comes for too long.
func (h *heard) Read(b []byte) (int, error) {
	h.timer.Reset(silence)
	n, err := h.ReadCloser.Read(b)
	h.timer.Stop()
	if cause := context.Cause(h.ctx); err != nil && errors.Is(cause, os.ErrDeadlineExceeded) {
		err = cause
	}
	return n, err
}

// Close implements io.Closer.
func (h *heard) Close() error {
	h.timer.Stop()
	err := h.ReadCloser.Close()
	h.cancel(nil)
	return err
}

// content is a file on its way from the server, whose errors are named.
type content struct {
	io.ReadCloser
	key string
}

// Read implements io.Reader.
func (c content) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("read %s: %w", c.key, failure(err))
	}
	return n, err
}
