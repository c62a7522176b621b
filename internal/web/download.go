package web

import (
	"context"
	"errors"
	"io"
	"net/http"

	"quartermaster/internal/httpd"
	"quartermaster/internal/stored"
	"quartermaster/internal/web/ui"
)

// download makes a file, stores it and sends it.
func (r *request) download(ctx context.Context, name string, write func(context.Context, io.Writer) error) (response, error) {
	spool, err := r.web.Stored.Make(ctx, r.user.ID, r.URL.RequestURI(), name, write)
	if err != nil {
		return response{}, err
	}
	return r.sendMade(ctx, name, spool)
}

// generated is download for what is in memory.
func (r *request) generated(ctx context.Context, name string, content []byte) (response, error) {
	spool, err := r.web.Stored.Spool(stored.Generate, name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
	if err != nil {
		return response{}, err
	}
	return r.sendMade(ctx, name, spool)
}

// sendMade stores what was made and sends it. Where the plan has no room for it, a browser stays on its page and shows that.
func (r *request) sendMade(ctx context.Context, name string, spool *stored.Spool) (response, error) {
	answer := response{Write: func(w http.ResponseWriter) error { return httpd.SendFrom(w, name, spool.Size(), spool) }}
	if r.Method == http.MethodHead {
		return answer, nil // nothing is sent, and so nothing stored
	}
	if err := r.web.Stored.StoreMade(ctx, r.scope(), spool); err != nil {
		return r.unstored(errors.Join(err, spool.Close()))
	}
	return answer, nil
}

// unstored shows in the browser that the plan has no room for a download.
func (r *request) unstored(err error) (response, error) {
	var full stored.LimitError
	if errors.As(err, &full) && !r.expectsJSON() {
		r.leave(flash{Notices: []ui.Notice{{Tone: ui.Bad, Text: full.Error()}}})
		return r.back(r.instance.url), nil
	}
	return response{}, err
}
