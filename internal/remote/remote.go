// Package remote reads and writes the files of a game server where they are: over SFTP, FTPS or FTP, or in a folder of this machine.
package remote

import (
	"context"
	"errors"
	"io"
	"time"
)

// Server is an open connection to the files of one game server. Paths have slashes and are relative to the folder of the target; one
// that leads out of it is refused with ErrOutside. Its methods may be called from several goroutines. Each ends when its context
// does, and then returns the context's error.
type Server interface {
	// List returns the entries of a folder by name, or ErrNotFound.
	List(ctx context.Context, dir string) ([]Entry, error)
	// Stat returns what is at path, or ErrNotFound.
	Stat(ctx context.Context, path string) (Entry, error)
	// Open returns the content of a file from offset on, or ErrNotFound. The caller closes it. Until it is read to its end or
	// closed it may hold one of few connections: other methods may wait for that.
	Open(ctx context.Context, path string, offset int64) (io.ReadCloser, error)
	// Write stores the content as path, replaces what is there, and makes the folders it lies in. What is at path is undefined
	// until Write returns nil: callers that must not leave half a file write another name and rename it.
	Write(ctx context.Context, path string, content io.Reader) error
	// Rename moves a file and replaces what is at the new path. Where the server can, it does so at once, so that a reader
	// finds the old file or the new one; otherwise it returns ErrUnsupported and has changed nothing.
	Rename(ctx context.Context, from, to string) error
	// Remove deletes a file, or returns ErrNotFound.
	Remove(ctx context.Context, path string) error
	// Close ends the connection.
	Close() error
}

// Entry is a file or a folder on a server.
type Entry struct {
	Name     string // without the folders it lies in
	Folder   bool
	Size     int64 // bytes; 0 for folders
	Modified time.Time
}

// Errors of a Server; they are wrapped with the path and with what the server has said.
var (
	ErrNotFound    = errors.New("not found")
	ErrDenied      = errors.New("permission denied")
	ErrFull        = errors.New("no space left on the server")
	ErrOutside     = errors.New("outside the server's folder")
	ErrUnsupported = errors.New("the server cannot do this")
)

// Protocol names how the files of a server are reached.
type Protocol string

// The protocols.
const (
	SFTP   Protocol = "sftp"
	FTPS   Protocol = "ftps"
	FTP    Protocol = "ftp"
	Folder Protocol = "folder"
)

// Target says where the files of a server are and how to reach them.
type Target struct {
	Protocol    Protocol
	Host        string
	Port        int // 0: the usual one of the protocol
	Username    string
	Password    string
	PrivateKey  string // PEM or OpenSSH; empty: the password counts
	Passphrase  string // of the private key
	Dir         string // the folder of the game's files; of Folder an absolute path
	ImplicitTLS bool   // FTPS from the first byte on, usually at port 990
	Pinned      string // fingerprint of the host key or certificate; empty: whichever comes is accepted
}

// PinError is returned when a server shows another host key or certificate than the pinned one.
type PinError struct {
	Pinned, Shown string
}

func (e *PinError) Error() string {
	return "the server shows the fingerprint " + e.Shown + ", not the pinned " + e.Pinned
}

// Options are what the operator allows.
type Options struct {
	Private bool          // addresses of private networks may be dialled
	Folders []string      // roots of folder targets
	Timeout time.Duration // for one answer of the server; 0: 30 seconds
}

// Connection is an open server with what identified it.
type Connection struct {
	Server
	Fingerprint string // SHA256:... of its host key or certificate; empty for FTP and Folder
}

// Opener opens connections to targets.
type Opener interface {
	// Open connects and signs in. A changed fingerprint is a *PinError, a wrong password ErrDenied; what cannot be reached
	// has an error that says so to the owner.
	Open(ctx context.Context, t Target) (*Connection, error)
}
