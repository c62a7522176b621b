//go:build !unix

package pgtest

import (
	"fmt"
	"runtime"
)

func start() (*server, error) {
	return nil, fmt.Errorf("%w: tests do not start it on %s", errUnavailable, runtime.GOOS)
}
