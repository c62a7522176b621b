//go:build !unix

package cli

// adopt does nothing where the owner of a folder owns what is made in it.
func adopt(string) error { return nil }
