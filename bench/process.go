package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

const (
	startTimeout = 30 * time.Second
	stopTimeout  = 30 * time.Second
	pollInterval = time.Millisecond
	settleTime   = 4 * time.Second // in which the service gives back what only its start needed
)

// process is a server that was started for the measurement.
type process struct {
	cmd    *exec.Cmd
	pid    int // of the server, which the command may have started
	addr   string
	health string // path
}

// launch starts a server on a free port of this machine and returns when its health is answered with 200. Its log is appended to a
// file.
func launch(ctx context.Context, log, health string, words ...string) (*process, error) {
	addr, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close() // the process has its own
	cmd := exec.CommandContext(ctx, words[0], append(words[1:], "--addr", addr)...)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = out, out, stopTimeout
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd, cmd.Process.Pid, addr, health}
	if err := p.ready(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%s does not answer (its log is %s): %w", words[0], log, err), p.stop())
	}
	p.pid = served(p.pid)
	return p, nil
}

// served returns the process that a command has started, such as strace, or that of the command itself.
func served(pid int) int {
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return pid
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(children)))
	if err != nil {
		return pid
	}
	return child
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
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.addr+p.health, nil)
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
	server, err := os.FindProcess(p.pid)
	if err != nil {
		return err
	}
	if err := server.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return p.cmd.Wait()
}

func (p programs) serveQuartermaster(ctx context.Context, f fixture) (*process, error) {
	return launch(ctx, f.service+".log", "/api/v1/health", append([]string{p.service}, serviceArgs(f.service)...)...)
}

// measureStarts returns the time from the start of the process to its first healthy answer, and the memory that the last one has when
// it has settled.
func (s settings) measureStarts(ctx context.Context, p programs, f fixture) (median time.Duration, held memory, err error) {
	var took []time.Duration
	for i := range s.starts {
		begin := time.Now()
		service, err := p.serveQuartermaster(ctx, f)
		if err != nil {
			return 0, held, err
		}
		took = append(took, time.Since(begin))
		if i == s.starts-1 {
			time.Sleep(settleTime)
		}
		held, err = memoryOf(service.pid)
		if err := errors.Join(err, service.stop()); err != nil {
			return 0, held, err
		}
	}
	return medianTime(took), held, nil
}
