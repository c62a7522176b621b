package mission

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"quartermaster/internal/store"
)

// Unwritables is the name of a text in an archive of files that tells which of them could not be written, and why.
const Unwritables = "NOT-WRITTEN.txt"

// WriteZip writes the files of an instance as an archive, as the function of that name does.
func (s *Service) WriteZip(ctx context.Context, scope store.Scope, w io.Writer) error {
	files, err := s.Files(ctx, scope)
	if err != nil {
		return err
	}
	return WriteZip(ctx, w, files)
}

// WriteZip writes files as an archive that is the same for the same files. One file after the other is made as it is written.
// Those that cannot be written are left out; the text Unwritables, which is only there then, names them.
func WriteZip(ctx context.Context, w io.Writer, files []File) error {
	archive := zip.NewWriter(w)
	var missing strings.Builder
	for i := range files {
		switch err := addToZip(ctx, archive, &files[i]); {
		case isUnwritten(err):
			fmt.Fprintln(&missing, err)
		case err != nil:
			return err
		}
	}
	if missing.Len() > 0 {
		if _, err := io.WriteString(&zipEntry{archive: archive, name: Unwritables}, missing.String()); err != nil {
			return err
		}
	}
	return archive.Close()
}

func addToZip(ctx context.Context, archive *zip.Writer, f *File) error {
	entry := &zipEntry{archive: archive, name: f.Path}
	if err := f.Write(ctx, entry); err != nil {
		return err
	}
	return entry.open() // of a file that holds nothing, nothing was written
}

// zipEntry is a file of an archive, which comes to be there with the first that is written into it.
type zipEntry struct {
	archive *zip.Writer
	name    string
	w       io.Writer // nil before it is there
}

func (e *zipEntry) open() (err error) {
	if e.w == nil {
		e.w, err = e.archive.CreateHeader(&zip.FileHeader{
			Name: e.name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		})
	}
	return err
}

// Write implements io.Writer.
func (e *zipEntry) Write(p []byte) (int, error) {
	if err := e.open(); err != nil {
		return 0, err
	}
	return e.w.Write(p)
}
