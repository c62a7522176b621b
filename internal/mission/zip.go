package mission

import (
	"context"
	"fmt"
	"io"
	"strings"

	"quartermaster/internal/archive"
	"quartermaster/internal/store"
)

// Unwritables is the name of the text file in an archive that lists the files that could not be written, with the reasons.
const Unwritables = "NOT-WRITTEN.txt"

// WriteZip writes the files of an instance as a ZIP archive; see the function of the same name.
func (s *Service) WriteZip(ctx context.Context, scope store.Scope, w io.Writer) error {
	files, err := s.Files(ctx, scope)
	if err != nil {
		return err
	}
	return WriteZip(ctx, w, files)
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
