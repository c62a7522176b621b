package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/delivery"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/remote"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
)

const (
	deliveredFiles = 250
	deliveredTypes = 5000 // in all of them
	deliveryRounds = 7
)

// deliveryResult compares deliveries over SFTP with a batch of OpenSSH's client, which overwrites all files in place each time.
type deliveryResult struct {
	missing          string // why nothing was measured
	size             int    // bytes of the files
	first, unchanged []time.Duration
	writing          []time.Duration // the same files over the interface alone, four at a time
	batch, again     []time.Duration
}

// measureDelivery runs an sshd on this machine. In each round a new instance delivers its files to an empty folder, and again.
func (s settings) measureDelivery(ctx context.Context, dir string) (r deliveryResult, err error) {
	dir = filepath.Join(dir, "delivery")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return r, err
	}
	server, err := startSSHD(ctx, dir)
	if err != nil {
		return deliveryResult{missing: err.Error()}, nil
	}
	defer server.stop()
	d, err := newDeliverer(ctx, dir, server)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, d.db.Close(), d.blobs.Close()) }()
	for i := range min(s.fileRounds, deliveryRounds) {
		if err := d.round(ctx, filepath.Join(dir, fmt.Sprint("server", i)), &r); err != nil {
			return r, err
		}
	}
	r.size = d.files.size()
	return r, nil
}

// deliverer has files that it delivers to a server.
type deliverer struct {
	db      *store.DB
	blobs   *blob.Disk
	service *delivery.Service
	user    int64
	files   fileWork
	server  sshd
	local   string // a folder with the files
	target  remote.Target
}

func newDeliverer(ctx context.Context, dir string, server sshd) (*deliverer, error) {
	d := &deliverer{
		server: server, local: filepath.Join(dir, "local"), target: server.target, files: typesFiles(deliveredTypes, deliveredFiles),
	}
	var err error
	if d.db, err = store.Open(ctx, store.Config{Dir: filepath.Join(dir, "data"), Key: make([]byte, store.KeySize)}); err != nil {
		return nil, err
	}
	if d.blobs, err = blob.OpenDisk(filepath.Join(dir, "storage")); err != nil {
		return nil, err
	}
	if d.user, err = addUser(ctx, d.db); err != nil {
		return nil, err
	}
	accounts, err := account.New(d.db, account.Options{})
	if err != nil {
		return nil, err
	}
	files := stored.New(d.db, d.blobs, accounts, time.Now)
	if err := files.SpoolIn(filepath.Join(dir, "temporary")); err != nil {
		return nil, err
	}
	d.service = delivery.New(delivery.Config{
		DB: d.db, Missions: mission.New(d.db), Lint: lint.New(d.db), Blobs: d.blobs, Jobs: queue.NewJobs(d.db, nil), Stored: files, Places: d,
	})
	return d, d.writeLocally()
}

func (d *deliverer) writeLocally() error {
	for _, f := range d.files.files {
		path := filepath.Join(d.local, f.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// Open implements delivery.Places.
func (d *deliverer) Open(ctx context.Context, _ store.Scope) (delivery.Place, error) {
	connection, err := remote.New(remote.Options{Private: true}).Open(ctx, d.target)
	return generated{connection}, err
}

// generated is a server with all files where they are generated.
type generated struct{ *remote.Connection }

func (generated) Path(name string) string { return name }

// Address implements delivery.Place: there is one server.
func (generated) Address() string { return "the server" }

// round measures each side once, on empty folders.
func (d *deliverer) round(ctx context.Context, dir string, r *deliveryResult) error {
	scope, err := addInstance(ctx, d.db, d.user)
	if err != nil {
		return err
	}
	if err := d.files.load(ctx, mission.New(d.db), scope); err != nil {
		return err
	}
	for _, side := range []string{"delivered", "batch", "written"} {
		if err := os.MkdirAll(filepath.Join(dir, side), 0o755); err != nil {
			return err
		}
	}
	d.target.Dir = filepath.Join(dir, "delivered")
	batch := d.batch(filepath.Join(dir, "batch"))
	for _, work := range []struct {
		into *[]time.Duration
		run  func() error
	}{
		{&r.first, func() error { return d.deliver(ctx, scope, deliveredFiles) }},
		{&r.batch, func() error { return d.server.batch(ctx, batch) }},
		{&r.unchanged, func() error { return d.deliver(ctx, scope, 0) }},
		{&r.again, func() error { return d.server.batch(ctx, batch) }},
		{&r.writing, func() error { return d.write(ctx, filepath.Join(dir, "written")) }},
	} {
		if err := timed(work.into, work.run); err != nil {
			return err
		}
	}
	return nil
}

// deliver makes a delivery, which is to send so many files. The problems of the sample files do not count.
func (d *deliverer) deliver(ctx context.Context, scope store.Scope, files int) error {
	made, err := d.service.Deliver(ctx, scope, delivery.Options{Override: true, Reason: "bench"}, func(int, int, say.Message) {})
	if err != nil {
		return err
	}
	if sent := made.Counts[delivery.Sent]; made.Status != delivery.Done || sent < files || files == 0 && sent > 0 {
		return fmt.Errorf("a delivery ended as %s: %s, with %d files sent", made.Status, made.Error, sent)
	}
	return nil
}

// write stores the files over the interface.
func (d *deliverer) write(ctx context.Context, dir string) error {
	target := d.target
	target.Dir = dir
	server, err := remote.New(remote.Options{Private: true}).Open(ctx, target)
	if err != nil {
		return err
	}
	defer server.Close()
	work, ended := make(chan mission.Upload), make(chan error)
	const together = 4
	for range together {
		go func() {
			var failed error
			for f := range work {
				failed = errors.Join(failed, server.Write(ctx, f.Path, bytes.NewReader(f.Data)))
			}
			ended <- failed
		}()
	}
	for _, f := range d.files.files {
		work <- f
	}
	close(work)
	for range together {
		err = errors.Join(err, <-ended)
	}
	return err
}

// batch returns the commands that put the local files into a folder.
func (d *deliverer) batch(dir string) string {
	var b strings.Builder
	made := map[string]bool{".": true}
	for _, f := range d.files.files {
		if folder := filepath.Dir(f.Path); !made[folder] {
			fmt.Fprintf(&b, "-mkdir %q\n", filepath.Join(dir, folder))
			made[folder] = true
		}
		fmt.Fprintf(&b, "put %q %q\n", filepath.Join(d.local, f.Path), filepath.Join(dir, f.Path))
	}
	return b.String()
}

// batch runs the commands with OpenSSH's client.
func (s sshd) batch(ctx context.Context, commands string) error {
	client := exec.CommandContext(ctx, "sftp", "-q", "-b", "-", "-P", fmt.Sprint(s.target.Port), "-i", s.key, "-o", "BatchMode=yes", "-o",
		"LogLevel=ERROR",
		"-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", s.target.Username+"@127.0.0.1")
	client.Stdin = strings.NewReader(commands)
	if out, err := client.CombinedOutput(); err != nil {
		return fmt.Errorf("sftp: %w: %s", err, bytes.TrimSpace(out))
	}
	return nil
}

func (r deliveryResult) write(w io.Writer) {
	if r.missing != "" {
		fmt.Fprintf(w, "Deliveries were not measured: %s\n\n", r.missing)
		return
	}
	fmt.Fprintf(w, "| %d files, %s, over SFTP | Service | OpenSSH's sftp batch | Ratio (least to most of the rounds) | Aim |\n",
		deliveredFiles, megabytes(int64(r.size)))
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- |")
	for _, row := range []struct {
		name          string
		work, measure []time.Duration
		aim           string
	}{
		{"first delivery", r.first, r.batch, "at most 1.50"},
		{"delivery, nothing changed", r.unchanged, r.again, "at most 0.33"},
		{"writing alone", r.writing, r.batch, ""},
	} {
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", row.name, milliseconds(medianTime(row.work)), milliseconds(medianTime(row.measure)),
			ratios(row.work, row.measure), row.aim)
	}
	fmt.Fprintln(w)
}
