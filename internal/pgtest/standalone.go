package pgtest

import "context"

// Database creates an empty database for a program that is not a test, and returns its postgres:// URL and a function that
// stops the server. It returns an error when PostgreSQL is not installed.
func Database(ctx context.Context) (url string, stop func() error, err error) {
	srv, err := process.get()
	if err != nil {
		return "", nil, err
	}
	name, err := srv.create(ctx)
	if err != nil {
		return "", nil, err
	}
	return srv.url(name), process.stop, nil
}
