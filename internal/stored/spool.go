package stored

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"quartermaster/internal/outage"
)

// Spool is a file to store whose content waits on the disk, however large it is. It reads the content, and whoever has it
// closes it.
type Spool struct {
	*io.SectionReader
	File File
	disk *os.File
	drop func() error // takes the content from the disk
	keep func(store func() error) error
}

// spooled is how files of spools are called.
const spooled = "quartermaster-*"

// SpoolIn makes spools lie in a folder, which is made when it is missing. What a crash has left in it is removed. Without it they
// lie where the system keeps temporary files.
func (s *Service) SpoolIn(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the folder for temporary files: %w", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, spooled))
	if err != nil {
		return err
	}
	for _, name := range left {
		_ = os.Remove(name) // one that another server reads may stay
	}
	s.dir = dir
	return nil
}

// Spool returns what write writes as a file that is called as the end of path says.
func (s *Service) Spool(kind Kind, path string, write func(io.Writer) error) (*Spool, error) {
	disk, err := os.CreateTemp(s.dir, spooled)
	if err != nil {
		return nil, outage.Of(err)
	}
	_ = os.Remove(disk.Name()) // where systems let it, nothing stays behind a crash; else drop does it
	made := &Spool{disk: disk, drop: func() error { return remove(disk) }, keep: func(store func() error) error { return store() }}
	digest := sha256.New()
	if err := write(io.MultiWriter(disk, digest)); err != nil {
		return nil, errors.Join(outage.Of(err), made.Close())
	}
	size, err := disk.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, errors.Join(err, made.Close())
	}
	made.SectionReader = io.NewSectionReader(disk, 0, size)
	made.File = File{identity{kind, nameOf(path), hex.EncodeToString(digest.Sum(nil))}, disk, size}
	return made, nil
}

// Close removes the content from the disk, unless others share it.
func (s *Spool) Close() error { return s.drop() }

func remove(disk *os.File) error {
	err := disk.Close()
	if left := os.Remove(disk.Name()); !errors.Is(left, fs.ErrNotExist) {
		err = errors.Join(err, left)
	}
	return err
}
