package api

import (
	"context"
	"net/http"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/upload"
)

// generated stores what was generated and sends it. Where the client wants the headers alone, or has the file already,
// nothing is sent and so nothing stored.
func (a *API) generated(ctx context.Context, r *request, scope store.Scope, name string, content []byte) (response, error) {
	file := stored.NewFile(stored.Generate, name, content)
	answer := response{ETag: quoted(file.SHA256()), Write: func(w http.ResponseWriter) error { return upload.Send(w, name, content) }}
	if r.Method == http.MethodHead || r.holds(answer.ETag) {
		return answer, nil
	}
	return answer, a.Stored.KeepOne(ctx, scope, file)
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
	content, err := a.Stored.Open(ctx, file)
	if err != nil {
		return response{}, err
	}
	answer.Write = func(w http.ResponseWriter) error { return upload.SendFrom(w, file.Name, file.Size, content) }
	return answer, nil
}

// deleteStored deletes a stored file.
func (a *API) deleteStored(ctx context.Context, r *request) (response, error) {
	if err := a.Stored.Delete(ctx, r.Caller.ID, r.sid(record.StoredFiles.Param())); err != nil {
		return response{}, err
	}
	return ok(deleted(nil)), nil
}
