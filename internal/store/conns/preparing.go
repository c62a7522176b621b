package conns

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"quartermaster/internal/gate"
)

// Shared is a reader whose connections are shared out among accounts.
type Shared struct {
	preparing
	turns *gate.Gate
}

// What bounds who waits for a connection that reads.
const (
	readersWaiting  = 1024
	readersPatience = time.Minute
)

// NewShared returns a reader over so many connections; the name says in messages what they are for.
func NewShared(name string, db *sql.DB, conns int64) *Shared {
	turns := gate.New(gate.Limits{Name: name, Total: conns, Waiters: readersWaiting, Patient: readersPatience})
	return &Shared{preparing{db: db, statements: map[string]*statement{}}, turns}
}

// Query runs a query that is prepared once. Its connection is free again when done is called.
func (s *Shared) Query(ctx context.Context, text string, args []any) (rows *sql.Rows, done func() error, err error) {
	leave, err := s.turns.Enter(ctx, 1)
	if err != nil {
		return nil, nil, err
	}
	reading := false
	defer func() {
		if !reading {
			leave()
		}
	}()
	rows, err = s.query(ctx, text, args)
	reading = err == nil
	return rows, func() error { leave(); return nil }, err
}

// MaxStatements bounds how many statements stay prepared.
const MaxStatements = 512

// preparing prepares each text once and keeps up to MaxStatements statements.
type preparing struct {
	db *sql.DB

	mu         sync.RWMutex
	statements map[string]*statement
}

// statement is a prepared statement, which is closed when its last user has started it.
type statement struct {
	*sql.Stmt
	users sync.WaitGroup
}

func (p *preparing) query(ctx context.Context, text string, args []any) (*sql.Rows, error) {
	s, err := p.use(ctx, text)
	if err != nil {
		return nil, err
	}
	defer s.users.Done()
	return s.QueryContext(ctx, args...)
}

// use returns the statement of a query. It stays open until the caller calls users.Done.
func (p *preparing) use(ctx context.Context, query string) (*statement, error) {
	p.mu.RLock()
	s, known := p.statements[query]
	if known {
		s.users.Add(1)
	}
	p.mu.RUnlock()
	if known {
		return s, nil
	}
	prepared, err := p.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return p.add(query, prepared), nil
}

func (p *preparing) add(query string, prepared *sql.Stmt) *statement {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, known := p.statements[query]
	if known {
		_ = prepared.Close()
	} else {
		p.makeRoom()
		s = &statement{Stmt: prepared}
		p.statements[query] = s
	}
	s.users.Add(1)
	return s
}

// makeRoom drops any one statement when there are too many.
func (p *preparing) makeRoom() {
	if len(p.statements) < MaxStatements {
		return
	}
	for query, s := range p.statements {
		delete(p.statements, query)
		go s.retire()
		return
	}
}

func (s *statement) retire() {
	s.users.Wait()
	_ = s.Close()
}
