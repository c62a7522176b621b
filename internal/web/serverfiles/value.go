package serverfiles

import (
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showValue leads to the form of a file at the value at a path in it or, where the address has none, on a line. Where there is no such
// form, it leads to the text.
func showValue(ctx context.Context, r *site.Request) (site.Response, error) {
	path, line := r.Text("path"), r.Text("line")
	f, err := documentsOf(r).At(ctx, r.Scope(), path)
	if errors.Is(err, store.ErrNotFound) || err == nil && f.Tree == nil {
		return site.Redirect(ui.Query{Path: r.TextURL(path)}.With("line", line)), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	at := r.Text("at")
	if n, err := strconv.Atoi(line); err == nil && at == "" {
		at = f.PathAt(f.Text, n)
	}
	s := shown(r, f)
	return site.Redirect(s.form().Locate(at).Address(s.part.URL())), nil
}
