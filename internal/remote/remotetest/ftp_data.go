package remotetest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"
)

func (s *ftpSession) listenForData(command string) {
	s.endData()
	if command == "EPSV" && s.NoExtended {
		s.say(500, "Unknown command")
		return
	}
	port := s.openData()
	if port == 0 {
		s.say(425, "No port is free")
		return
	}
	if command == "EPSV" {
		s.say(229, fmt.Sprintf("Entering Extended Passive Mode (|||%d|)", port))
		return
	}
	address := "127,0,0,1"
	if s.NoExtended {
		address = "10,1,2,3"
	}
	s.say(227, fmt.Sprintf("Entering Passive Mode (%s,%d,%d)", address, port/256, port%256))
}

// openData listens at the first free port for data and returns it; 0 if there is none.
func (s *ftpSession) openData() int {
	for port := s.first + 1; port <= s.first+dataPorts; port++ {
		listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
		if err == nil {
			s.data = listener
			return port
		}
	}
	return 0
}

func (s *ftpSession) endData() {
	if s.data != nil {
		s.data.Close()
		s.data = nil
	}
}

// transfer runs over the connection for data.
func (s *ftpSession) transfer(over func(net.Conn) error) {
	defer s.endData()
	s.say(150, "here it comes")
	if s.data == nil {
		s.say(425, "Use PASV first")
		return
	}
	conn, err := s.data.Accept()
	if err == nil {
		err = errors.Join(s.sealing(conn, over), conn.Close())
	}
	if err != nil {
		s.say(426, "Transfer aborted")
		return
	}
	s.say(226, "complete")
}

func (s *ftpSession) list(p string) {
	entries, _ := fs.ReadDir(s.root.FS(), p) // of a missing folder the list is empty, as with many servers
	s.transfer(func(conn net.Conn) error {
		var lines strings.Builder
		for _, entry := range entries {
			if info, err := entry.Info(); err == nil {
				lines.WriteString(s.line(info) + "\r\n")
			}
		}
		if s.Instead.has("the data of LIST", conn) {
			return nil
		}
		_, err := io.WriteString(conn, lines.String())
		return err
	})
}

func (s *ftpSession) line(info fs.FileInfo) string {
	modified := info.ModTime().UTC()
	switch {
	case s.DOS && info.IsDir():
		return modified.Format("01-02-06  03:04PM") + "       <DIR>          " + info.Name()
	case s.DOS:
		return fmt.Sprintf("%s %20d %s", modified.Format("01-02-06  03:04PM"), info.Size(), info.Name())
	case info.IsDir():
		return "drwxr-xr-x   2 owner    group        4096 " + modified.Format("Jan _2 15:04") + " " + info.Name()
	}
	return fmt.Sprintf("-rw-r--r--   1 owner    group  %10d %s %s", info.Size(), modified.Format("Jan _2 15:04"), info.Name())
}

func (s *ftpSession) send(p string) {
	file, err := s.root.Open(p)
	if err == nil {
		defer file.Close()
		_, err = file.Seek(s.offset, io.SeekStart)
		s.offset = 0
	}
	if err != nil {
		s.done(0, "", err)
		return
	}
	s.transfer(func(conn net.Conn) error {
		if s.Instead.has("the data of RETR", conn) {
			return nil
		}
		_, err := io.Copy(conn, file)
		return err
	})
}

func (s *ftpSession) receive(p string) {
	file, err := s.root.Create(p)
	if err != nil {
		s.say(553, "Could not create file")
		return
	}
	s.transfer(func(conn net.Conn) error {
		_, err := io.Copy(file, conn)
		return errors.Join(err, file.Close())
	})
}
