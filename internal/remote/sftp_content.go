package remote

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/pkg/sftp"
)

func (s *sftpServer) Open(ctx context.Context, p string, offset int64) (content io.ReadCloser, err error) {
	err = s.on(ctx, p, func(full string) error {
		file, err := s.client.Open(full)
		if err != nil {
			return err
		}
		_, err = file.Seek(offset, io.SeekStart)
		content = &sftpContent{server: s, ctx: ctx, path: p, file: file, from: file, ahead: bufio.NewReaderSize(file, readFirst)}
		return err
	})
	return content, err
}

// sftpContent reads a file.
type sftpContent struct {
	server *sftpServer
	ctx    context.Context // of Open, for what is read later
	path   string
	file   *sftp.File
	from   io.Reader // the file, or as much of it as is expected
	ahead  *bufio.Reader
	large  bool // there was more than one answer holds
	pace   pace
}

// Expect has the content of a file end after size bytes where it would cost a question to the server to find out whether there are more.
// It is called before anything is read.
func Expect(content io.Reader, size int64) {
	if c, is := content.(*sftpContent); is {
		c.from = io.LimitReader(c.file, size)
		c.ahead.Reset(c.from)
	}
}

func (c *sftpContent) Read(b []byte) (n int, err error) {
	if c.ahead.Buffered() > 0 {
		return c.ahead.Read(b)
	}
	if c.large && c.ahead.Size() < readAhead {
		c.ahead = bufio.NewReaderSize(c.from, readAhead)
	}
	var end error
	began := time.Now()
	err = c.server.transfer(c.ctx, c.path, func(string) error {
		if n, err = c.ahead.Read(b); errors.Is(err, io.EOF) {
			end = io.EOF
			return nil
		}
		return err
	})
	if err == nil && c.pace.slow(n+c.ahead.Buffered(), time.Since(began), c.server.link.timeout) {
		return 0, c.server.link.endless("it sends the file too slowly")
	}
	c.large = n+c.ahead.Buffered() >= readFirst
	if err == nil {
		err = end
	}
	return n, err
}

func (c *sftpContent) Close() error {
	return c.server.run(context.WithoutCancel(c.ctx), c.path, func(string) error { return c.file.Close() })
}

func (s *sftpServer) Write(ctx context.Context, p string, content io.Reader) error {
	p, err := cleanPath(p)
	if err != nil {
		return err
	}
	return s.transfer(ctx, p, func(full string) error {
		file, err := s.create(full)
		if err != nil {
			return err
		}
		_, err = file.ReadFrom(content)
		if err := errors.Join(err, file.Close()); err != nil {
			return s.whetherFull(full, err)
		}
		return nil
	})
}

// create opens a file for writing, and makes its folders where they are missing.
func (s *sftpServer) create(full string) (*sftp.File, error) {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	file, err := s.client.OpenFile(full, flags)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	if err := s.client.MkdirAll(path.Dir(full)); err != nil {
		return nil, err
	}
	return s.client.OpenFile(full, flags)
}

// whetherFull asks the server for its room when writing has failed, because OpenSSH does not say why.
func (s *sftpServer) whetherFull(full string, err error) error {
	if _, ok := s.client.HasExtension("statvfs@openssh.com"); !ok {
		return err
	}
	if room, statErr := s.client.StatVFS(path.Dir(full)); statErr == nil && room.Bavail*room.Frsize < 64<<10 {
		return ErrFull
	}
	return err
}
