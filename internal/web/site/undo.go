package site

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"quartermaster/internal/store"
)

// Undo takes a revision back for a script that stays on its page. It answers with the number of the revision that this makes, or with
// 409 and a sentence if it cannot be undone.
func Undo(ctx context.Context, r *Request) (Response, error) {
	number, err := strconv.ParseInt(r.Text("revision"), 10, 64)
	if err != nil {
		return Response{}, ErrNotFound
	}
	done, err := r.Site.DB.Undo(ctx, r.Scope(), store.Undo{Number: number})
	var found store.Conflicts
	switch {
	case errors.As(err, &found):
		return notUndone(found[0].Error())
	case errors.Is(err, store.ErrTaken):
		return notUndone("another record now has the name of one that would be restored.")
	case err != nil:
		return Response{}, err
	}
	return Response{JSON: []byte(`{"revision":` + strconv.FormatInt(done.Number, 10) + `}`)}, nil
}

func notUndone(reason string) (Response, error) {
	return Response{Status: http.StatusConflict, JSON: MessageJSON("This cannot be undone: " + reason)}, nil
}
