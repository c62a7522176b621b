package blob

import (
	"context"
	"io"
	"log/slog"

	"quartermaster/internal/observe"
)

// observed is a Store that tells observers what it does.
type observed struct{ Store }

// Observed returns a store that tells the observers of contexts what is done with the files of another one.
func Observed(of Store) Store { return observed{of} }

func begin(ctx context.Context, name, key string) (context.Context, func(error)) {
	return observe.Begin(ctx, observe.Operation{Name: name, Remote: true, Details: []slog.Attr{slog.String("key", key)}})
}

// Put implements Store.
func (o observed) Put(ctx context.Context, key string, r io.Reader) (size int64, err error) {
	ctx, end := begin(ctx, "storage put", key)
	size, err = o.Store.Put(ctx, key, r)
	end(err)
	return size, err
}

// Open implements Store. The operation ends before the content is read.
func (o observed) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	ctx, end := begin(ctx, "storage open", key)
	content, err := o.Store.Open(ctx, key)
	end(err)
	return content, err
}

// Delete implements Store.
func (o observed) Delete(ctx context.Context, key string) error {
	ctx, end := begin(ctx, "storage delete", key)
	err := o.Store.Delete(ctx, key)
	end(err)
	return err
}
