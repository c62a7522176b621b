// Command bare is what the service is measured against: net/http handlers over the same database with nothing around them.
//
// It finds the user by the token and the instance by its owner, as the service does, and answers the same JSON. It has no
// validation, rate limit, history or log.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const readTimeout = 10 * time.Second

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	data := flag.String("data", "", "folder of the database")
	addr := flag.String("addr", "", "address to listen on")
	flag.Parse()
	if err := serve(ctx, *data, *addr); err != nil {
		fmt.Fprintln(os.Stderr, "bare:", err)
		return 1
	}
	return 0
}

// serve answers requests until ctx ends.
func serve(ctx context.Context, data, addr string) error {
	s, err := open(ctx, data)
	if err != nil {
		return err
	}
	defer s.close()
	server := &http.Server{Addr: addr, Handler: s.routes(), ReadHeaderTimeout: readTimeout}
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return server.Shutdown(context.WithoutCancel(ctx))
	}
}
