package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"quartermaster/internal/archive"
	"quartermaster/internal/mission"
)

// collect reads the files in paths. A file in a folder keeps its path below that folder, with the folder's name where that says
// something.
func collect(paths []string) ([]mission.Upload, error) {
	var uploads []mission.Upload
	for _, path := range paths {
		found, err := collectPath(path, prefixOf(path, len(paths) > 1))
		if err != nil {
			return nil, err
		}
		uploads = append(uploads, found...)
	}
	return uploads, nil
}

// prefixOf returns the name of a folder when it says where its files belong, or to which of several missions.
func prefixOf(path string, several bool) string {
	absolute, err := filepath.Abs(path)
	name := filepath.Base(absolute)
	switch {
	case err != nil || !isThere(path, "."):
		return ""
	case mission.ShowsPath(name), isThere(path, "db"), isThere(path, "cfgeconomycore.xml"), several && isThere(path, "mpmissions"):
		return name
	}
	return ""
}

// isThere reports whether a folder contains the name.
func isThere(folder, name string) bool {
	_, err := os.Stat(folder + string(filepath.Separator) + name)
	return err == nil
}

func collectPath(path, prefix string) (uploads []mission.Upload, err error) {
	err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(path, file)
		if err != nil || name == "." {
			name = filepath.Base(file)
		}
		upload, err := read(file, filepath.ToSlash(filepath.Join(prefix, name)))
		if err != nil {
			return err
		}
		if file != path {
			upload.Path = here + upload.Path
		}
		expanded, err := archive.Expand(upload)
		for _, u := range expanded {
			u.Path = strings.TrimPrefix(u.Path, here)
			uploads = append(uploads, u)
		}
		return err
	})
	return uploads, err
}

// here begins the path of a file that is in a folder, so that archive.Expand knows of ZIPs that they are.
const here = "./"

func read(file, name string) (mission.Upload, error) {
	info, err := os.Stat(file)
	if err != nil {
		return mission.Upload{}, err
	}
	if info.Size() > archive.MaxFile {
		return mission.Upload{}, fmt.Errorf("%s is larger than %d MiB", file, archive.MaxFile>>20)
	}
	data, err := os.ReadFile(file)
	return mission.Upload{Path: name, Data: data}, err
}
