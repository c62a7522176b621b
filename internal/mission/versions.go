package mission

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"quartermaster/internal/gameversion"
	"quartermaster/internal/store"
)

// GameVersion is a version of the game's files that is known by fingerprints.
type GameVersion struct {
	Map     string `json:"map"`
	Name    string `json:"name"`
	Added   bool   `json:"added"` // by the operator of the service
	Entries int    `json:"entries"`
}

// GameVersions returns the versions of all maps, by map and from the oldest to the newest.
func (s *Service) GameVersions(ctx context.Context) (list []GameVersion, err error) {
	all, err := s.allVersions(ctx)
	for _, v := range all {
		one := GameVersion{Map: v.Map, Name: v.Name, Added: v.Source != ""}
		for _, n := range v.Counts {
			one.Entries += n
		}
		list = append(list, one)
	}
	return list, err
}

// AddGameVersion adds a version of the files of a map; it takes the place of one that was added under the name.
func (s *Service) AddGameVersion(ctx context.Context, mapName, name string, files *gameversion.Imprint) error {
	var b gameversion.Builder
	b.Add(mapName, name, files)
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM game_versions WHERE map = $1 AND name = $2`, mapName, name); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO game_versions (map, name, facts, created_at) VALUES ($1, $2, $3, $4)`, mapName, name, b.Bytes(),
			s.db.Time().UnixMicro())
		return err
	})
}

// VersionNames returns the names of the versions of an instance's map, the newest first.
func (s *Service) VersionNames(ctx context.Context, scope store.Scope) ([]string, error) {
	i, err := s.instance(ctx, scope)
	if err != nil {
		return nil, err
	}
	versions, err := s.versionsOf(ctx, i)
	names := make([]string, len(versions))
	for n, v := range versions {
		names[len(names)-1-n] = v.Name
	}
	return names, err
}

// versionsOf returns the versions of the map of an instance, from the oldest to the newest.
func (s *Service) versionsOf(ctx context.Context, i instance) ([]*gameversion.Version, error) {
	all, err := s.allVersions(ctx)
	return slices.DeleteFunc(all, func(v *gameversion.Version) bool { return !strings.EqualFold(v.Map, i.mapName) }), err
}

// allVersions returns the versions of all maps. One that was added counts instead of one of the program's with its name.
func (s *Service) allVersions(ctx context.Context) ([]*gameversion.Version, error) {
	added, err := s.versions.read(ctx, s.db)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(added)
	for _, v := range gameversion.BuiltIn() {
		if !slices.ContainsFunc(added, func(a *gameversion.Version) bool { return a.Map == v.Map && a.Name == v.Name }) {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, gameversion.Compare)
	return all, nil
}

// addedVersions holds the versions that were added, as far as they have been read. It is safe for concurrent use.
type addedVersions struct {
	mu   sync.Mutex
	byID map[int64][]*gameversion.Version
}

// read returns the versions that are stored now. Each is read once.
func (a *addedVersions) read(ctx context.Context, db *store.DB) (list []*gameversion.Version, err error) {
	ids, err := versionIDs(ctx, db)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	read := map[int64][]*gameversion.Version{}
	for _, id := range ids {
		if read[id] = a.byID[id]; read[id] == nil {
			if read[id], err = readVersion(ctx, db, id); err != nil {
				return nil, err
			}
		}
		list = append(list, read[id]...)
	}
	a.byID = read
	return list, nil
}

func versionIDs(ctx context.Context, db *store.DB) (ids []int64, err error) {
	rows, err := db.Query(ctx, `SELECT id FROM game_versions ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// readVersion returns a version that was added; none where it was deleted meanwhile, or is of another format than this program's.
func readVersion(ctx context.Context, db *store.DB, id int64) ([]*gameversion.Version, error) {
	var facts []byte
	err := db.QueryRow(ctx, `SELECT facts FROM game_versions WHERE id = $1`, id).Scan(&facts)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	versions, _ := gameversion.Load(facts)
	for _, v := range versions {
		v.Source = strconv.FormatInt(id, 10)
	}
	return versions, nil
}
