package remote

import (
	"fmt"
	"path"
	"strings"
	"unicode"
)

// cleanPath returns a path of a caller without dots and doubled slashes; the folder itself is ".". It returns ErrOutside for one that
// leads out of the folder, on whatever system the server runs, and ErrUnsupported for one with control characters, which would
// end a command of FTP.
func cleanPath(p string) (string, error) {
	if strings.ContainsFunc(p, unicode.IsControl) {
		return "", fmt.Errorf("%q has control characters: %w", p, ErrUnsupported)
	}
	if leadsOut(p) || leadsOut(strings.ReplaceAll(p, `\`, "/")) {
		return "", fmt.Errorf("%q: %w", p, ErrOutside)
	}
	return path.Clean(p), nil
}

func leadsOut(p string) bool {
	clean := path.Clean(p)
	return strings.HasPrefix(clean, "/") || clean == ".." || strings.HasPrefix(clean, "../")
}
