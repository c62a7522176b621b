package mission

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxFile is the largest file that is taken, in bytes, also as a whole upload and as one file of an archive.
const MaxFile = 32 << 20

// Limits of an archive, far above those of a whole server's configuration.
const (
	maxArchiveFiles = 5_000
	maxArchiveBytes = 256 << 20
)

// Expand returns the files of a ZIP, or the file itself when it is none. What is in an archive is limited in number and
// size as it is read, whatever the archive says about itself; archives in archives are refused.
func Expand(u Upload) ([]Upload, error) {
	if !isZip(u.Data) {
		return []Upload{u}, nil
	}
	archive, err := zip.NewReader(bytes.NewReader(u.Data), int64(len(u.Data)))
	if err != nil {
		return nil, fmt.Errorf("%s is a damaged ZIP file", u.Path)
	}
	if len(archive.File) > maxArchiveFiles {
		return nil, fmt.Errorf("%s holds more than %d files", u.Path, maxArchiveFiles)
	}
	var files []Upload
	left := int64(maxArchiveBytes)
	for _, f := range archive.File {
		if f.FileInfo().IsDir() {
			continue
		}
		data, err := readEntry(f, min(left, MaxFile))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", u.Path, err)
		}
		left -= int64(len(data))
		files = append(files, Upload{Path: f.Name, Data: data})
	}
	return files, nil
}

func isZip(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("PK\x05\x06"))
}

func readEntry(f *zip.File, limit int64) ([]byte, error) {
	entry, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", f.Name, err)
	}
	defer entry.Close()
	data, err := io.ReadAll(io.LimitReader(entry, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s is damaged", f.Name)
	case int64(len(data)) > limit:
		return nil, errors.New("what it holds is too large")
	case isZip(data) && strings.HasSuffix(strings.ToLower(f.Name), ".zip"):
		return nil, fmt.Errorf("%s is an archive in an archive", f.Name)
	}
	return data, nil
}
