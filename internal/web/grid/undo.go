package grid

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
)

// undo takes a save back, without leaving the page.
func (g *Grid) undo(ctx context.Context, r *site.Request) (site.Response, error) {
	number, err := strconv.ParseInt(r.Text("revision"), 10, 64)
	if err != nil {
		return site.Response{}, site.ErrNotFound
	}
	done, err := r.Site.DB.Undo(ctx, r.Scope(), store.Undo{Number: number})
	var found store.Conflicts
	switch {
	case errors.As(err, &found):
		return refused("This cannot be undone: " + found[0].Error())
	case errors.Is(err, store.ErrTaken):
		return refused("This cannot be undone: another record now has the name of one that would be restored.")
	case err != nil:
		return site.Response{}, err
	}
	return answer(http.StatusOK, map[string]any{"revision": done.Number})
}

func refused(text string) (site.Response, error) {
	return site.Response{Status: http.StatusConflict, JSON: site.MessageJSON(text)}, nil
}
