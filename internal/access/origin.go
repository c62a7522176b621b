package access

import "context"

// Origin is who causes what is done with a context, as the audit names him.
type Origin struct {
	UserID  int64  // 0 for nobody who is known
	Name    string // of the user, or what it is that works by itself
	Token   string // by what name the token goes that is used; empty for none
	TokenID int64  // of a token with limits; 0 for none, and for the personal one
	Address string // of the network, where it comes from
}

type originKey struct{}

// From returns a context of what an origin causes.
func From(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, originKey{}, o)
}

// OriginOf returns who causes what is done with a context; the zero value where nobody has said.
func OriginOf(ctx context.Context) Origin {
	o, _ := ctx.Value(originKey{}).(Origin)
	return o
}
