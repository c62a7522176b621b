package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// Bytes of a file that are asked for at once: at first as many as one answer holds, which is a whole file mostly, and then several answers.
const (
	readFirst = 32 << 10
	readAhead = 256 << 10
)

// sftpServer is one SFTP session, in which requests of several goroutines are on their way at the same time.
type sftpServer struct {
	client *sftp.Client
	link   *link
	base   string // the folder of the target on the server
}

// openSFTP connects, signs in and finds the folder of the target.
func (o opener) openSFTP(ctx context.Context, t Target) (*Connection, error) {
	s := &sftpServer{link: newLink(o.options.Timeout)}
	connection, fingerprint, err := o.sshConnect(ctx, t, s.link)
	if err != nil {
		return nil, err
	}
	err = s.link.during(ctx, func() error {
		s.client, err = s.subsystem(connection)
		return err
	})
	if err == nil {
		err = s.enter(ctx, t.Dir)
	} else if !stopped(err) {
		err = fmt.Errorf("the server lets %s sign in, but offers no SFTP", t.Username)
	}
	if err != nil {
		s.link.close(nil)
		return nil, err
	}
	return &Connection{Server: s, Fingerprint: fingerprint}, nil
}

// subsystem begins SFTP over an SSH connection.
func (s *sftpServer) subsystem(connection *ssh.Client) (*sftp.Client, error) {
	session, err := connection.NewSession()
	if err != nil {
		return nil, err
	}
	to, err := session.StdinPipe()
	if err != nil {
		return nil, err
	}
	from, err := session.StdoutPipe()
	if err != nil {
		return nil, err
	}
	complaints, err := session.StderrPipe()
	if err != nil {
		return nil, err
	}
	go func() { _, _ = io.Copy(io.Discard, complaints) }() // so that they do not stop the rest
	if err := session.RequestSubsystem("sftp"); err != nil {
		return nil, err
	}
	return sftp.NewClientPipe(&packets{from: from, link: s.link}, counting{to, s.link}, sftp.UseConcurrentWrites(true))
}

// stopped says whether an error is that of a context, of a lost connection or of a server that does not come to an end.
func stopped(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrLost) ||
		errors.Is(err, ErrEndless)
}

func (s *sftpServer) enter(ctx context.Context, dir string) error {
	return s.run(ctx, dir, func(string) error {
		base, err := s.client.RealPath(path.Clean(dir))
		if err != nil {
			return err
		}
		info, err := s.client.Stat(base)
		if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is no folder: %w", dir, ErrNotFound)
		}
		s.base = base
		return err
	})
}

// run runs an operation and turns its error into one of this package.
func (s *sftpServer) run(ctx context.Context, p string, operation func(full string) error) error {
	err := s.link.during(ctx, func() error { return operation(path.Join(s.base, p)) })
	return sftpError(p, err)
}

// transfer is run for what takes as long as its content is large.
func (s *sftpServer) transfer(ctx context.Context, p string, operation func(full string) error) error {
	err := s.link.transfer(ctx, func() error { return operation(path.Join(s.base, p)) })
	return sftpError(p, err)
}

// on is run for a path of a caller, which it cleans.
func (s *sftpServer) on(ctx context.Context, p string, operation func(full string) error) error {
	p, err := cleanPath(p)
	if err != nil {
		return err
	}
	return s.run(ctx, p, operation)
}

// List follows links, and leaves out those that lead nowhere.
func (s *sftpServer) List(ctx context.Context, dir string) ([]Entry, error) {
	var entries []Entry
	err := s.on(ctx, dir, func(full string) error {
		found, err := s.client.ReadDirContext(ctx, full)
		for _, info := range found {
			if entry, ok := s.listed(full, info); ok {
				entries = append(entries, entry)
			}
		}
		return err
	})
	slices.SortFunc(entries, byName)
	return entries, err
}

func (s *sftpServer) listed(dir string, info fs.FileInfo) (Entry, bool) {
	name := info.Name()
	if !plainName(name) {
		return Entry{}, false
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		var err error
		if info, err = s.client.Stat(path.Join(dir, name)); err != nil {
			return Entry{}, false
		}
	}
	return entryOf(name, info), ordinary(info)
}

func (s *sftpServer) Stat(ctx context.Context, p string) (entry Entry, err error) {
	err = s.on(ctx, p, func(full string) error {
		info, err := s.client.Stat(full)
		if err == nil {
			entry = entryOf(path.Base(full), info)
		}
		return err
	})
	return entry, err
}

// Rename is at once where the server offers posix-rename, or replaces files by a plain rename; the latter is refused by most.
func (s *sftpServer) Rename(ctx context.Context, from, to string) error {
	to, err := cleanPath(to)
	if err != nil {
		return err
	}
	return s.on(ctx, from, func(full string) error {
		target := path.Join(s.base, to)
		err := s.rename(full, target)
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if _, statErr := s.client.Lstat(target); statErr == nil {
			return fmt.Errorf("%s cannot be replaced: %w", to, ErrUnsupported)
		}
		return err
	})
}

func (s *sftpServer) rename(from, to string) error {
	if _, ok := s.client.HasExtension("posix-rename@openssh.com"); ok {
		return s.client.PosixRename(from, to)
	}
	return s.client.Rename(from, to)
}

func (s *sftpServer) Remove(ctx context.Context, p string) error {
	return s.on(ctx, p, func(full string) error {
		info, err := s.client.Lstat(full)
		if err == nil && info.IsDir() { // the client would remove it
			return fmt.Errorf("%s is a folder: %w", p, ErrUnsupported)
		}
		if err != nil {
			return err
		}
		return s.client.Remove(full)
	})
}

func (s *sftpServer) Close() error {
	s.link.close(nil)
	_ = s.client.Close() // which no longer reaches the server
	return nil
}

// plainName says whether a listed name can be part of a path.
func plainName(name string) bool {
	clean, err := cleanPath(name)
	return err == nil && clean == name && name != "." && !strings.Contains(name, "/")
}

// The codes of later versions of the protocol, which some servers use all the same.
const (
	sftpNoSpace = 14
	sftpQuota   = 15
)

// sftpError turns an error of the client into one of this package.
func sftpError(p string, err error) error {
	var status *sftp.StatusError
	switch {
	case err == nil, stopped(err):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", p, ErrNotFound)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: %w", p, ErrDenied)
	case errors.Is(err, sftp.ErrSSHFxConnectionLost), broken(err):
		return ErrLost
	case !errors.As(err, &status):
		return err
	case status.Code == sftpNoSpace, status.Code == sftpQuota:
		return fmt.Errorf("%s: %w", p, ErrFull)
	}
	return fmt.Errorf("%s: the server says: %s", p, said(status.Error()))
}
