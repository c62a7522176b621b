package gate

import "context"

type accountKey struct{}

// For returns a context whose work is that of an account, by the id of its user. Work of the service itself and of strangers counts as that
// of one account, 0.
func For(ctx context.Context, account int64) context.Context {
	return context.WithValue(ctx, accountKey{}, account)
}

// AccountOf returns the account that the work of a context is for.
func AccountOf(ctx context.Context) int64 {
	account, _ := ctx.Value(accountKey{}).(int64)
	return account
}
