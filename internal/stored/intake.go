package stored

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"quartermaster/internal/store"
)

// Intake takes the files of one upload in while they are read. They are stored as one file, however many they are.
type Intake struct {
	service *Service
	scope   store.Scope
	ledger  *ledger
	parts   []part
	bytes   int64 // of all parts
	batch   Batch
}

// part is a file of an upload.
type part struct {
	path    string
	content []byte
}

// Intake begins an upload to the instance of the scope.
func (s *Service) Intake(ctx context.Context, scope store.Scope) (*Intake, error) {
	var plan string
	if err := s.db.QueryRow(ctx, `SELECT plan FROM users WHERE id = $1`, scope.UserID).Scan(&plan); err != nil {
		return nil, err
	}
	l, err := s.ledger(ctx, s.db, scope.UserID, plan)
	return &Intake{service: s, scope: scope, ledger: l}, err
}

// Read reads one file to its end and returns what it holds. It stops with a LimitError as soon as the upload is larger than what
// is left, unless the user has stored one of at least that size, which this one may repeat.
func (in *Intake) Read(path string, r io.Reader) ([]byte, error) {
	room := in.ledger.room() - in.bytes
	content, err := io.ReadAll(io.LimitReader(r, room+1))
	if err != nil {
		return nil, err
	}
	size := int64(len(content))
	if size > room {
		return nil, in.ledger.check(Upload, in.bytes+size)
	}
	in.bytes += size
	in.parts = append(in.parts, part{path, content})
	return content, nil
}

// Keep stores the upload, as Service.Keep does: one file as it is, several as a ZIP of them.
func (in *Intake) Keep(ctx context.Context) (err error) {
	switch len(in.parts) {
	case 0:
		return nil
	case 1:
		in.batch, err = in.service.Keep(ctx, in.scope, NewFile(Upload, in.parts[0].path, in.parts[0].content))
		return err
	}
	spool, err := NewSpool(Upload, in.name(), in.zip)
	if err != nil {
		return err
	}
	in.batch, err = in.service.Keep(ctx, in.scope, spool.File)
	return errors.Join(err, spool.Close())
}

// name is what several files are called together.
func (in *Intake) name() string {
	return fmt.Sprintf("%s and %d more.zip", nameOf(in.parts[0].path), len(in.parts)-1)
}

// zip writes the files without packing them, so that the upload takes the room that was looked for. The same files make the same
// bytes.
func (in *Intake) zip(w io.Writer) error {
	archive := zip.NewWriter(w)
	for _, p := range in.parts {
		name := strings.TrimLeft(strings.ReplaceAll(p.path, `\`, "/"), "/")
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return err
		}
		if _, err := entry.Write(p.content); err != nil {
			return err
		}
	}
	return archive.Close()
}

// Batch names the files that Keep has stored, for Service.WithdrawBatch.
func (in *Intake) Batch() string { return in.batch.ID() }

// Withdraw removes what Keep has stored.
func (in *Intake) Withdraw(ctx context.Context) error {
	return in.service.Withdraw(ctx, in.batch)
}
