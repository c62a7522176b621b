package trader

import (
	"slices"
	"strings"
)

// ReadingOrder returns the names of the files that <OpenFile> joins, in the order in which the game reads them. The files
// are given by their names in lower case. It ends before a file that is not there or that was read already.
func ReadingOrder(first string, files map[string]*Config) []string {
	var order []string
	for name := strings.ToLower(first); files[name] != nil && !slices.Contains(order, name); {
		order = append(order, name)
		name = strings.ToLower(files[name].Next)
	}
	return order
}
