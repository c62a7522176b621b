package cli

import (
	"fmt"
	"runtime"
)

// Set by the linker.
var (
	version = "dev"
	commit  = "unknown"
)

type versionCmd struct{}

// Run prints version, commit and Go version.
func (versionCmd) Run(io streams) error {
	_, err := fmt.Fprintf(io.out, "quartermaster %s, commit %s, %s\n", version, commit, runtime.Version())
	return err
}
