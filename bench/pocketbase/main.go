// Command pocketbase is PocketBase with the records that the service is measured with: a user, an instance and its types. It prints
// the token and the identifiers that a client needs, and serves.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
)

func main() {
	var s settings
	flag.StringVar(&s.data, "data", "", "folder of the database")
	flag.StringVar(&s.addr, "addr", "", "address to listen on; without one the folder is filled and described")
	flag.BoolVar(&s.synced, "synced", false, "wait for the disk at each commit, which PocketBase does not do by itself")
	flag.IntVar(&s.types, "types", 1000, "how many types to fill the folder with")
	flag.Parse()
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, "pocketbase:", err)
		os.Exit(1)
	}
}

type settings struct {
	data, addr string
	synced     bool
	types      int
}

func (s settings) run() error {
	config := pocketbase.Config{HideStartBanner: true, DefaultDataDir: s.data}
	if s.synced {
		config.DBConnect = connectSynced
	}
	app := pocketbase.NewWithConfig(config)
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if s.addr == "" {
		return s.fill(app)
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	return serve(app, s.addr)
}

// serve answers requests until the process is interrupted.
func serve(app core.App, addr string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- apis.Serve(app, apis.ServeConfig{HttpAddr: addr}) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return app.ResetBootstrapState() // which closes the databases
	}
}

func (s settings) fill(app core.App) error {
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	description, err := fill(app, s.types)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(description)
}

// connectSynced is core.DefaultDBConnect with synchronous(FULL).
func connectSynced(path string) (*dbx.DB, error) {
	return dbx.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)"+
		"&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)")
}
