package cli

import (
	"fmt"
	"path/filepath"

	"quartermaster/internal/dialer"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/remote"
)

// serverFlags say which game servers are reached.
type serverFlags struct {
	ServerFolders  []string `name:"server-folders" help:"Folders of game servers; every user may read and write below them." placeholder:"DIR"`
	PrivateTargets bool     `name:"private-targets" help:"Whether game servers in private networks, and on this machine, may be connected to."`
}

// opener returns what opens the files of game servers.
func (f serverFlags) opener() (remote.Opener, error) {
	for _, dir := range f.ServerFolders {
		if !filepath.IsAbs(dir) {
			return nil, usageError{fmt.Errorf("--server-folders: %q is not an absolute path", dir)}
		}
	}
	return remote.New(remote.Options{Folders: f.ServerFolders, Private: f.PrivateTargets}), nil
}

// gameServers returns what asks and commands running game servers.
func (f serverFlags) gameServers() gameserver.Client {
	return gameserver.Client{Dialer: dialer.Dialer{Private: f.PrivateTargets}}
}
