package stored

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"

	"quartermaster/internal/store"
)

// Intake receives the files of one upload. They wait on the disk until it is their turn to be in memory, and are stored as one
// file: prepared first, and published in the transaction that stores what has become of the upload. Whoever begins an intake closes it.
type Intake struct {
	service *Service
	scope   store.Scope
	quota   *quota
	parts   []part
	bytes   int64 // of all parts
	batch   Batch
	giveUp  func() error // what is prepared and not published; nil before that
	leave   func()       // ends the turn; nil before it
	dry     bool         // nothing is to be stored
}

// part is a file of an upload.
type part struct {
	path    string
	spool   *Spool
	omitted bool // it is not to be stored
}

// much is the size in bytes from which the memory of an upload is returned at once; otherwise that of several would stay until
// the next collection.
const much = 4 << 20

// readingFactor is how many times its size an upload takes in memory at least, while it is read: its bytes, and what is read of
// them. Some of it is garbage, which is collected in time.
const readingFactor = 2

// Intake begins an upload to the instance of the scope. It returns store.ErrNotFound when there is no such user.
func (s *Service) Intake(ctx context.Context, scope store.Scope) (*Intake, error) {
	var plan string
	if err := s.db.QueryRow(ctx, `SELECT plan FROM users WHERE id = $1`, scope.UserID).Scan(&plan); err != nil {
		return nil, err
	}
	q, err := s.readQuota(ctx, s.db, scope.UserID, plan)
	return &Intake{service: s, scope: scope, quota: q}, err
}

// Rehearse makes the upload a dry run: nothing is to be stored, and no limit of the plan applies.
func (in *Intake) Rehearse() { in.dry = true }

// room returns the largest size of the next file in bytes.
func (in *Intake) room() int64 {
	if in.dry {
		return math.MaxInt64 - 1
	}
	return in.quota.room() - in.bytes
}

// Receive reads one file to its end. It returns a LimitError as soon as the upload is larger than the room that is left, unless
// the user has stored a file of at least that size, which this one may repeat.
func (in *Intake) Receive(path string, r io.Reader) error {
	room := in.room()
	spool, err := in.service.Spool(Upload, path, func(w io.Writer) error {
		size, err := io.Copy(w, io.LimitReader(r, room+1))
		if err == nil && size > room {
			err = in.quota.check(Upload, in.bytes+size)
		}
		return err
	})
	if err != nil {
		return err
	}
	in.bytes += spool.Size()
	in.parts = append(in.parts, part{path: path, spool: spool})
	return nil
}

// Load returns the contents of the received files in their order, once there is room for them in memory. It returns
// gate.ErrBusy when too many wait for that.
func (in *Intake) Load(ctx context.Context) (contents [][]byte, err error) {
	if in.leave, err = in.service.loading.Enter(ctx, readingFactor*in.bytes); err != nil {
		return nil, err
	}
	for _, p := range in.parts {
		content := make([]byte, p.spool.Size())
		if _, err := p.spool.ReadAt(content, 0); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}

// Close ends the turn, deletes what was received from the disk, and gives up what was not published.
func (in *Intake) Close() error {
	if in.leave != nil {
		if in.bytes > much {
			runtime.GC()
		}
		in.leave()
	}
	var errs []error
	for _, p := range in.parts {
		errs = append(errs, p.spool.Close())
	}
	in.parts = nil
	if in.giveUp != nil {
		errs = append(errs, in.giveUp())
	}
	return errors.Join(errs...)
}

// Omit leaves out a file, by its place among those that were received, of what is stored.
func (in *Intake) Omit(i int) { in.parts[i].omitted = true }

// Prepare writes the content of the upload: one file as it is, several as a ZIP of them. Its errors are those of Service.Store.
func (in *Intake) Prepare(ctx context.Context) (err error) {
	parts := slices.DeleteFunc(slices.Clone(in.parts), func(p part) bool { return p.omitted })
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return in.prepare(ctx, parts[0].spool.File)
	}
	name := fmt.Sprintf("%s and %d more.zip", nameOf(parts[0].path), len(parts)-1)
	spool, err := in.service.Spool(Upload, name, func(w io.Writer) error { return zipOf(w, parts) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, spool.Close()) }()
	return in.prepare(ctx, spool.File)
}

func (in *Intake) prepare(ctx context.Context, f File) (err error) {
	in.batch, err = in.service.prepare(ctx, in.scope, f)
	in.giveUp = func() error { return in.service.abandon(ctx, in.batch) }
	return err
}

// Publish makes what is prepared a stored file when tx is committed. It returns an error if that took so long that the drafts have expired.
func (in *Intake) Publish(ctx context.Context, tx *store.Tx) error { return in.batch.publish(ctx, tx) }

// zipOf writes files uncompressed, so that the upload takes the room that was checked. The same files make the same bytes.
func zipOf(w io.Writer, parts []part) error {
	archive := zip.NewWriter(w)
	for _, p := range parts {
		name := strings.TrimLeft(strings.ReplaceAll(p.path, `\`, "/"), "/")
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return err
		}
		if _, err := io.Copy(entry, io.NewSectionReader(p.spool.File.content, 0, p.spool.Size())); err != nil {
			return err
		}
	}
	return archive.Close()
}

// Batch identifies, for Service.WithdrawBatch, the files that are prepared.
func (in *Intake) Batch() string { return in.batch.ID() }
