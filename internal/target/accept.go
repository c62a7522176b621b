package target

import (
	"path/filepath"
	"strings"

	"quartermaster/internal/remote"
	"quartermaster/internal/validate"
)

// Protocols returns the protocols that a target may have.
func (s *Service) Protocols() []remote.Protocol {
	list := []remote.Protocol{remote.SFTP, remote.FTPS, remote.FTP}
	if len(s.folders) > 0 {
		list = append(list, remote.Folder)
	}
	return list
}

// TargetInput sets a target. What it leaves out gets its default, but for secrets, which stay, as does the pinned fingerprint of the same
// server.
type TargetInput struct {
	Protocol remote.Protocol `field:"protocol,required" in:"sftp,ftps,ftp,folder" help:"folder: as the operator allows." example:"sftp"`

	Host string `field:"host,max=255" pattern:"^[A-Za-z0-9._-]+$|^[0-9A-Fa-f:.%]+$|^\\[[0-9A-Fa-f:.%]+\\]$" example:"files.example.org"`

	Port        int                `field:"port,min=1,max=65535"`
	Username    string             `field:"username,line,max=255" example:"dayz"`
	Password    *string            `field:"password,secret,clears,line,max=255" help:"Left out: it stays." example:"what only you know"`
	PrivateKey  *string            `field:"private_key,secret,clears,max=16384" help:"SSH key. Left out: it stays; null: it is forgotten."`
	Passphrase  string             `field:"passphrase,secret,max=255" help:"Of the private key that is sent."`
	GenerateKey bool               `field:"generate_key" help:"Make a key; add its public half to the server's authorized keys."`
	Dir         string             `field:"dir,line,max=255" example:"/srv/dayz"`
	ImplicitTLS bool               `field:"implicit_tls"`
	Pinned      *string            `field:"pinned,clears,max=255" pattern:"^SHA256:[A-Za-z0-9+/=:-]+$" help:"Empty: taken at the first test."`
	Folders     TargetFoldersInput `field:"folders,keyed"`
}

// TargetFoldersInput are the folders that an owner names, below that of the target; the others are looked for.
type TargetFoldersInput struct {
	Mission  string `field:"mission,folder,max=255"`
	Profiles string `field:"profiles,folder,max=255"`
	BattlEye string `field:"battleye,folder,max=255"`
}

// check returns what is wrong with a target whose fields are right each by itself, or nil.
func (s *Service) check(in *TargetInput) error {
	var problems validate.Errors
	s.checkAddress(in, &problems)
	if len(problems) == 0 {
		checkKey(in, &problems)
	}
	return problems.Err()
}

// checkAddress looks at the fields that say where a server is, which depend on the protocol.
func (s *Service) checkAddress(in *TargetInput, problems *validate.Errors) {
	if in.Protocol != remote.Folder {
		if in.Host == "" {
			problems.AddFailure("host", validate.IsRequired)
		}
		return
	}
	switch {
	case len(s.folders) == 0:
		problems.AddSentence("protocol", "This service reaches no folders: its operator has named none (--server-folders).")
	case in.Dir == "":
		problems.AddFailure("dir", validate.IsRequired)
	case !s.allows(in.Dir):
		problems.AddSentence("dir", "The folder is not in one that the operator has named (--server-folders): "+strings.Join(s.folders, ", ")+".")
	}
}

// allows reports whether a folder is in one that the operator has named.
func (s *Service) allows(dir string) bool {
	for _, root := range s.folders {
		if below, err := filepath.Rel(root, dir); err == nil && filepath.IsLocal(below) {
			return true
		}
	}
	return false
}
