package remote

import (
	"context"
	"errors"
	"fmt"
	"net/textproto"
	"path"
	"slices"

	"github.com/jlaffaye/ftp"
)

// ftpServer is a server of FTP or FTPS. A file that is read keeps a connection until its end, or until it is closed.
type ftpServer struct {
	pool *ftpPool
	base string // the folder of the target on the server
}

// openFTP connects, signs in and finds the folder of the target. Further connections are made as they are needed.
func (o opener) openFTP(ctx context.Context, t Target) (*Connection, error) {
	connect := func(ctx context.Context) (*ftpConn, error) { return o.ftpConnect(ctx, t) }
	first, err := patiently(connect)(ctx)
	if err != nil {
		return nil, err
	}
	t.Pinned = first.fingerprint // of the others, too
	s := &ftpServer{base: first.home, pool: newFTPPool(connect)}
	s.pool.turns <- struct{}{}
	if err := s.pool.add(first); err != nil {
		return nil, err
	}
	s.pool.giveBack(first, true)
	return &Connection{Server: s, Fingerprint: first.fingerprint}, nil
}

// on runs an operation for a path of a caller on a connection of its own.
func (s *ftpServer) on(ctx context.Context, p string, operation func(c *ftpConn, full string) error) error {
	return s.using(ctx, p, (*ftpConn).during, operation)
}

// transfer is on for what takes as long as its content is large.
func (s *ftpServer) transfer(ctx context.Context, p string, operation func(c *ftpConn, full string) error) error {
	return s.using(ctx, p, (*ftpConn).transfer, operation)
}

func (s *ftpServer) using(ctx context.Context, p string, step func(*ftpConn, context.Context, func() error) error,
	operation func(c *ftpConn, full string) error,
) error {
	p, err := cleanPath(p)
	if err != nil {
		return err
	}
	c, err := s.take(ctx)
	if err != nil {
		return err
	}
	err = step(c, ctx, func() error { return operation(c, path.Join(s.base, p)) })
	s.pool.giveBack(c, usable(err))
	return c.explained(p, err)
}

// take returns a connection.
func (s *ftpServer) take(ctx context.Context) (*ftpConn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.pool.take(ctx)
}

// usable says whether a connection can go on after an error: client and server agree then about where they are.
func usable(err error) bool {
	var answer *textproto.Error
	return err == nil || known(err) || errors.As(err, &answer) && (answer.Code >= 500 || answer.Code == ftp.StatusFileActionIgnored) &&
		!stopped(err)
}

// known says whether an error is one of this package, which follows from an answer.
func known(err error) bool {
	return errors.Is(err, ErrNotFound) || errors.Is(err, ErrDenied) || errors.Is(err, ErrFull) || errors.Is(err, ErrUnsupported)
}

// explained turns an error of the client into one of this package.
func (c *ftpConn) explained(p string, err error) error {
	var answer *textproto.Error
	switch {
	case err == nil, known(err), stopped(err):
		return err
	case tooLong(err): // whatever the server says after that
		return fmt.Errorf("%s: %w: a line of its list", p, ErrEndless)
	case errors.As(err, &answer):
		return fmt.Errorf("%s: %w", p, c.refusal(answer))
	case broken(err):
		return ErrLost
	}
	return fmt.Errorf("%s: %w", p, err)
}

// refusal says what an answer means that no operation has an explanation for.
func (c *ftpConn) refusal(answer *textproto.Error) error {
	switch answer.Code {
	case ftp.StatusExceededStorage, ftp.Status452:
		return ErrFull
	case ftp.StatusFileUnavailable, ftp.StatusBadFileName, ftp.StatusFileActionIgnored, ftp.StatusNotLoggedIn, ftp.StatusStorNeedAccount:
		return fmt.Errorf("%w (%w)", ErrDenied, c.said(answer))
	case ftp.StatusBadCommand, ftp.StatusBadArguments, ftp.StatusNotImplemented, ftp.StatusNotImplementedParameter:
		return fmt.Errorf("%w (%w)", ErrUnsupported, c.said(answer))
	case ftp.StatusNotAvailable, ftp.StatusCanNotOpenDataConnection, ftp.StatusTransfertAborted:
		return fmt.Errorf("%w (%w)", ErrLost, c.said(answer))
	}
	return c.said(answer)
}

// refused says whether the server has refused what was asked for, because of the file or for any other reason: the code is the same.
func refused(err error) bool {
	var answer *textproto.Error
	return errors.As(err, &answer) && slices.Contains([]int{ftp.StatusFileUnavailable, ftp.StatusBadFileName, ftp.StatusFileActionIgnored},
		answer.Code)
}

// orMissing returns ErrNotFound in place of a refusal where nothing is at the path.
func (c *ftpConn) orMissing(full string, err error) error {
	if !refused(err) {
		return err
	}
	if _, statErr := c.stat(full); errors.Is(statErr, ErrNotFound) {
		return statErr
	}
	return err
}

// List asks for the folder that it has changed to: servers understand a path after the command in different ways.
func (s *ftpServer) List(ctx context.Context, dir string) ([]Entry, error) {
	var entries []Entry
	err := s.on(ctx, dir, func(c *ftpConn, full string) (err error) {
		entries, err = c.list(full)
		return err
	})
	return entries, err
}

func (c *ftpConn) list(full string) ([]Entry, error) {
	if err := c.ChangeDir(full); err != nil {
		return nil, orNotFound(full, err)
	}
	c.lists = true
	found, err := c.List("")
	c.lists = false
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, len(found))
	for _, each := range found {
		if entry, ok := c.listed(full, each); ok {
			entries = append(entries, entry)
		}
	}
	slices.SortFunc(entries, byName)
	return entries, nil
}

func orNotFound(full string, err error) error {
	if refused(err) {
		return fmt.Errorf("%s: %w", full, ErrNotFound)
	}
	return err
}

func (c *ftpConn) listed(dir string, e *ftp.Entry) (Entry, bool) {
	if !plainName(e.Name) || e.Name == ".." {
		return Entry{}, false
	}
	if e.Type == ftp.EntryTypeLink {
		entry, err := c.stat(path.Join(dir, e.Name))
		return entry, err == nil
	}
	return ftpEntry(e.Name, e), true
}

func ftpEntry(name string, e *ftp.Entry) Entry {
	entry := Entry{Name: name, Folder: e.Type == ftp.EntryTypeFolder, Modified: e.Time}
	if !entry.Folder {
		entry.Size = int64(e.Size)
	}
	return entry
}

func (s *ftpServer) Stat(ctx context.Context, p string) (entry Entry, err error) {
	err = s.on(ctx, p, func(c *ftpConn, full string) error {
		entry, err = c.stat(full)
		return err
	})
	return entry, err
}

// stat asks by the newer command, or else for the size, which folders do not have.
func (c *ftpConn) stat(full string) (Entry, error) {
	if c.IsTimePreciseInList() {
		e, err := c.GetEntry(full)
		if err == nil {
			return ftpEntry(path.Base(full), e), nil
		}
		return Entry{}, orNotFound(full, err)
	}
	size, err := c.FileSize(full)
	switch {
	case err == nil:
		modified, _ := c.GetTime(full) // not every server knows it
		return Entry{Name: path.Base(full), Size: size, Modified: modified}, nil
	case refused(err):
		if err := c.ChangeDir(full); err != nil {
			return Entry{}, orNotFound(full, err)
		}
		return Entry{Name: path.Base(full), Folder: true}, nil
	}
	return c.find(full)
}

// find looks for a file in the list of its folder, for servers that know no sizes.
func (c *ftpConn) find(full string) (Entry, error) {
	if full == path.Dir(full) {
		return Entry{Name: full, Folder: true}, nil
	}
	entries, err := c.list(path.Dir(full))
	if err != nil {
		return Entry{}, err
	}
	at := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == path.Base(full) })
	if at < 0 {
		return Entry{}, fmt.Errorf("%s: %w", full, ErrNotFound)
	}
	return entries[at], nil
}

// Rename leaves both files as they are where the server does not replace them.
func (s *ftpServer) Rename(ctx context.Context, from, to string) error {
	to, err := cleanPath(to)
	if err != nil {
		return err
	}
	return s.on(ctx, from, func(c *ftpConn, full string) error {
		target := path.Join(s.base, to)
		err := c.Rename(full, target)
		if !refused(err) {
			return err
		}
		if err := c.orMissing(full, err); errors.Is(err, ErrNotFound) {
			return err
		}
		if _, statErr := c.stat(target); statErr == nil {
			return fmt.Errorf("%s cannot be replaced: %w", to, ErrUnsupported)
		}
		return err
	})
}

func (s *ftpServer) Remove(ctx context.Context, p string) error {
	return s.on(ctx, p, func(c *ftpConn, full string) error {
		return c.orMissing(full, c.Delete(full))
	})
}

func (s *ftpServer) Close() error {
	s.pool.close()
	return nil
}
