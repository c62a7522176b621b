package economy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/store"
)

// What figures may be compared with, besides the number of a revision.
const (
	AgainstDelivered = "delivered" // what was last delivered to the game server as a whole
	AgainstUsual     = "usual"     // the usual values of the catalog
)

// What there may be nothing of to compare with.
var (
	ErrNotDelivered = errors.New("economy: nothing was delivered yet")
	ErrNoCatalog    = errors.New("economy: the catalog has no usual values for these types")
)

// Against returns the figures to compare others with, and their revision; 0 for the usual values. The error is ErrNotDelivered,
// ErrNoCatalog, or store.ErrNotFound for a revision that the history does not have.
func (s *Service) Against(ctx context.Context, scope store.Scope, what string) (*Figures, int64, error) {
	if what == AgainstUsual {
		f, err := s.usualFigures(ctx, scope)
		return f, 0, err
	}
	revision, err := s.revisionCalled(ctx, scope, what)
	if err != nil {
		return nil, 0, err
	}
	f, err := s.At(ctx, scope, revision)
	return f, revision, err
}

func (s *Service) revisionCalled(ctx context.Context, scope store.Scope, what string) (int64, error) {
	if what == AgainstDelivered {
		return s.delivered(ctx, scope)
	}
	revision, err := strconv.ParseInt(what, 10, 64)
	if err != nil || revision < 1 {
		return 0, store.ErrNotFound
	}
	return revision, nil
}

// delivered returns the revision that was last delivered to the game server as a whole, or ErrNotDelivered.
func (s *Service) delivered(ctx context.Context, scope store.Scope) (revision int64, err error) {
	const text = `SELECT COALESCE(max(d.revision), 0) FROM deliveries d JOIN instances i ON i.id = d.instance_id
		WHERE i.id = $1 AND i.user_id = $2 AND d.status = 'done' AND d.back_to IS NULL`
	err = s.db.QueryRow(ctx, text, scope.InstanceID, scope.UserID).Scan(&revision)
	if err == nil && revision == 0 {
		err = ErrNotDelivered
	}
	return revision, err
}

// usualFigures returns the present figures with what the catalog has as usual for each class in place of what is wanted. Types that it
// does not know count as not wanted.
func (s *Service) usualFigures(ctx context.Context, scope store.Scope) (*Figures, error) {
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

// Difference is a type of which more or less is wanted, or for which there is more or less room, than in other figures, or that can spawn
// in one of them only.
type Difference struct {
	_              struct{} `name:"EconomyDifference"`
	Name           string   `field:"name" example:"AKM"`
	WantedBefore   int64    `field:"wanted_before" example:"4"`
	Wanted         int64    `field:"wanted" example:"3"`
	PossibleBefore int      `field:"possible_before" example:"1586"`
	Possible       int      `field:"possible" example:"1586"`
	ReasonBefore   Reason   `field:"reason_before" help:"Why none spawned as loot; empty where some did, or none was wanted."`
	Reason         Reason   `field:"reason" help:"Why none spawns as loot now."`
}

// BecomesScarce reports whether more are wanted than there is room for, which was not so before.
func (d Difference) BecomesScarce() bool {
	return d.Reason == ReasonNone && d.Wanted > int64(d.Possible) &&
		(d.ReasonBefore != ReasonNone || d.WantedBefore <= int64(d.PossibleBefore))
}

// Differences returns the types that differ from other figures, those first of which the number that is wanted differs the most.
func (f *Figures) Differences(before *Figures) []Difference {
	list := []Difference{}
	for i := range f.Types {
		t := &f.Types[i]
		d := Difference{Name: t.Name, Wanted: t.Wanted, Possible: t.Possible, Reason: t.Reason}
		if was := before.Type(t.Name); was != nil {
			d.WantedBefore, d.PossibleBefore, d.ReasonBefore = was.Wanted, was.Possible, was.Reason
		}
		list = append(list, d)
	}
	for i := range before.Types {
		if t := &before.Types[i]; f.Type(t.Name) == nil {
			list = append(list, Difference{Name: t.Name, WantedBefore: t.Wanted, PossibleBefore: t.Possible, ReasonBefore: t.Reason})
		}
	}
	list = slices.DeleteFunc(list, func(d Difference) bool {
		return d.Wanted == d.WantedBefore && d.Possible == d.PossibleBefore && d.Reason == d.ReasonBefore
	})
	slices.SortStableFunc(list, func(a, b Difference) int { return cmp.Compare(b.size(), a.size()) })
	return list
}

// size is by how much what is wanted differs.
func (d Difference) size() int64 { return max(d.Wanted-d.WantedBefore, d.WantedBefore-d.Wanted) }
