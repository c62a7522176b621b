package stored

import (
	"context"
	"io"

	"quartermaster/internal/store"
)

// Intake takes the files of one upload in while they are read.
type Intake struct {
	service *Service
	scope   store.Scope
	ledger  *ledger
	files   []File
	batch   Batch
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

// Read reads one file to its end and returns what it holds. It stops with a LimitError as soon as the file is larger than what
// is left, unless the user has stored an upload of that name and at least that size, which this one may repeat.
func (in *Intake) Read(path string, r io.Reader) ([]byte, error) {
	room := in.ledger.room(nameOf(path))
	content, err := io.ReadAll(io.LimitReader(r, room+1))
	if err != nil {
		return nil, err
	}
	if size := int64(len(content)); size > room {
		return nil, in.ledger.check(Upload, size)
	}
	f := NewFile(Upload, path, content)
	if err := in.ledger.admit(f); err != nil {
		return nil, err
	}
	in.files = append(in.files, f)
	return content, nil
}

// Keep stores the files that were read, as Service.Keep does.
func (in *Intake) Keep(ctx context.Context) (err error) {
	in.batch, err = in.service.Keep(ctx, in.scope, in.files...)
	return err
}

// Batch names the files that Keep has stored, for Service.WithdrawBatch.
func (in *Intake) Batch() string { return in.batch.ID() }

// Withdraw removes those files that Keep has stored.
func (in *Intake) Withdraw(ctx context.Context) error {
	return in.service.Withdraw(ctx, in.batch)
}
