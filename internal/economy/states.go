package economy

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/store"
)

// Delivered returns the revision that was last delivered to the game server as a whole; 0 if none was.
func (s *Service) Delivered(ctx context.Context, scope store.Scope) (revision int64, err error) {
	const text = `SELECT COALESCE(max(d.revision), 0) FROM deliveries d JOIN instances i ON i.id = d.instance_id
		WHERE i.id = $1 AND i.user_id = $2 AND d.status = 'done' AND d.back_to IS NULL`
	return revision, s.db.QueryRow(ctx, text, scope.InstanceID, scope.UserID).Scan(&revision)
}

// ErrNoCatalog says that the catalog does not know how many there usually are of any type.
var ErrNoCatalog = errors.New("economy: the catalog has no usual values for these types")

// Usual returns the present figures with what the catalog has as usual for each class in place of what is wanted. Types that it does not
// know count as not wanted. The error is ErrNoCatalog if it knows none.
func (s *Service) Usual(ctx context.Context, scope store.Scope) (*Figures, error) {
	now, _, err := s.Figures(ctx, scope)
	if err != nil {
		return nil, err
	}
	usual, err := s.usual(ctx)
	if err != nil {
		return nil, err
	}
	w, known := *now.world, 0
	w.Types = slices.Clone(w.Types)
	for i := range w.Types {
		nominal, has := usual[strings.ToLower(w.Types[i].Name)]
		w.Types[i].Nominal = nominal
		if has {
			known++
		}
	}
	if known == 0 {
		return nil, ErrNoCatalog
	}
	return compute(&w, now.ground), nil
}

// usual reads the usual numbers of the catalog by class names in lower case.
func (s *Service) usual(ctx context.Context) (map[string]int64, error) {
	rows, err := s.db.Query(ctx, `SELECT name, default_type_values FROM classnames`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	byName := map[string]int64{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, err
		}
		var values struct{ Nominal *int64 }
		if json.Unmarshal([]byte(text), &values) == nil && values.Nominal != nil {
			byName[strings.ToLower(name)] = *values.Nominal
		}
	}
	return byName, rows.Err()
}
