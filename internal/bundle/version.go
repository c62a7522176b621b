package bundle

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

// versionForm is that of semver.org, with numbers that fit.
var versionForm = regexp.MustCompile(`^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})` +
	`(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$`)

// IsVersion reports whether a text is a semantic version, without a v before it.
func IsVersion(text string) bool { return len(text) <= 64 && versionForm.MatchString(text) }

// CompareVersions compares two semantic versions by their precedence: negative where a comes before b. What is none comes before all.
func CompareVersions(a, b string) int {
	x, y := versionForm.FindStringSubmatch(a), versionForm.FindStringSubmatch(b)
	if x == nil || y == nil {
		return cmp.Compare(len(x), len(y))
	}
	for i := 1; i <= 3; i++ {
		if c := compareParts(x[i], y[i]); c != 0 {
			return c
		}
	}
	switch {
	case x[4] == y[4]:
		return 0
	case x[4] == "": // a release comes after what leads to it
		return 1
	case y[4] == "":
		return -1
	}
	return compareSuffixes(strings.Split(x[4], "."), strings.Split(y[4], "."))
}

func compareSuffixes(a, b []string) int {
	for i := 0; i < min(len(a), len(b)); i++ {
		if c := compareParts(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareParts compares numbers as such, before words.
func compareParts(a, b string) int {
	n, errN := strconv.ParseUint(a, 10, 64)
	m, errM := strconv.ParseUint(b, 10, 64)
	switch {
	case errN == nil && errM == nil:
		return cmp.Compare(n, m)
	case errN == nil:
		return -1
	case errM == nil:
		return 1
	}
	return strings.Compare(a, b)
}
