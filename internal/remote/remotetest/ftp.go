package remotetest

import (
	"crypto/tls"
	"io/fs"
	"net"
	"net/textproto"
	"os"
	"path"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"quartermaster/internal/remote"
)

// FTP is a server of plain FTP in this process, as old and simple as some hosts have: it knows none of the commands that give lists and
// entries in a fixed form (MLSD, MLST).
type FTP struct {
	Dir        string // what its users enter
	DOS        bool   // lists look as those of Windows
	NoSizes    bool   // it does not tell the size and time of single files either
	NoReplace  bool   // it does not rename to the name of another file
	NoExtended bool   // it has no EPSV, and says a wrong address of its own in PASV
	Full       bool   // there is no room for files
	Most       int    // connections that it allows at once; 0: any number
	Talkative  bool   // it repeats wrong passwords
	TLS        bool   // it encrypts for whoever asks for that
	Implicit   bool   // it encrypts from the first byte on
	Instead    Instead

	sessions *atomic.Int64
	first    int         // its port; those for data follow
	pair     *tls.Config // nil: it has no TLS
}

// Start starts the server and returns its target. Its ports for data are the ten after that.
func (s FTP) Start(t testing.TB) remote.Target {
	t.Helper()
	protocol := remote.FTP
	if s.TLS || s.Implicit {
		protocol, s.pair = remote.FTPS, serverTLS(t)
	}
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	s.sessions = new(atomic.Int64)
	s.first = freePorts(t)
	listener := listenAt(t, s.first)
	go accept(listener, func(conn net.Conn) { s.serve(conn, root) })
	return remote.Target{Protocol: protocol, ImplicitTLS: s.Implicit, Host: "127.0.0.1", Port: s.first, Username: Username, Password: Password}
}

// ftpSession is one control connection.
type ftpSession struct {
	FTP
	root   *os.Root
	conn   net.Conn
	text   *textproto.Conn
	sealed bool   // the data are encrypted too
	dir    string // where it is, from the root on
	from   string // of RNFR
	offset int64  // of REST
	data   net.Listener
}

func (s FTP) serve(conn net.Conn, root *os.Root) {
	defer conn.Close()
	session := &ftpSession{FTP: s, root: root, dir: "."}
	if session.over(conn); s.Implicit && !session.encrypt() {
		return
	}
	defer s.sessions.Add(-1)
	if now := s.sessions.Add(1); s.Most > 0 && now > int64(s.Most) {
		session.say(421, "Too many connections")
		return
	}
	if s.Instead.has("greeting", session.conn) {
		return
	}
	session.say(220, "ready")
	for {
		line, err := session.text.R.ReadString('\n')
		if err != nil { // half a command is none
			break
		}
		command, argument, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		if command = strings.ToUpper(command); s.Instead.has(command, session.conn) || !session.answer(command, argument) {
			break
		}
	}
	session.endData()
}

// over has the session go on over a connection.
func (s *ftpSession) over(conn net.Conn) { s.conn, s.text = conn, textproto.NewConn(conn) }

func (s *ftpSession) say(code int, text string) {
	_ = s.text.PrintfLine("%d %s", code, text) // a lost connection ends the session anyway
}

// done says whether something has worked.
func (s *ftpSession) done(code int, text string, err error) {
	if err != nil {
		s.say(550, "Requested action not taken")
		return
	}
	s.say(code, text)
}

// answer reports whether the session goes on.
func (s *ftpSession) answer(command, argument string) bool {
	switch command {
	case "AUTH":
		s.done(234, "go on", s.offersTLS())
		return s.pair == nil || s.encrypt()
	case "PBSZ":
		s.say(200, "ok")
	case "PROT":
		s.sealed = s.pair != nil
		s.say(200, "ok")
	case "USER":
		s.say(331, "password please")
	case "PASS":
		s.signIn(argument)
	case "PWD":
		s.say(257, `"`+path.Join("/", s.dir)+`"`)
	case "CWD":
		s.enter(argument)
	case "TYPE", "NOOP":
		s.say(200, "ok")
	case "EPSV", "PASV":
		s.listenForData(command)
	case "REST":
		s.offset, _ = strconv.ParseInt(argument, 10, 64)
		s.say(350, "go on")
	case "QUIT":
		s.say(221, "bye")
	default:
		s.onFile(command, s.at(argument))
	}
	return true
}

// onFile answers commands that have a path.
func (s *ftpSession) onFile(command, p string) {
	switch {
	case command == "LIST":
		s.list(p)
	case command == "RETR":
		s.send(p)
	case command == "STOR" && s.Full:
		s.say(552, "Disk full")
	case command == "STOR":
		s.receive(p)
	case command == "DELE":
		s.remove(p)
	case command == "MKD":
		s.done(257, "made", s.root.Mkdir(p, 0o755))
	case command == "RNFR":
		_, err := s.root.Stat(p)
		s.from = p
		s.done(350, "to what?", err)
	case command == "RNTO":
		s.rename(p)
	case (command == "SIZE" || command == "MDTM") && !s.NoSizes:
		s.measure(command, p)
	default:
		s.say(502, "Command not implemented")
	}
}

// at returns the path of an argument from the root on.
func (s *ftpSession) at(argument string) string {
	p := path.Join("/", s.dir, argument)
	if strings.HasPrefix(argument, "/") {
		p = path.Clean(argument)
	}
	return path.Join(".", p)
}

func (s *ftpSession) signIn(password string) {
	switch {
	case password == Password:
		s.say(230, "welcome")
	case s.Talkative:
		s.say(530, "Login incorrect: "+password)
	default:
		s.say(530, "Login incorrect")
	}
}

func (s *ftpSession) enter(argument string) {
	info, err := s.root.Stat(s.at(argument))
	if err == nil && !info.IsDir() {
		err = fs.ErrInvalid
	}
	if err == nil {
		s.dir = s.at(argument)
	}
	s.done(250, "entered", err)
}

func (s *ftpSession) remove(p string) {
	info, err := s.root.Stat(p)
	if err == nil && info.IsDir() {
		err = fs.ErrInvalid
	}
	if err == nil {
		err = s.root.Remove(p)
	}
	s.done(250, "deleted", err)
}

func (s *ftpSession) rename(to string) {
	var err error
	if s.NoReplace {
		if _, statErr := s.root.Stat(to); statErr == nil {
			err = fs.ErrExist
		}
	}
	if err == nil {
		err = s.root.Rename(s.from, to)
	}
	s.done(250, "renamed", err)
}

func (s *ftpSession) measure(command, p string) {
	info, err := s.root.Stat(p)
	switch {
	case err != nil || info.IsDir():
		s.say(550, "Not a plain file")
	case command == "SIZE":
		s.say(213, strconv.FormatInt(info.Size(), 10))
	default:
		s.say(213, info.ModTime().UTC().Format("20060102150405"))
	}
}
