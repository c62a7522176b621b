package remote

import (
	"context"
	"errors"
	"io"
	"net"
	"path"
	"strings"
	"time"

	"github.com/jlaffaye/ftp"
)

// Open keeps a connection until the content is read to its end, or closed.
func (s *ftpServer) Open(ctx context.Context, p string, offset int64) (io.ReadCloser, error) {
	p, err := cleanPath(p)
	if err != nil {
		return nil, err
	}
	c, err := s.take(ctx)
	if err != nil {
		return nil, err
	}
	content := &ftpContent{server: s, conn: c, ctx: ctx, path: p, at: offset}
	err = c.during(ctx, func() error {
		full := path.Join(s.base, p)
		content.response, err = c.RetrFrom(full, uint64(offset))
		return c.orMissing(full, err)
	})
	if err != nil {
		s.pool.giveBack(c, usable(err))
		return nil, c.explained(p, err)
	}
	return content, nil
}

// ftpContent reads a file.
type ftpContent struct {
	server   *ftpServer
	conn     *ftpConn
	ctx      context.Context // of Open, for what is read later
	path     string
	response *ftp.Response
	at       int64 // bytes of the file up to here
	end      error // io.EOF once the server has confirmed that it has sent everything, or what went wrong
	left     bool  // the connection is given back
	pace     pace
}

func (r *ftpContent) Read(b []byte) (n int, err error) {
	if r.end != nil {
		return 0, r.end
	}
	began := time.Now()
	err = r.conn.transfer(r.ctx, func() error {
		n, err = r.response.Read(b)
		r.at += int64(n)
		if !errors.Is(err, io.EOF) {
			return err
		}
		r.end = io.EOF
		return r.confirm()
	})
	if err == nil && r.pace.slow(n, time.Since(began), r.conn.link.timeout) {
		err = r.conn.link.endless("it sends the file too slowly")
	}
	if err != nil {
		r.end = r.conn.explained(r.path, err)
	}
	if r.end != nil {
		r.leave()
	}
	return n, r.end
}

// confirm waits for the server to say that it has sent everything.
func (r *ftpContent) confirm() error {
	if err := r.response.Close(); err != nil || !r.conn.abrupt {
		return err
	}
	if size, err := r.conn.FileSize(path.Join(r.server.base, r.path)); err != nil || size != r.at {
		return ErrLost
	}
	return nil
}

// leave gives the connection back, once; not for further use while something is still on its way.
func (r *ftpContent) leave() {
	if !r.left {
		r.left = true
		r.server.pool.giveBack(r.conn, errors.Is(r.end, io.EOF))
	}
}

func (r *ftpContent) Close() error {
	if r.end == nil {
		r.end = net.ErrClosed
	}
	r.leave()
	return nil
}

// Write makes the folders when the server has refused the file and read nothing of the content.
func (s *ftpServer) Write(ctx context.Context, p string, content io.Reader) error {
	return s.transfer(ctx, p, func(c *ftpConn, full string) error {
		counted := &counted{Reader: content}
		err := c.Stor(full, counted)
		if !refused(err) || counted.n > 0 {
			return err
		}
		c.makeFolders(s.base, path.Dir(full))
		return c.Stor(full, counted)
	})
}

type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n += int64(n)
	return n, err
}

// makeFolders makes those that are missing. What it cannot make, the next command fails at.
func (c *ftpConn) makeFolders(base, dir string) {
	made := base
	for name := range strings.SplitSeq(strings.TrimPrefix(strings.TrimPrefix(dir, base), "/"), "/") {
		made = path.Join(made, name)
		_ = c.MakeDir(made)
	}
}
