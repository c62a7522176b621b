package backup

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxManifest is the largest manifest that is read: that of some 100,000 stored files.
const maxManifest = 32 << 20

// archive is an open backup.
type archive struct {
	Manifest
	files map[string]*zip.File
}

// verifiedArchive reads all of a backup and returns it when it is complete.
func (o Options) verifiedArchive(ctx context.Context, f *os.File) (*archive, error) {
	content, size, err := o.decrypted(f)
	if err != nil {
		return nil, err
	}
	a, err := readArchive(content, size)
	if err != nil {
		return nil, err
	}
	return a, a.verify(ctx)
}

// readArchive reads the manifest. It does not compare the members with it.
func readArchive(content io.ReaderAt, size int64) (*archive, error) {
	z, err := zip.NewReader(content, size)
	if err != nil {
		return nil, errors.New("it is cut off, or no backup at all")
	}
	a := &archive{files: map[string]*zip.File{}}
	for _, member := range z.File {
		if a.files[member.Name] != nil {
			return nil, fmt.Errorf("%q is in it twice", member.Name)
		}
		a.files[member.Name] = member
	}
	if err := a.readManifest(); err != nil {
		return nil, err
	}
	return a, a.check()
}

func (a *archive) readManifest() error {
	if a.files[manifestName] == nil {
		return errors.New("it has no manifest of a backup")
	}
	r, err := a.files[manifestName].Open()
	if err != nil {
		return fmt.Errorf("%s: %w", manifestName, err)
	}
	defer r.Close()
	if err := json.NewDecoder(io.LimitReader(r, maxManifest)).Decode(&a.Manifest); err != nil {
		return fmt.Errorf("%s: %w", manifestName, err)
	}
	return nil
}

// verify reads all members and compares them with the manifest.
func (a *archive) verify(ctx context.Context) error {
	if len(a.files) != len(a.Members)+1 {
		return errors.New("it does not hold the files that its manifest names")
	}
	rows := map[string]int64{}
	for _, t := range a.Tables {
		rows[tableMember(t.Name)] = t.Rows
	}
	for _, member := range a.Members {
		if err := ctx.Err(); err != nil {
			return err
		}
		lines, err := a.verifyMember(member)
		if err != nil {
			return fmt.Errorf("%s: %w", member.Name, err)
		}
		if want, isTable := rows[member.Name]; isTable && lines != want {
			return fmt.Errorf("%s has %d rows, not %d", member.Name, lines, want)
		}
	}
	return nil
}

// verifyMember returns the number of lines of the member.
func (a *archive) verifyMember(m Member) (lines int64, err error) {
	r, err := a.open(m.Name)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	digest := newDigest()
	if _, err := io.Copy(digest, io.LimitReader(r, m.Size+1)); err != nil {
		return 0, fmt.Errorf("damaged: %w", err)
	}
	if digest.member(m.Name) != m {
		return 0, errors.New("changed after the backup was made")
	}
	return digest.lines, nil
}

func (a *archive) open(name string) (io.ReadCloser, error) {
	if a.files[name] == nil {
		return nil, errors.New("missing")
	}
	return a.files[name].Open()
}
