package mission

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/charset"
	"quartermaster/internal/pack"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/store"
)

// maxOpened is the size in bytes of the largest file that is opened as a document to look for secrets.
const maxOpened = 1 << 20

// leftOutName is the name of the text file in an archive that lists the files that were left out of it, with the reason.
const leftOutName = "LEFT-OUT.txt"

// holdsSecret reports whether a file has a password of the game server or of its RCon, or a secret of a mod.
func (f *File) holdsSecret(packs *pack.Set, content []byte) bool {
	data, _ := charset.Decode(content)
	text := string(data)
	if servercfg.HoldsSecret(text) {
		return true
	}
	if len(content) > maxOpened {
		return false
	}
	if f.Kind == KindOther {
		if d := packs.Document(f.Path, text); d != nil && d.HoldsSecret(text) {
			return true
		}
	}
	return servercfg.Redact(text) != text
}

// Demand returns access.Denied for a comparison with a secret on one of its sides, if the scope's person may not see it.
func (c *Comparison) Demand(scope store.Scope) error {
	if !scope.Allows(access.Deliver) && (c.File.holdsSecret(c.packs, c.Content) || c.File.holdsSecret(c.packs, c.Original)) {
		return scope.Demand(access.Deliver)
	}
	return nil
}

// demand returns access.Denied for a file with a secret, if the scope's person may not see it.
func (s *Service) demand(ctx context.Context, scope store.Scope, f *File) error {
	if scope.Allows(access.Deliver) {
		return nil
	}
	packs, err := s.PacksOf(ctx, scope)
	if err != nil {
		return err
	}
	return f.demand(ctx, scope, packs)
}

// demand is demand of the service, for who does not have the permission.
func (f *File) demand(ctx context.Context, scope store.Scope, packs *pack.Set) error {
	content, err := f.Content(ctx)
	switch {
	case isUnwritten(err):
		return nil
	case err != nil:
		return err
	case f.holdsSecret(packs, content):
		return scope.Demand(access.Deliver)
	}
	return nil
}

// demandAt is demand for the file at a path, if there is one.
func (s *Service) demandAt(ctx context.Context, scope store.Scope, name string) error {
	if scope.Allows(access.Deliver) {
		return nil
	}
	files, err := s.Files(ctx, scope)
	if err != nil {
		return err
	}
	for i := range files {
		if strings.EqualFold(files[i].Path, name) {
			return s.demand(ctx, scope, &files[i])
		}
	}
	return nil
}

// withoutSecrets returns the files that the scope's person may see, and the paths of the others.
func (s *Service) withoutSecrets(ctx context.Context, scope store.Scope, files []File) (seen []File, left []string, err error) {
	if scope.Allows(access.Deliver) {
		return files, nil, nil
	}
	packs, err := s.PacksOf(ctx, scope)
	if err != nil {
		return nil, nil, err
	}
	for i := range files {
		var denied access.Denied
		switch err := files[i].demand(ctx, scope, packs); {
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
	return "These files have passwords or other secrets and are left out, because your role does not have the permission deliver:\n\n" +
		strings.Join(paths, "\n") + "\n"
}
