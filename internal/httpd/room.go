package httpd

import (
	"context"
	"net/http"

	"quartermaster/internal/gate"
)

// WithRoom answers so many requests at once, and the others with busy, so that memory does not grow with the number of clients. Of one
// account it answers half as many: see Belongs.
func WithRoom(requests int, next, busy http.Handler) http.Handler {
	room := make(chan struct{}, requests)
	accounts := gate.New(gate.Limits{Name: "requests", Total: int64(requests)})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case room <- struct{}{}:
			defer func() { <-room }()
			v := &visit{accounts: accounts}
			defer v.end()
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitKey{}, v)))
		default:
			busy.ServeHTTP(w, r)
		}
	})
}

type visitKey struct{}

// visit is a request for which there is room.
type visit struct {
	accounts *gate.Gate
	leave    func() // of the account's share; nil before the account is known
}

func (v *visit) end() {
	if v.leave != nil {
		v.leave()
	}
}

// Belongs says which account a request is of, and returns the context for its work; see gate.For. It returns gate.ErrBusy where as many
// requests of the account are being answered as one may have.
func Belongs(ctx context.Context, account int64) (context.Context, error) {
	ctx = gate.For(ctx, account)
	v, _ := ctx.Value(visitKey{}).(*visit)
	if v == nil || v.leave != nil {
		return ctx, nil
	}
	leave, entered := v.accounts.Try(ctx, 1)
	if !entered {
		return ctx, gate.ErrBusy
	}
	v.leave = leave
	return ctx, nil
}
