package stored

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"quartermaster/internal/outage"
)

// Spool is a file whose content waits on the disk, or in memory when the disk is full. The caller reads it and closes it.
type Spool struct {
	*io.SectionReader
	File File
	drop func() error // deletes the content from the disk
	keep func(store func() error) error
}

// spooled is the pattern of the names of spooled files.
const spooled = "quartermaster-*"

// SpoolIn sets the folder for spooled files, creates it and removes what a crash has left in it. Without it they are in the system's folder
// for temporary files. It returns an error where the folder cannot be made.
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

// Spool returns what write writes as a file named after the end of path. Where the disk is full, write is called again for a
// generated file, which then stays in memory; otherwise the error is outage.ErrFull.
func (s *Service) Spool(origin Origin, path string, write func(io.Writer) error) (*Spool, error) {
	made, err := s.onDisk(origin, path, write)
	if origin == Generate && errors.Is(err, outage.ErrFull) {
		return s.inMemory(origin, path, write)
	}
	return made, err
}

func newSpool(f File, drop func() error) *Spool {
	return &Spool{io.NewSectionReader(f.content, 0, f.size), f, sync.OnceValue(drop), func(store func() error) error { return store() }}
}

func (s *Service) onDisk(origin Origin, path string, write func(io.Writer) error) (made *Spool, err error) {
	disk, err := os.CreateTemp(s.dir, spooled)
	if err != nil {
		return nil, outage.Of(err)
	}
	_ = os.Remove(disk.Name()) // where the system allows it, so that a crash leaves nothing; else drop deletes it
	defer func() {
		if made == nil { // write may have panicked
			err = errors.Join(err, remove(disk))
		}
	}()
	digest := sha256.New()
	if err := write(io.MultiWriter(disk, digest)); err != nil {
		return nil, outage.Of(err)
	}
	size, err := disk.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	f := File{identity{origin, nameOf(path), hex.EncodeToString(digest.Sum(nil))}, disk, size}
	return newSpool(f, func() error { return remove(disk) }), nil
}

// inMemory makes a file in memory, for as many as are made at once within that for uploads.
func (s *Service) inMemory(origin Origin, path string, write func(io.Writer) error) (*Spool, error) {
	content := limitedBuffer{room: int(s.memory / (2 * madeAtOnce))}
	if err := write(&content); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content.Bytes())
	id := identity{origin, nameOf(path), hex.EncodeToString(sum[:])}
	return newSpool(File{id, bytes.NewReader(content.Bytes()), int64(content.Len())}, func() error { return nil }), nil
}

// limitedBuffer holds a limited number of bytes.
type limitedBuffer struct {
	bytes.Buffer
	room int
}

// Write implements io.Writer.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.room {
		return 0, outage.ErrFull
	}
	return b.Buffer.Write(p)
}

// Close removes the content from the disk, unless others share it. Further calls do nothing.
func (s *Spool) Close() error { return s.drop() }

func remove(disk *os.File) error {
	err := disk.Close()
	if left := os.Remove(disk.Name()); !errors.Is(left, fs.ErrNotExist) {
		err = errors.Join(err, left)
	}
	return err
}
