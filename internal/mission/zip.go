package mission

import (
	"archive/zip"
	"context"
	"io"
	"time"
)

// WriteZip writes files as an archive that is the same for the same files. One file after the other is made as it is written.
func WriteZip(ctx context.Context, w io.Writer, files []File) error {
	archive := zip.NewWriter(w)
	for i := range files {
		if err := addToZip(ctx, archive, &files[i]); err != nil {
			return err
		}
	}
	return archive.Close()
}

func addToZip(ctx context.Context, archive *zip.Writer, f *File) error {
	entry, err := archive.CreateHeader(&zip.FileHeader{
		Name: f.Path, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
	})
	if err != nil {
		return err
	}
	return f.Write(ctx, entry)
}
