// Package archive reads uploaded files and ZIP archives within limits, and writes archives that are the same for the same files.
package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode"
)

// File is an uploaded file, which may be an archive.
type File struct {
	Path string // with / or \, in any letter case
	Data []byte
}

// MaxFile is the largest file that is accepted, in bytes: a whole upload, or one file of an archive.
const MaxFile = 32 << 20

// Limits of an archive, far above those of a whole server's configuration.
const (
	maxFiles    = 10_000
	maxBytes    = 256 << 20
	maxRatio    = 200     // of a file's size to the bytes of the archive that it is made of
	ratioCounts = 1 << 20 // from this size on
)

// Size is the number of files in uploads, and their size in bytes when unpacked.
type Size struct {
	Files int
	Bytes int64
}

// Measure returns what Expand would, counted instead of kept, and the same errors.
func Measure(uploads []File) (Size, error) {
	var size Size
	err := unpackAll(uploads, func(_ string, r io.Reader) error {
		n, err := io.Copy(io.Discard, r)
		size.Files, size.Bytes = size.Files+1, size.Bytes+n
		return err
	})
	return size, err
}

// Expand returns the files that uploads hold: those of ZIPs, and the others themselves. Files of a ZIP that is in a folder are below a
// folder of its name, so that those of a backup do not take the places of others. Their number is limited, and so is the
// size of what archives hold, in all of them together, as it is read and whatever they say about themselves. Archives in archives are
// refused, as are paths that lead elsewhere, links, encrypted files and two files of one path. The error is for whoever
// uploaded.
func Expand(uploads ...File) ([]File, error) {
	var files []File
	err := unpackAll(uploads, func(name string, r io.Reader) error {
		data, err := contentOf(r)
		files = append(files, File{Path: name, Data: data})
		return err
	})
	return files, err
}

// unpackAll calls visit for each file, which reads it to its end.
func unpackAll(uploads []File, visit func(name string, r io.Reader) error) error {
	left := budget{files: maxFiles, bytes: maxBytes}
	for _, u := range uploads {
		if !isArchive(u.Path, u.Data) {
			if err := left.pass(u, visit); err != nil {
				return err
			}
			continue
		}
		folder := folderOf(u.Path)
		err := left.unpack(u.Data, func(name string, r io.Reader) error { return visit(folder+name, r) })
		if err != nil {
			return fmt.Errorf("%s %w", u.Path, err)
		}
	}
	return nil
}

// folderOf returns the folder for the files of a ZIP, with a slash at its end; "" for one that was sent by itself.
func folderOf(name string) string {
	if name = slashed(name); !strings.Contains(name, "/") {
		return ""
	}
	return strings.TrimSuffix(name, path.Ext(name)) + "/"
}

// pass hands on a file that is no archive.
func (b *budget) pass(u File, visit func(string, io.Reader) error) error {
	if b.files--; b.files < 0 {
		return errTooManyFiles
	}
	return visit(u.Path, inMemory{bytes.NewReader(u.Data), u.Data})
}

// inMemory reads what is in memory as a whole.
type inMemory struct {
	*bytes.Reader
	data []byte
}

// contentOf reads to the end, without another copy of what is in memory.
func contentOf(r io.Reader) ([]byte, error) {
	if held, is := r.(inMemory); is {
		return held.data, nil
	}
	return io.ReadAll(r)
}

var errTooManyFiles = fmt.Errorf("these are more than %d files", maxFiles)

// isArchive reports whether a file is one that holds others. Documents of office programs begin like a ZIP, and are one file each.
func isArchive(name string, data []byte) bool {
	return isZip(data) && !officeTypes[strings.ToLower(path.Ext(name))]
}

var officeTypes = map[string]bool{".xlsx": true, ".xlsm": true, ".ods": true, ".numbers": true, ".docx": true, ".odt": true, ".pptx": true}

func isZip(data []byte) bool {
	return bytes.HasPrefix(data, []byte(localFile)) || bytes.HasPrefix(data, []byte("PK\x05\x06"))
}

// The marks of a ZIP before a file, and before its line in the directory.
const (
	localFile     = "PK\x03\x04"
	directoryLine = "PK\x01\x02"
)

// ExpandOne returns the files of one ZIP, as Expand does, within limits of its own: on their number, and on what they come to unpacked.
func ExpandOne(data []byte, most int, bytes int64) (files []File, err error) {
	left := budget{files: most, bytes: bytes}
	err = left.unpack(data, func(name string, r io.Reader) error {
		content, err := io.ReadAll(r)
		files = append(files, File{Path: name, Data: content})
		return err
	})
	return files, err
}

// budget counts down what archives may still hold.
type budget struct {
	files int
	bytes int64
}

func (b *budget) unpack(data []byte, visit func(string, io.Reader) error) error {
	// Counted before the directory is read, which takes memory for each of its lines.
	most := b.files
	if b.files -= bytes.Count(data, []byte(directoryLine)); b.files < 0 {
		return fmt.Errorf("holds too much: %d files are the most", most)
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return errors.New("is a damaged ZIP file")
	}
	if err := checkEntries(archive.File); err != nil {
		return err
	}
	m := meter{budget: b, most: b.bytes}
	archive.RegisterDecompressor(zip.Deflate, m.decompressor)
	for _, f := range archive.File {
		if err := m.unpack(f, visit); err != nil {
			return err
		}
	}
	return nil
}

// checkEntries refuses an archive for what its directory says.
func checkEntries(entries []*zip.File) error {
	spelled := map[string]string{}
	for _, f := range entries {
		if err := checkEntry(f); err != nil {
			return fmt.Errorf("holds %s, %w", CleanPath(f.Name), err)
		}
		key := strings.ToLower(path.Clean(slashed(f.Name)))
		if other, twice := spelled[key]; twice && !f.FileInfo().IsDir() {
			return fmt.Errorf("holds two files of one path, %s and %s", CleanPath(other), CleanPath(f.Name))
		}
		spelled[key] = f.Name
	}
	return nil
}

func checkEntry(f *zip.File) error {
	kind := f.Mode() & fs.ModeType
	switch {
	case leadsAway(slashed(f.Name)):
		return errors.New("a path that leads out of the archive")
	case kind != 0 && kind != fs.ModeDir:
		return errors.New("which is a link or a device")
	case f.Flags&encrypted != 0:
		return errors.New("which is encrypted")
	}
	return nil
}

// encrypted is the flag of a file that needs a password.
const encrypted = 1

func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// leadsAway reports whether a path is absolute, on Windows too, or climbs.
func leadsAway(name string) bool {
	drive := len(name) > 1 && name[1] == ':'
	return drive || strings.HasPrefix(name, "/") || strings.Contains("/"+name+"/", "/../")
}

// CleanPath replaces what no path holds and not every database stores: control characters and bytes that are not UTF-8.
func CleanPath(path string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(path, "_"))
}
