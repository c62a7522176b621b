package webtest

import (
	"regexp"
	"strings"
)

var namePattern = regexp.MustCompile(`class="code">((?:[A-Za-z0-9_]|<wbr>)+)</a>`)

// Names returns the names of the rows of a list.
func (a Answer) Names() []string {
	a.TB.Helper()
	var found []string
	for _, match := range namePattern.FindAllStringSubmatch(a.Status(200).Body.String(), -1) {
		found = append(found, strings.ReplaceAll(match[1], "<wbr>", ""))
	}
	return found
}
