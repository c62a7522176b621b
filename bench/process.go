package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"
)

const (
	startTimeout = 30 * time.Second
	stopTimeout  = 30 * time.Second
	pollInterval = time.Millisecond
)

// process is a server that was started for the measurement.
type process struct {
	cmd  *exec.Cmd
	addr string
}

// launch starts a server on a free port of this machine and returns when it answers. Its log is appended to a file.
func launch(ctx context.Context, log, program string, args ...string) (*process, error) {
	addr, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close() // the process has its own
	cmd := exec.CommandContext(ctx, program, append(args, "--addr", addr)...)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = out, out, stopTimeout
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd, addr}
	if err := p.ready(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%s does not answer (its log is %s): %w", program, log, err), p.stop())
	}
	return p, nil
}

func freeAddress(ctx context.Context) (string, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// ready waits for the first healthy answer.
func (p *process) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		err := p.healthy(ctx, client)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pollInterval):
		}
	}
}

func (p *process) healthy(ctx context.Context, client *http.Client) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.addr+"/api/v1/health", nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("health answered %s", answer.Status)
	}
	return nil
}

// stop ends the process and waits for it.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return p.cmd.Wait()
}

// serveQuartermaster starts the service with a rate limit that counts every request and stops none.
func (p programs) serveQuartermaster(ctx context.Context, f fixture) (*process, error) {
	return launch(ctx, f.service+".log", p.service, "serve", "--data", f.service, "--rate-limit", "1000000000")
}

func (p programs) serveBare(ctx context.Context, f fixture) (*process, error) {
	return launch(ctx, f.bare+".log", p.bare, "--data", f.bare)
}

// measureStarts returns the time from the start of the process to its first healthy answer.
func (s settings) measureStarts(ctx context.Context, p programs, f fixture) (median time.Duration, err error) {
	var took []time.Duration
	for range s.starts {
		begin := time.Now()
		service, err := p.serveQuartermaster(ctx, f)
		if err != nil {
			return 0, err
		}
		took = append(took, time.Since(begin))
		if err := service.stop(); err != nil {
			return 0, err
		}
	}
	return medianTime(took), nil
}
