package archive

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
)

// meter counts what is read of an archive while it is unpacked: the sizes that the archive states may be lies.
type meter struct {
	*budget
	most             int64 // bytes that the budget had
	packed, unpacked int64 // bytes of the present file
	deflated         bool  // the present file is compressed
	head             []byte
}

// decompressor is flate's, with its input counted.
func (m *meter) decompressor(r io.Reader) io.ReadCloser {
	m.deflated = true
	return flate.NewReader(counting{r, &m.packed})
}

type counting struct {
	io.Reader
	n *int64
}

func (c counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	*c.n += int64(n)
	return n, err
}

// unpack hands one file to visit. An error says what the archive holds.
func (m *meter) unpack(f *zip.File, visit func(string, io.Reader) error) error {
	if f.FileInfo().IsDir() {
		return nil
	}
	m.packed, m.unpacked, m.deflated, m.head = 0, 0, false, m.head[:0]
	entry, err := f.Open()
	if err == nil {
		defer entry.Close()
		err = visit(f.Name, metered{m, entry, f.Name})
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("holds %s, %w", CleanPath(f.Name), troubleOf(err))
}

func troubleOf(err error) error {
	var limit limitError
	switch {
	case errors.As(err, &limit):
		return limit
	case errors.Is(err, zip.ErrAlgorithm):
		return errors.New("which is compressed in an unusual way: create the archive again")
	}
	return errors.New("which is damaged")
}

// limitError is the error for a file that exceeds a limit.
type limitError string

func (e limitError) Error() string { return string(e) }

// metered reads a file of an archive within the limits.
type metered struct {
	*meter
	entry io.Reader
	name  string
}

func (r metered) Read(p []byte) (int, error) {
	n, err := r.entry.Read(p)
	r.unpacked += int64(n)
	r.bytes -= int64(n)
	r.head = append(r.head, p[:min(n, len(localFile)-len(r.head))]...)
	switch {
	case isArchive(r.name, r.head):
		return 0, limitError("an archive in an archive: unpack that one first")
	case r.unpacked > MaxFile:
		return 0, limitError(fmt.Sprintf("which is larger than %d MiB", MaxFile>>20))
	case r.bytes < 0:
		return 0, limitError(fmt.Sprintf("with which it exceeds %d MiB unpacked", r.most>>20))
	case r.deflated && r.unpacked > ratioCounts && r.unpacked > maxRatio*r.packed:
		return 0, limitError(fmt.Sprintf("which unpacks to more than %d times its size", maxRatio))
	}
	return n, err
}
