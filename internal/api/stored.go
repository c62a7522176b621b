package api

import (
	"context"
	"io"
	"net/http"

	"quartermaster/internal/httpd"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// generated stores what was generated and sends it. Where the client wants the headers alone, or has the file already,
// nothing is sent and so nothing stored.
func (a *API) generated(ctx context.Context, r *request, scope store.Scope, name string, write func(context.Context, io.Writer) error) (response, error) {
	spool, err := a.Stored.Make(ctx, scope.UserID, r.URL.RequestURI(), name, write)
	if err != nil {
		return response{}, err
	}
	httpd.CloseAfter(r.Context(), spool)
	answer := response{ETag: quoted(spool.File.SHA256())}
	if r.holds(answer.ETag) {
		return answer, nil
	}
	answer.Write = func(w http.ResponseWriter) error { return httpd.SendFrom(w, name, spool.Size(), spool) }
	if r.Method == http.MethodHead {
		return answer, nil
	}
	return answer, a.Stored.StoreMade(ctx, scope, spool)
}

// quoted makes an entity tag of a digest.
func quoted(digest string) string { return `"` + digest + `"` }

// downloadStored sends a stored file.
func (a *API) downloadStored(ctx context.Context, r *request) (response, error) {
	res := record.StoredFiles
	row, err := a.DB.Get(ctx, res, store.Scope{UserID: r.Caller.ID}, r.sid(res.Param()))
	if err != nil {
		return response{}, err
	}
	var file record.StoredFile
	res.Decode(row, &file)
	answer := response{ETag: quoted(file.SHA256)}
	if r.holds(answer.ETag) {
		return answer, nil
	}
	intact, err := a.Stored.Passes(ctx, file, mission.FormatCheck(file.Name))
	if err != nil {
		return response{}, err
	}
	content, err := a.Stored.Open(ctx, file)
	if err != nil {
		return response{}, err
	}
	httpd.CloseAfter(r.Context(), content)
	answer.Write = func(w http.ResponseWriter) error { return httpd.SendFrom(w, file.Name, file.Size, content) }
	if !intact {
		answer.Write = httpd.AsBytes(answer.Write)
	}
	return answer, nil
}

// deleteStored deletes a stored file.
func (a *API) deleteStored(ctx context.Context, r *request) (response, error) {
	if err := a.Stored.Delete(ctx, r.Caller.ID, r.sid(record.StoredFiles.Param())); err != nil {
		return response{}, err
	}
	return ok(deleted(nil)), nil
}
