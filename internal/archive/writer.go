package archive

import (
	"archive/zip"
	"io"
	"time"
)

// Writer writes an archive that is the same for the same files.
type Writer struct{ zip *zip.Writer }

// NewWriter returns a writer of an archive into w.
func NewWriter(w io.Writer) Writer { return Writer{zip.NewWriter(w)} }

// Add adds a file and calls write for its content. When write fails before it has written anything, the file is left out. The
// error is that of write, or of the underlying writer.
func (w Writer) Add(name string, write func(io.Writer) error) error {
	e := &entry{archive: w.zip, name: name}
	if err := write(e); err != nil {
		return err
	}
	return e.open() // an empty file was not opened by a write
}

// Close completes the archive. It does not close the underlying writer, whose error it returns.
func (w Writer) Close() error { return w.zip.Close() }

// entry is a file of an archive that is created with its first write.
type entry struct {
	archive *zip.Writer
	name    string
	w       io.Writer // nil until then
}

func (e *entry) open() (err error) {
	if e.w == nil {
		e.w, err = e.archive.CreateHeader(&zip.FileHeader{
			Name: e.name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		})
	}
	return err
}

// Write implements io.Writer.
func (e *entry) Write(p []byte) (int, error) {
	if err := e.open(); err != nil {
		return 0, err
	}
	return e.w.Write(p)
}
