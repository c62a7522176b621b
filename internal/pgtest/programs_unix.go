//go:build unix

package pgtest

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// debianPrograms is where Debian and its kin keep the server programs, outside
// PATH, in one directory per major version.
const debianPrograms = "/usr/lib/postgresql/*/bin/initdb"

// findPrograms returns the directory of initdb and pg_ctl: the one in PATH, or
// else that of the newest installed version.
func findPrograms() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, err := filepath.Glob(debianPrograms)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fmt.Errorf("%w: initdb is neither in PATH nor in %s (Debian: apt-get install postgresql)", errUnavailable, debianPrograms)
	}
	return filepath.Dir(newest(found)), nil
}

// newest returns the path with the highest version directory (<version>/bin/initdb).
func newest(paths []string) string {
	return slices.MaxFunc(paths, func(a, b string) int {
		return cmp.Compare(version(a), version(b))
	})
}

// version is 0 for a directory that is not named after a version.
func version(path string) float64 {
	v, _ := strconv.ParseFloat(filepath.Base(filepath.Dir(filepath.Dir(path))), 64)
	return v
}
