package site

import (
	"context"
	"errors"
	"io"
	"net/http"

	"quartermaster/internal/httpd"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/web/ui"
)

// Download sends the file that write makes, and keeps it among the user's stored files. It returns the error of write, and gate.ErrBusy
// when too many wait; without room in the plan it leads a browser back, and others get a stored.LimitError.
func (r *Request) Download(ctx context.Context, name string, write func(context.Context, io.Writer) error) (Response, error) {
	spool, err := r.Site.Stored.Make(ctx, r.Scope().UserID, r.Scope().Rights()+" "+r.URL.RequestURI(), name, write)
	if err != nil {
		return Response{}, err
	}
	return r.sendMade(ctx, name, spool)
}

// Again sends the generated file of that name and digest, where it is known and among the user's stored files.
func (r *Request) Again(ctx context.Context, name, digest string) (answer Response, there bool, err error) {
	if digest == "" {
		return Response{}, false, nil
	}
	content, size, err := r.Site.Stored.OpenMade(ctx, r.Scope().UserID, name, digest)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return Response{}, false, nil
	case err != nil:
		return Response{}, false, err
	}
	httpd.CloseAfter(r.Context(), content)
	return Response{Write: func(w http.ResponseWriter) error { return httpd.SendFrom(w, name, size, content) }}, true, nil
}

// Generated is Download for content in memory, with its errors.
func (r *Request) Generated(ctx context.Context, name string, content []byte) (Response, error) {
	spool, err := r.Site.Stored.Spool(stored.Generate, name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
	if err != nil {
		return Response{}, err
	}
	return r.sendMade(ctx, name, spool)
}

// sendMade stores a file and sends it. If the plan has no room for it, a browser stays on its page, with a notice.
func (r *Request) sendMade(ctx context.Context, name string, spool *stored.Spool) (Response, error) {
	httpd.CloseAfter(r.Context(), spool)
	answer := Response{Write: func(w http.ResponseWriter) error { return httpd.SendFrom(w, name, spool.Size(), spool) }}
	if r.Method == http.MethodHead {
		return answer, nil // nothing is sent, so nothing is stored
	}
	if err := r.Site.Stored.StoreMade(ctx, r.Scope(), spool); err != nil {
		return r.unstored(err)
	}
	return answer, nil
}

// unstored leads a browser back, with a notice, when the plan has no room for a download.
func (r *Request) unstored(err error) (Response, error) {
	var full stored.LimitError
	if errors.As(err, &full) && !r.ExpectsJSON() {
		r.Leave(Flash{Notices: []ui.Notice{{Tone: ui.Bad, Text: full.Error()}}})
		return r.Back(r.Instance.URL), nil
	}
	return Response{}, err
}
