package mission

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/archive"
	"quartermaster/internal/store"
)

// Unwritables is the name of the text file in an archive that lists the files that could not be written, with the reasons.
const Unwritables = "NOT-WRITTEN.txt"

// WriteZip writes ZipFiles as a ZIP archive, with the errors of both, and returns InputsOf them; see the function of the same name.
func (s *Service) WriteZip(ctx context.Context, scope store.Scope, folder string, w io.Writer) (inputs string, err error) {
	files, err := s.ZipFiles(ctx, scope, folder)
	if err != nil {
		return "", err
	}
	files, left, err := s.withoutSecrets(ctx, scope, files)
	if err != nil {
		return "", err
	}
	if err := WriteZip(ctx, w, files, left...); err != nil {
		return "", err
	}
	return InputsOf(ctx, scope, files)
}

// ZipFiles returns the files of an instance that an archive of them holds: with a folder below the server's root those below it. It
// returns store.ErrNotFound if there is nothing in the folder.
func (s *Service) ZipFiles(ctx context.Context, scope store.Scope, folder string) ([]File, error) {
	files, err := s.Files(ctx, scope)
	if err != nil || folder == "" {
		return files, err
	}
	files = slices.DeleteFunc(files, func(f File) bool { return !strings.HasPrefix(f.Path, folder+"/") })
	if len(files) == 0 {
		return nil, store.ErrNotFound
	}
	return files, nil
}

// InputsOf returns a digest of what an archive of files holds; "" where that is not remembered of all of them. Files of which nothing is
// ever remembered are generated for it. Archives for those who may not see all files are not remembered.
func InputsOf(ctx context.Context, scope store.Scope, files []File) (string, error) {
	if !scope.Allows(access.Deliver) {
		return "", nil
	}
	all := sha256.New()
	for i := range files {
		f := &files[i]
		if !f.from.isCached(f.kind.info()) {
			if err := f.measure(ctx); err != nil && !isUnwritten(err) {
				return "", err
			}
		}
		if f.SHA256 == "" {
			return "", nil
		}
		fmt.Fprintf(all, "%q %s\n", f.Path, f.SHA256)
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// ZipName returns the usual name of the archive of an instance, or of a folder of it.
func ZipName(instance, folder string) string {
	if folder == "" {
		return instance + ".zip"
	}
	return instance + "-" + path.Base(folder) + ".zip"
}

// WriteZip writes files as a ZIP archive, which is the same for the same files. Each file is generated as it is written. Those that
// cannot be written are listed in the text file Unwritables, and those that are left out in the text file leftOutName, which the archive
// has only in these cases.
func WriteZip(ctx context.Context, w io.Writer, files []File, left ...string) error {
	zip, missing := archive.NewWriter(w), new(strings.Builder)
	for i := range files {
		err := zip.Add(files[i].Path, func(w io.Writer) error { return files[i].Write(ctx, w) })
		if isUnwritten(err) {
			fmt.Fprintln(missing, err)
		} else if err != nil {
			return err
		}
	}
	for _, note := range [...]struct{ name, text string }{{Unwritables, missing.String()}, {leftOutName, withheld(left)}} {
		if note.text == "" {
			continue
		}
		err := zip.Add(note.name, func(w io.Writer) error {
			_, err := io.WriteString(w, note.text)
			return err
		})
		if err != nil {
			return err
		}
	}
	return zip.Close()
}
