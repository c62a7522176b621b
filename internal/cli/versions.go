package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/gameversion"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

type versionsCmd struct {
	List versionsList `cmd:"" help:"Print the versions of the game that updates can begin with: map, name and number of entries on each line."`
	Add  versionsAdd  `cmd:"" help:"Add a version of the game, for all users, from unchanged files. Only fingerprints are stored."`
}

type versionsList struct {
	dataFlags
	Map  string `help:"Only those of this map, by its short name, such as chernarusplus." placeholder:"MAP"`
	JSON bool   `name:"json" help:"Print the versions as a JSON array."`
}

// Run prints a line for each version.
func (c *versionsList) Run(ctx context.Context, io streams) error {
	return c.with(ctx, func(db *store.DB) error {
		all, err := mission.New(db).GameVersions(ctx)
		if err != nil {
			return err
		}
		list := []mission.GameVersion{}
		for _, v := range all {
			if c.Map == "" || strings.EqualFold(v.Map, c.Map) {
				list = append(list, v)
			}
		}
		if c.JSON {
			return json.NewEncoder(io.out).Encode(list)
		}
		for _, v := range list {
			_, _ = fmt.Fprintf(io.out, "%-14s %-16s %d%s\n", v.Map, v.Name, v.Entries, map[bool]string{true: "  added"}[v.Added])
		}
		return nil
	})
}

type versionsAdd struct {
	dataFlags
	Map  string `required:"" help:"The short name of the map, such as chernarusplus." placeholder:"MAP"`
	Name string `required:"" help:"Name of the version, such as 1.30. Replaces one added under that name." placeholder:"NAME"`
	Dir  string `arg:"" type:"path" help:"Folder or ZIP of the mission or the server, as the game brings it."`
}

// longestName is how many characters the names of a version and its map may have.
const longestName = 50

// Run prints how many entries were found.
func (c *versionsAdd) Run(ctx context.Context, io streams) error {
	mapName, name := strings.ToLower(strings.TrimSpace(c.Map)), gameversion.NameOf(strings.TrimSpace(c.Name))
	switch {
	case mapName == "" || len(mapName) > longestName:
		return usageError{fmt.Errorf("--map: name the map in up to %d characters", longestName)}
	case name == "" || len(name) > longestName || name == mission.AutoBase || name == mission.LastBase:
		return usageError{fmt.Errorf("--name: name the version in up to %d characters, and not auto or last", longestName)}
	}
	uploads, err := collect([]string{c.Dir})
	if err != nil {
		return err
	}
	files := mission.Fingerprints(uploads, missionOf(uploads, mapName))
	if len(files.Entries) == 0 {
		return errors.New(c.Dir + " holds no files of the map's mission. Name the mission's folder, or the server's")
	}
	return c.with(ctx, func(db *store.DB) error {
		if err := mission.New(db).AddGameVersion(ctx, mapName, name, files); err != nil {
			return err
		}
		_, err := fmt.Fprintf(io.out, "added %s of %s: %s\n", name, mapName, ui.Plural(len(files.Entries), "entry", "entries"))
		return err
	})
}

// missionOf returns the name of the mission of a map in files: the one that is there, or the game's.
func missionOf(uploads []mission.Upload, mapName string) string {
	usual := "dayzOffline." + mapName
	found := mission.Recognize(uploads, usual).Mission
	if _, of, _ := strings.Cut(found, "."); !strings.EqualFold(of, mapName) {
		found = ""
	}
	return cmp.Or(found, usual)
}
