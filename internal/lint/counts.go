package lint

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/store"
)

// Counts are the numbers of the problems of an instance.
type Counts struct {
	Errors, Warnings, Notes int64

	Revision int64 // of the instance, as it is
	Known    bool  // they were counted, if only before the last change
	Current  bool  // they are those of the instance as it is
}

// Noted returns the numbers of problems of instances that a user works on, by their ids, as any server has counted them last.
func (s *Service) Noted(ctx context.Context, userID int64, ids []int64) (map[int64]Counts, error) {
	all, _, err := s.noted(ctx, userID, ids)
	return all, err
}

// noted is Noted, with the owners of the instances.
func (s *Service) noted(ctx context.Context, userID int64, ids []int64) (all map[int64]Counts, owners map[int64]int64, err error) {
	if all, owners = map[int64]Counts{}, map[int64]int64{}; len(ids) == 0 {
		return all, owners, nil
	}
	args, marks := []any{userID}, make([]string, len(ids))
	for n, id := range ids {
		args, marks[n] = append(args, id), fmt.Sprintf("$%d", n+2)
	}
	rows, err := s.db.Query(ctx, notedQuery+"("+strings.Join(marks, ", ")+")", args...)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id, owner int64
		var now state
		var c Counts
		var inputs string
		if err := rows.Scan(append([]any{&id, &inputs, &c.Errors, &c.Warnings, &c.Notes, &owner}, now.columns()...)...); err != nil {
			return nil, nil, err
		}
		c.Revision, c.Known, c.Current = now.revision, inputs != "", inputs == now.digest()
		all[id], owners[id] = c, owner
	}
	return all, owners, rows.Err()
}

var notedQuery = `SELECT i.id, COALESCE(p.inputs, ''), COALESCE(p.errors, 0), COALESCE(p.warnings, 0), COALESCE(p.notes, 0), i.user_id, ` +
	stateColumns + ` LEFT JOIN problem_counts p ON p.instance_id = i.id WHERE ` + strings.ReplaceAll(store.WorksOn, "$", "$1") +
	` AND i.id IN `

// Counts returns the numbers of problems of instances of a user by their ids. What is not known of an instance as it is now is counted,
// once for all who ask meanwhile, and noted for all servers; only what changes again while it is counted is not current then.
func (s *Service) Counts(ctx context.Context, userID int64, ids []int64) (map[int64]Counts, error) {
	all, owners, err := s.noted(ctx, userID, ids)
	if err != nil {
		return nil, err
	}
	counted := false
	for id, c := range all {
		if c.Current {
			continue
		}
		scope := store.Scope{UserID: owners[id], InstanceID: id}
		_, err, _ := s.running.Do(fmt.Sprint("count", scope), func() (any, error) { return nil, s.count(context.WithoutCancel(ctx), scope) })
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		counted = true
	}
	if !counted {
		return all, nil
	}
	return s.Noted(ctx, userID, ids)
}

// count counts the problems of an instance in its turn, and notes them as those of the state before.
func (s *Service) count(ctx context.Context, scope store.Scope) error {
	leave, err := s.turns.Enter(ctx, 1)
	if err != nil {
		return err
	}
	defer leave()
	now, err := s.state(ctx, scope)
	if err != nil {
		return err
	}
	floods := newFloods()
	if err := s.tellAll(ctx, scope, now, floods.count); err != nil {
		return err
	}
	return s.note(ctx, scope, now, floods)
}

// note notes the numbers of problems that were found in a state.
func (s *Service) note(ctx context.Context, scope store.Scope, in state, floods *floods) error {
	settings, err := s.Settings(ctx, scope)
	if err != nil {
		return err
	}
	floods.end()
	var c Counts
	floods.each(func(rule *Rule, vanilla bool, n int) { c.add(settings.Of(rule), vanilla, int64(n)) })
	const text = `INSERT INTO problem_counts (instance_id, revision, inputs, errors, warnings, notes)
		SELECT i.id, CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT)
		FROM instances i WHERE i.id = $6 AND i.user_id = $7
		ON CONFLICT (instance_id) DO UPDATE SET revision = excluded.revision, inputs = excluded.inputs, errors = excluded.errors,
		warnings = excluded.warnings, notes = excluded.notes`
	_, err = s.db.Exec(ctx, text, in.revision, in.digest(), c.Errors, c.Warnings, c.Notes, scope.InstanceID, scope.UserID)
	return err
}

// tellAll calls tell with the findings in a state: those that are remembered, or each as it is found. They are not remembered, since there
// may be more than a server should hold for a number on a page.
func (s *Service) tellAll(ctx context.Context, scope store.Scope, in state, tell func(Finding)) error {
	found, known := s.cache.get(scope, in, s.now())
	if !known {
		_, err := s.each(ctx, scope, tell)
		return err
	}
	for _, f := range found {
		tell(f)
	}
	return nil
}

// add counts findings, unless the game's own files have them as well.
func (c *Counts) add(severity Severity, vanilla bool, n int64) {
	switch {
	case vanilla:
	case severity == Error:
		c.Errors += n
	case severity == Warning:
		c.Warnings += n
	default:
		c.Notes += n
	}
}
