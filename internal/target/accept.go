package target

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
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

const (
	maxText = 255
	maxKey  = 16 << 10
)

var hostPattern = regexp.MustCompile(`^[A-Za-z0-9._-]+$|^[0-9A-Fa-f:.%]+$|^\[[0-9A-Fa-f:.%]+\]$`)

// rules are those of a body that sets a target.
var rules = validate.Compile(validate.Rules{
	{Name: "protocol", Rules: []validate.Rule{validate.Required(), validate.String(), validate.In("sftp", "ftps", "ftp", "folder")}},
	{Name: "host", Rules: optional(validate.Max(maxText), validate.Regex(hostPattern))},
	{Name: "port", Rules: []validate.Rule{validate.Nullable(), validate.Integer(), validate.Min(1), validate.Max(65535)}},
	{Name: "username", Rules: optional(validate.Max(maxText), validate.Custom(oneLine))},
	{Name: "password", Rules: optional(validate.Max(maxText), validate.Custom(oneLine))},
	{Name: "private_key", Rules: optional(validate.Max(maxKey))},
	{Name: "passphrase", Rules: optional(validate.Max(maxText))},
	{Name: "generate_key", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "dir", Rules: optional(validate.Max(maxText), validate.Custom(oneLine))},
	{Name: "implicit_tls", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "pinned", Rules: optional(validate.Max(maxText), validate.Regex(regexp.MustCompile(`^SHA256:[A-Za-z0-9+/=:-]+$`)))},
	{Name: "folders", Rules: []validate.Rule{validate.Nullable(), validate.Object()}},
	{Name: "folders.mission", Rules: folderRules()},
	{Name: "folders.profiles", Rules: folderRules()},
	{Name: "folders.battleye", Rules: folderRules()},
})

func optional(rules ...validate.Rule) []validate.Rule {
	return append([]validate.Rule{validate.Nullable(), validate.String()}, rules...)
}

func folderRules() []validate.Rule {
	return optional(validate.Max(maxText), validate.Custom(folderBelow))
}

// oneLine refuses control characters, which protocols end their lines with.
func oneLine(value any) validate.Failure {
	if text, _ := value.(string); strings.ContainsFunc(text, unicode.IsControl) {
		return validate.FormatIsInvalid
	}
	return validate.Failure{}
}

// folderBelow takes the path of a folder below the target's folder, or that itself.
func folderBelow(value any) validate.Failure {
	text, _ := value.(string)
	if cleaned := clean(text); cleaned != "" && record.CheckPath(cleaned) != nil {
		return validate.FormatIsInvalid
	}
	if strings.Contains("/"+text+"/", "/../") {
		return validate.FormatIsInvalid
	}
	return validate.Failure{}
}

// accept returns what is wrong with a body that sets a target, or nil.
func (s *Service) accept(ctx context.Context, in *jsontree.Object) error {
	problems, err := rules.Validate(ctx, in, nil, validate.Options{})
	if err != nil {
		return err
	}
	if len(problems) == 0 {
		s.checkAddress(in, &problems)
	}
	if len(problems) == 0 {
		checkKey(in, &problems)
	}
	return problems.Err()
}

// checkAddress looks at the fields that say where a server is, which depend on the protocol.
func (s *Service) checkAddress(in *jsontree.Object, problems *validate.Errors) {
	if remote.Protocol(in.Text("protocol")) != remote.Folder {
		if in.Text("host") == "" {
			problems.AddFailure("host", validate.IsRequired)
		}
		return
	}
	switch {
	case len(s.folders) == 0:
		problems.AddSentence("protocol", "This service reaches no folders: its operator has named none (--server-folders).")
	case in.Text("dir") == "":
		problems.AddFailure("dir", validate.IsRequired)
	case !s.allows(in.Text("dir")):
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
