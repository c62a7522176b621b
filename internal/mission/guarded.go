package mission

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/store"
)

// maxGuarded is the size in bytes of the largest file that is searched for passwords.
const maxGuarded = 1 << 20

// leftOutName is the name of the text file in an archive that lists the files that were left out of it, with the reason.
const leftOutName = "LEFT-OUT.txt"

// holdsPassword reports whether a file has a password of the game server or of its RCon, or a secret of a mod.
func holdsPassword(content []byte) bool {
	if len(content) > maxGuarded {
		return false
	}
	text, _ := charset.Decode(content)
	return servercfg.Redact(string(text)) != string(text) || document.HoldsSecret(string(text))
}

// Demand returns access.Denied for a comparison with a password on one of its sides, if the scope's person may not see it.
func (c *Comparison) Demand(scope store.Scope) error {
	if holdsPassword(c.Content) || holdsPassword(c.Original) {
		return scope.Role().Demand(access.Deliver)
	}
	return nil
}

// demand returns access.Denied for a file with a password, if the scope's person may not see it.
func (f *File) demand(ctx context.Context, scope store.Scope) error {
	if scope.Allows(access.Deliver) || f.Size > maxGuarded {
		return nil
	}
	content, err := f.Content(ctx)
	switch {
	case isUnwritten(err):
		return nil
	case err != nil:
		return err
	case holdsPassword(content):
		return scope.Role().Demand(access.Deliver)
	}
	return nil
}

// demand is File.demand for the file at a path, if there is one.
func (s *Service) demand(ctx context.Context, scope store.Scope, name string) error {
	if scope.Allows(access.Deliver) {
		return nil
	}
	files, err := s.Files(ctx, scope)
	if err != nil {
		return err
	}
	for i := range files {
		if strings.EqualFold(files[i].Path, name) {
			return files[i].demand(ctx, scope)
		}
	}
	return nil
}

// withoutPasswords returns the files that the scope's person may see, and the paths of the others.
func withoutPasswords(ctx context.Context, scope store.Scope, files []File) (seen []File, left []string, err error) {
	if scope.Allows(access.Deliver) {
		return files, nil, nil
	}
	for i := range files {
		var denied access.Denied
		switch err := files[i].demand(ctx, scope); {
		case errors.As(err, &denied):
			left = append(left, files[i].Path)
		case err != nil:
			return nil, nil, err
		default:
			seen = append(seen, files[i])
		}
	}
	return seen, left, nil
}

// withheld says what is not in an archive; "" for nothing.
func withheld(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return "These files have passwords and are left out, because your role does not have the permission deliver:\n\n" +
		strings.Join(paths, "\n") + "\n"
}
