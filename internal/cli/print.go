package cli

import (
	"fmt"

	"quartermaster/internal/jsontree"
)

// printList prints a list as a JSON array.
func printList[T any](io streams, list []T, appendTo func(b []byte, each T) []byte) error {
	_, err := fmt.Fprintf(io.out, "%s\n", jsontree.AppendList(nil, list, appendTo))
	return err
}
