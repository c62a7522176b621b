package stored

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"

	"quartermaster/internal/outage"
)

// Spool is a file to store whose content waits on the disk, however large it is. It reads the content, and whoever has made
// it closes it.
type Spool struct {
	*io.SectionReader
	File File
	disk *os.File
}

// NewSpool returns what write writes as a file that is called as the end of path says.
func NewSpool(kind Kind, path string, write func(io.Writer) error) (*Spool, error) {
	disk, err := os.CreateTemp("", "quartermaster-*")
	if err != nil {
		return nil, outage.Of(err)
	}
	s := &Spool{disk: disk}
	_ = os.Remove(disk.Name()) // where systems let it, nothing stays behind a crash; else Close does it
	digest := sha256.New()
	if err := write(io.MultiWriter(disk, digest)); err != nil {
		return nil, errors.Join(outage.Of(err), s.Close())
	}
	size, err := disk.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.SectionReader = io.NewSectionReader(disk, 0, size)
	s.File = File{identity{kind, nameOf(path), hex.EncodeToString(digest.Sum(nil))}, disk, size}
	return s, nil
}

// Close removes the content from the disk.
func (s *Spool) Close() error {
	err := s.disk.Close()
	if left := os.Remove(s.disk.Name()); !errors.Is(left, fs.ErrNotExist) {
		err = errors.Join(err, left)
	}
	return err
}
