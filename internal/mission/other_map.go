package mission

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// OtherMap returns a sentence if an upload seems to be from a server on another map than the instance's, else "". It returns
// store.ErrNotFound if there is no such instance.
func (s *Service) OtherMap(ctx context.Context, scope store.Scope, uploads []Upload) (string, error) {
	rows, err := s.db.All(ctx, record.Instances, scope, "r.id = $", scope.InstanceID)
	if err != nil {
		return "", err
	}
	if len(rows) == 0 {
		return "", store.ErrNotFound
	}
	var in record.Instance
	record.Instances.Decode(rows[0], &in)
	maps, err := s.Maps(ctx, scope.UserID)
	if err != nil {
		return "", err
	}
	folder := ""
	if in.Mission != nil {
		folder = *in.Mission
	}
	return Recognize(uploads, folder).differsFrom(in, folder, maps), nil
}

// Maps returns the maps that a user can choose.
func (s *Service) Maps(ctx context.Context, userID int64) ([]record.Map, error) {
	rows, err := s.db.All(ctx, record.Maps, store.Scope{UserID: userID}, "")
	maps := make([]record.Map, len(rows))
	for i, row := range rows {
		record.Maps.Decode(row, &maps[i])
	}
	return maps, err
}

// MapOf returns the map that the upload is of, by the name of its mission, or of a folder where nothing else tells the mission; nil if
// it is none of the maps, or of several.
func (r Recognition) MapOf(maps []record.Map) (of *record.Map) {
	if r.Mission != "" {
		return mapNamed(maps, r.Map())
	}
	for _, folder := range r.Dotted {
		named := mapNamed(maps, mapIn(folder))
		if named != nil && of != nil && named != of {
			return nil
		}
		of = cmp.Or(named, of)
	}
	return of
}

func mapNamed(maps []record.Map, short string) *record.Map {
	i := slices.IndexFunc(maps, func(m record.Map) bool {
		return strings.EqualFold(m.NameShort, short) || strings.EqualFold(m.Name, short)
	})
	if i < 0 {
		return nil
	}
	return &maps[i]
}

// differsFrom compares the upload with an instance: by the name of its mission and, where that says nothing, by its map's size, its
// positions and its landmarks.
func (r Recognition) differsFrom(in record.Instance, folder string, maps []record.Map) string {
	runs := "; your server runs " + in.MapName + "."
	other := r.MapOf(maps)
	own := other != nil && other.ID == in.MapID
	switch {
	case r.Mission != "" && (strings.EqualFold(r.Mission, folder) || own || strings.EqualFold(r.Map(), in.MapNameShort)):
		return ""
	case other != nil && !own:
		return "This is " + withArticle(other.Name) + " mission" + runs
	case r.IsMission && strings.Contains(r.Mission, "."):
		return fmt.Sprintf("This is the mission “%s”%s", r.Mission, runs)
	}
	size := worldSizeOf(in.MapID, maps)
	farthest, beyond := r.Beyond(size)
	animals := landmarksOf(in.MapNameShort)
	switch {
	case size > 0 && r.WorldSize > 0 && r.WorldSize != size:
		return fmt.Sprintf("areaflags.map is of a map that is %d m wide; %s, which your server runs, is %d m wide.", r.WorldSize, in.MapName,
			size)
	case beyond:
		return fmt.Sprintf("The files have positions up to %.0f m; %s, which your server runs, is %d m wide.", farthest, in.MapName, size)
	case animals != "" && len(r.Landmarks) == 1 && r.Landmarks[0] != animals:
		return fmt.Sprintf("The files have the animals or infected of %s%s", r.Landmarks[0], runs)
	}
	return ""
}

func worldSizeOf(mapID int64, maps []record.Map) int64 {
	for _, m := range maps {
		if m.ID == mapID {
			return m.WorldSize
		}
	}
	return 0
}

func withArticle(name string) string {
	if name != "" && strings.ContainsRune("AEIOU", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}
