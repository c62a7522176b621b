package main

import (
	"context"
	"path/filepath"
)

// peer is a server that requests are measured on.
type peer struct {
	name    string
	program string
	args    []string
	health  string // path of a request that is answered with 200 once it is ready
	log     string // file
	token   string
	asks    []ask // one for each scenario
}

// peers are the service, then what it is measured against. missing says why PocketBase is not among them.
func (p programs) peers(ctx context.Context, dir string, f fixture, sid string) (list []peer, missing string) {
	asks := f.asks(sid)
	list = []peer{
		{"service", p.service, serviceArgs(f.service), "/api/v1/health", f.service + ".log", f.token, asks},
		{"bare handler", p.bare, []string{"--data", f.bare}, "/api/v1/health", f.bare + ".log", f.token, asks},
	}
	program := filepath.Join(dir, "pocketbase-program")
	if err := compile(ctx, program, "pocketbase", "."); err != nil {
		return list, err.Error()
	}
	for _, variant := range []struct{ name, folder, flag string }{
		{"PocketBase, synced as the service", "pocketbase-synced", "-synced=true"},
		{"PocketBase as it comes", "pocketbase", "-synced=false"},
	} {
		data := filepath.Join(dir, variant.folder)
		filled, err := fillPocketBase(ctx, program, data)
		if err != nil {
			return list, err.Error()
		}
		list = append(list, peer{
			variant.name, program, []string{variant.flag, "-data", data}, "/api/health", data + ".log", filled.Token, filled.asks(),
		})
	}
	return list, ""
}

func serviceArgs(data string) []string {
	return []string{"serve", "--data", data, "--rate-limit", "1000000000"} // which counts every request and stops none
}

// start launches the peer, after the words of another command that watches it.
func (p peer) start(ctx context.Context, watch ...string) (*process, error) {
	words := append(append(watch, p.program), p.args...)
	return launch(ctx, p.log, p.health, words...)
}
