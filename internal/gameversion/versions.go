package gameversion

import (
	"cmp"
	_ "embed" // versions.bin
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed versions.bin
var embedded []byte

// builtIn reads the versions that the program brings along when they are first asked for: most of what it does goes without them.
var builtIn = sync.OnceValue(func() []*Version {
	versions, err := Load(embedded)
	if err != nil {
		panic(fmt.Sprintf("gameversion: %v", err))
	}
	return versions
})

// BuiltIn returns the versions that the program brings along, by map and from the oldest to the newest.
func BuiltIn() []*Version { return builtIn() }

// tag is the name of a version in the game's own repository: DZ_128, DZ_114_Halloween.
var tag = regexp.MustCompile(`^DZ_(\d)(\d\d)(?:_(\w+))?$`)

// NameOf returns the name that people have for a version: 1.28 for DZ_128.
func NameOf(text string) string {
	m := tag.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	return strings.TrimSpace(m[1] + "." + m[2] + " " + m[3])
}

// Compare sorts versions by map, and from the oldest to the newest.
func Compare(a, b *Version) int {
	return cmp.Or(cmp.Compare(a.Map, b.Map), CompareNames(a.Name, b.Name))
}

// CompareNames compares names of versions as people count: 1.9 comes before 1.28.
func CompareNames(a, b string) int {
	return cmp.Or(slices.Compare(numbersIn(a), numbersIn(b)), cmp.Compare(a, b))
}

func numbersIn(name string) (numbers []int) {
	for _, digits := range strings.FieldsFunc(name, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(digits) // too many digits count as 0
		numbers = append(numbers, n)
	}
	return numbers
}
