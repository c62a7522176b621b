package remotetest

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"quartermaster/internal/remote"
)

// Lie is a way in which a server misbehaves.
type Lie int

// The lies.
const (
	WrongSize     Lie = iota // List and Stat say that files have one byte more
	Truncated                // Open returns the first half alone, without an error
	Altered                  // Open returns another first byte
	Lost                     // Write stores nothing and returns nil
	Denied                   // Write, Rename and Remove do nothing and return ErrDenied
	Full                     // Write stores the first half and returns ErrFull
	CannotReplace            // Rename does nothing and returns ErrUnsupported where something is at the new path
	CannotRename             // Rename does nothing and returns ErrUnsupported
	OtherCase                // names are found in any letter case, and listed in small letters
)

// Liar is a server that lies.
type Liar struct {
	remote.Server
	Lies  []Lie
	About func(path string) bool // the files that it lies about, by their path; nil: all
}

// Opening returns an opener whose servers wrap has wrapped.
func Opening(opener remote.Opener, wrap func(remote.Server) remote.Server) remote.Opener {
	return wrapping{opener, wrap}
}

type wrapping struct {
	remote.Opener
	wrap func(remote.Server) remote.Server
}

func (w wrapping) Open(ctx context.Context, t remote.Target) (*remote.Connection, error) {
	connection, err := w.Opener.Open(ctx, t)
	if err == nil {
		connection.Server = w.wrap(connection.Server)
	}
	return connection, err
}

func (l Liar) lies(about string, lie Lie) bool {
	for _, each := range l.Lies {
		if each == lie {
			return l.About == nil || l.About(about)
		}
	}
	return false
}

// List lists a folder.
func (l Liar) List(ctx context.Context, dir string) ([]remote.Entry, error) {
	entries, err := l.Server.List(ctx, l.stored(ctx, dir))
	for i, entry := range entries {
		entries[i] = l.distort(path.Join(dir, entry.Name), entry)
	}
	return entries, err
}

// Stat returns what is at a path.
func (l Liar) Stat(ctx context.Context, p string) (remote.Entry, error) {
	entry, err := l.Server.Stat(ctx, l.stored(ctx, p))
	return l.distort(p, entry), err
}

func (l Liar) distort(p string, entry remote.Entry) remote.Entry {
	if l.lies(p, WrongSize) && !entry.Folder {
		entry.Size++
	}
	if l.lies(p, OtherCase) {
		entry.Name = strings.ToLower(entry.Name)
	}
	return entry
}

// Open reads a file.
func (l Liar) Open(ctx context.Context, p string, offset int64) (io.ReadCloser, error) {
	stored := l.stored(ctx, p)
	content, err := l.Server.Open(ctx, stored, offset)
	if err != nil || !l.lies(p, Truncated) && !l.lies(p, Altered) {
		return content, err
	}
	text, err := io.ReadAll(content)
	if l.lies(p, Truncated) {
		text = text[:len(text)/2]
	}
	if l.lies(p, Altered) && len(text) > 0 {
		text[0] ^= 1
	}
	return struct {
		io.Reader
		io.Closer
	}{strings.NewReader(string(text)), content}, err
}

// Write stores a file.
func (l Liar) Write(ctx context.Context, p string, content io.Reader) error {
	switch {
	case l.lies(p, Denied):
		return fmt.Errorf("%s: %w", p, remote.ErrDenied)
	case l.lies(p, Lost):
		_, err := io.Copy(io.Discard, content)
		return err
	case l.lies(p, Full):
		return l.writeHalf(ctx, p, content)
	}
	return l.Server.Write(ctx, l.stored(ctx, p), content)
}

func (l Liar) writeHalf(ctx context.Context, p string, content io.Reader) error {
	text, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	if err := l.Server.Write(ctx, l.stored(ctx, p), strings.NewReader(string(text[:len(text)/2]))); err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", p, remote.ErrFull)
}

// Rename moves a file. It lies about the old path as about the new one.
func (l Liar) Rename(ctx context.Context, from, to string) error {
	stored := l.stored(ctx, to)
	if l.lies(from, Denied) || l.lies(to, Denied) {
		return fmt.Errorf("%s: %w", to, remote.ErrDenied)
	}
	_, err := l.Server.Stat(ctx, stored)
	if l.lies(to, CannotRename) || l.lies(to, CannotReplace) && err == nil {
		return fmt.Errorf("%s: %w", to, remote.ErrUnsupported)
	}
	return l.Server.Rename(ctx, l.stored(ctx, from), stored)
}

// Remove deletes a file.
func (l Liar) Remove(ctx context.Context, p string) error {
	if l.lies(p, Denied) {
		return fmt.Errorf("%s: %w", p, remote.ErrDenied)
	}
	return l.Server.Remove(ctx, l.stored(ctx, p))
}

// stored returns the path as it is spelled on the server behind.
func (l Liar) stored(ctx context.Context, p string) string {
	if !l.lies(p, OtherCase) {
		return p
	}
	found := "."
	for name := range strings.SplitSeq(path.Clean(p), "/") {
		found = path.Join(found, l.spelling(ctx, found, name))
	}
	return found
}

func (l Liar) spelling(ctx context.Context, dir, name string) string {
	entries, _ := l.Server.List(ctx, dir) // without the folder, the name is as good as any
	for _, entry := range entries {
		if strings.EqualFold(entry.Name, name) {
			return entry.Name
		}
	}
	return name
}
