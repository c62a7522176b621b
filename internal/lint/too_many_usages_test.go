package lint

import (
	"strings"
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

func TestTooManyUsages(t *testing.T) {
	t.Parallel()
	try(t, tooManyUsages, worldOf(definitions("usage", 33)), "cfglimitsdefinition.xml: 33 usages are defined, but the game supports only 32.")
	try(t, tooManyUsages, worldOf(definitions("usage", 32)))
	try(t, tooManyUsages, worldOf(definitions("value", 33)))
}

// definitions is a file that defines so many names.
func definitions(element string, n int) *record.File {
	list := "<" + element + "flags>"
	for i := range n {
		list += "<" + element + ` name="N` + strings.Repeat("x", i) + `"/>`
	}
	content := "<lists>" + list + "</" + element + "flags></lists>"
	return &record.File{Path: "cfglimitsdefinition.xml", Kind: string(ce.LimitsFile), Content: &content}
}
