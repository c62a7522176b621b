package api

import (
	"context"
	"net/http"
	"strconv"

	"quartermaster/internal/httpd"
	"quartermaster/internal/operation"
)

// download sends a file, unless the client has it already.
func download(ctx context.Context, f operation.File) response {
	answer := response{ETag: f.Tag()}
	if f.Content == nil {
		return answer
	}
	httpd.CloseAfter(ctx, f.Content)
	answer.Write = func(w http.ResponseWriter) error { return httpd.SendFrom(w, f.Name, f.Size, f.Content) }
	if f.Unlike {
		answer.Write = httpd.AsBytes(answer.Write)
	}
	return answer
}

// watched sends events until there are no more, or the client has left.
func watched(ctx context.Context, r *request, send operation.Events) response {
	return response{Write: func(w http.ResponseWriter) error {
		if r.Method == http.MethodHead {
			return nil
		}
		err := send(httpd.NewEvents(w))
		if ctx.Err() != nil { // the error says no more than that the client has left
			return nil
		}
		return err
	}}
}

// patchAnswer sends the text of a patch.
func patchAnswer(text string) response {
	return response{Write: func(w http.ResponseWriter) error {
		h := w.Header()
		h.Set("Content-Type", operation.PatchType+"; charset=utf-8")
		h.Set("Content-Length", strconv.Itoa(len(text)))
		h.Add("Vary", "Accept")
		_, err := w.Write([]byte(text))
		return err
	}}
}
