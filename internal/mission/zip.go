package mission

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/archive"
	"quartermaster/internal/store"
)

// Unwritables is the name of the text file in an archive that lists the files that could not be written, with the reasons.
const Unwritables = "NOT-WRITTEN.txt"

// WriteZip writes the files of an instance as a ZIP archive; see the function of the same name. With a folder below the server's root it
// writes those below it, with their whole paths. It returns store.ErrNotFound if there is nothing in the folder.
func (s *Service) WriteZip(ctx context.Context, scope store.Scope, folder string, w io.Writer) error {
	files, err := s.Files(ctx, scope)
	if err != nil {
		return err
	}
	if folder != "" {
		files = slices.DeleteFunc(files, func(f File) bool { return !strings.HasPrefix(f.Path, folder+"/") })
		if len(files) == 0 {
			return store.ErrNotFound
		}
	}
	return WriteZip(ctx, w, files)
}

// ZipName returns the usual name of the archive of an instance, or of a folder of it.
func ZipName(instance, folder string) string {
	if folder == "" {
		return instance + ".zip"
	}
	return instance + "-" + path.Base(folder) + ".zip"
}

// WriteZip writes files as a ZIP archive, which is the same for the same files. Each file is generated as it is written. Those that
// cannot be written are listed in the text file Unwritables, which the archive has only in that case.
func WriteZip(ctx context.Context, w io.Writer, files []File) error {
	zip, missing := archive.NewWriter(w), new(strings.Builder)
	for i := range files {
		err := zip.Add(files[i].Path, func(w io.Writer) error { return files[i].Write(ctx, w) })
		if isUnwritten(err) {
			fmt.Fprintln(missing, err)
		} else if err != nil {
			return err
		}
	}
	if missing.Len() > 0 {
		note := func(w io.Writer) error {
			_, err := io.WriteString(w, missing.String())
			return err
		}
		if err := zip.Add(Unwritables, note); err != nil {
			return err
		}
	}
	return zip.Close()
}
