// Command versions makes the fingerprints of the game's versions that the program brings along. In the root of the project:
//
//	go run ./scripts/versions FOLDER-OR-ZIP...
//
// Each of them holds a folder for each version, named as the tags of the game's own repository (DZ_128; another name is kept), and in it a
// mission folder for each map, such as dayzOffline.chernarusplus. The versions of all of them are in what is written, and no others: for a
// new version of the game, name the folder with the old ones too. They are tags of
// https://github.com/BohemiaInteractive/DayZ-Central-Economy.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quartermaster/internal/archive"
	"quartermaster/internal/gameversion"
	"quartermaster/internal/mission"
)

// output is the file that package gameversion embeds.
const output = "internal/gameversion/versions.bin"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "versions:", err)
		os.Exit(1)
	}
}

func run(paths []string) error {
	var files []archive.File
	for _, path := range paths {
		found, err := read(path)
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return errors.New("name folders or ZIPs that hold versions of the game")
	}
	table := tableOf(files)
	fmt.Printf("%s: %d files, %d bytes\n", output, len(files), len(table))
	return os.WriteFile(output, table, 0o644)
}

// read returns the files of a ZIP or folder, with their paths in it.
func read(path string) (files []archive.File, err error) {
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(path, name)
		if err != nil {
			return err
		}
		expanded, err := archive.Expand(archive.File{Path: filepath.ToSlash(rel), Data: data})
		files = append(files, expanded...)
		return err
	})
	return files, err
}

// version is one version of a map's mission.
type version struct{ tag, mission string }

// tableOf returns the fingerprints of the versions in files, whose paths begin with the names of version and mission.
func tableOf(files []archive.File) []byte {
	missions := map[version][]archive.File{}
	for _, f := range files {
		if steps := strings.SplitN(f.Path, "/", 3); len(steps) == 3 {
			v := version{steps[0], steps[1]}
			missions[v] = append(missions[v], archive.File{Path: steps[1] + "/" + steps[2], Data: f.Data})
		}
	}
	var b gameversion.Builder
	for _, v := range sorted(missions) {
		b.Add(v.mapName(), gameversion.NameOf(v.tag), mission.Fingerprints(missions[v], v.mission))
	}
	return b.Bytes()
}

// sorted returns the versions by map, and from the oldest to the newest.
func sorted(missions map[version][]archive.File) (list []version) {
	for v := range missions {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b version) int {
		return cmp.Or(cmp.Compare(a.mapName(), b.mapName()), gameversion.CompareNames(gameversion.NameOf(a.tag), gameversion.NameOf(b.tag)))
	})
	return list
}

// mapName returns the name of the map in that of the mission: dayzOffline.enoch.
func (v version) mapName() string { return v.mission[strings.LastIndexByte(v.mission, '.')+1:] }
