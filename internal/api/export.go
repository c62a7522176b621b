package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/operation"
	"quartermaster/internal/outage"
	"quartermaster/internal/stored"
)

// export is a file that is made of what is stored.
type export struct {
	kind, name string
	write      func(io.Writer) error
	small      bool // it has the records of a page at most
}

// exported is a file to download, of the sort that the request prefers, which is sent while it is made.
func exported(kind, name string, write func(io.Writer) error) response {
	return response{Write: (&export{kind: kind, name: name, write: write}).send}
}

// send writes an export as it is made.
func (e *export) send(w http.ResponseWriter) error {
	e.setHeaders(w.Header())
	return e.write(w)
}

func (e *export) setHeaders(h http.Header) {
	h.Set("Content-Type", e.kind)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": e.name}))
	h.Add("Vary", "Accept")
}

// whole has records as CSV made before they are sent on surface A, so that they have a tag. Where the disk has no room for one, it is sent
// as it is made, without a tag.
func (a *API) whole(e endpoint.Endpoint, h handler) handler {
	if e.Method != http.MethodGet || e.OnSurface() != endpoint.A {
		return h
	}
	return func(ctx context.Context, r *request) (response, error) {
		answer, err := h(ctx, r)
		if err != nil || answer.export == nil {
			return answer, err
		}
		if answer.export.small {
			answer.ETag, answer.Write, err = answer.export.inMemory()
		} else {
			answer.ETag, answer.Write, err = a.onDisk(ctx, answer.export)
		}
		return answer, err
	}
}

// inMemory makes an export, and returns its tag and what sends it.
func (e *export) inMemory() (tag string, send func(http.ResponseWriter) error, err error) {
	var made bytes.Buffer
	if err := e.write(&made); err != nil {
		return "", nil, err
	}
	return tagOf(made.Bytes()), func(w http.ResponseWriter) error {
		e.setHeaders(w.Header())
		w.Header().Set("Content-Length", strconv.Itoa(made.Len()))
		_, err := w.Write(made.Bytes())
		return err
	}, nil
}

// onDisk is inMemory for an export of any size. Where the disk is full it has no tag, and is sent as it is made.
func (a *API) onDisk(ctx context.Context, e *export) (tag string, send func(http.ResponseWriter) error, err error) {
	made, err := a.make(ctx, e)
	switch {
	case errors.Is(err, outage.ErrFull):
		return "", e.send, nil
	case err != nil:
		return "", nil, err
	}
	return operation.File{Digest: made.File.SHA256()}.Tag(), func(w http.ResponseWriter) error {
		e.setHeaders(w.Header())
		return httpd.SendFrom(w, e.name, made.Size(), made)
	}, nil
}

// make makes an export in its turn. The file is gone when the request has ended.
func (a *API) make(ctx context.Context, e *export) (*stored.Spool, error) {
	leave, err := a.Stored.Making(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	made, err := a.Stored.Spool(stored.Generate, e.name, e.write)
	if err == nil {
		httpd.CloseAfter(ctx, made)
	}
	return made, err
}
