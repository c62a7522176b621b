package remotetest

import (
	"net"
	"net/url"
	"strconv"
	"testing"

	"quartermaster/internal/remote"
)

// Service is a sort of server that tests run over.
type Service struct {
	// Start starts one whose user enters dir. It skips the test where there is none.
	Start     func(t testing.TB, dir string) remote.Target
	NoReplace bool // it cannot replace files by a rename
	Vague     bool // the times of files may be off by a minute, or by a time zone
}

// Services returns all sorts of servers by name: folders, real servers, and those of this process that do as old ones do.
func Services() map[string]Service {
	return map[string]Service{
		"folder": {Start: func(_ testing.TB, dir string) remote.Target {
			return remote.Target{Protocol: remote.Folder, Dir: dir}
		}},
		"OpenSSH": {Start: func(t testing.TB, dir string) remote.Target { return OpenSSH(t, dir) }},
		"OpenSSH without replacing": {
			Start: func(t testing.TB, dir string) remote.Target { return OpenSSH(t, dir, "posix-rename") }, NoReplace: true,
		},
		"ProFTPD with TLS":   {Start: proFTPD},
		"Pure-FTPd with TLS": {Start: pureFTPd},
		"SFTP":               {Start: func(t testing.TB, dir string) remote.Target { return SFTP{Dir: dir}.Start(t) }},
		"SFTP without extensions": {Start: func(t testing.TB, dir string) remote.Target {
			return SFTP{Dir: dir, Plain: true, Interactive: true}.Start(t)
		}},
		"FTP without sizes": {Start: func(t testing.TB, dir string) remote.Target {
			return FTP{Dir: dir, NoSizes: true, NoExtended: true, Most: 1}.Start(t)
		}, Vague: true},
		"FTP of Windows": {Start: func(t testing.TB, dir string) remote.Target {
			return FTP{Dir: dir, DOS: true, NoReplace: true, Most: 2}.Start(t)
		}, Vague: true, NoReplace: true},
		"vsftpd":                   {Start: vsftpd(remote.FTP, false), Vague: true},
		"vsftpd with TLS":          {Start: vsftpd(remote.FTPS, false), Vague: true},
		"vsftpd with implicit TLS": {Start: vsftpd(remote.FTPS, true), Vague: true},
	}
}

func vsftpd(protocol remote.Protocol, implicit bool) func(testing.TB, string) remote.Target {
	return func(t testing.TB, dir string) remote.Target { return VSFTPD(t, dir, protocol, implicit) }
}

// Before starts a proxy before a server, with its ports for data, and returns it and the target behind it.
func Before(t testing.TB, target remote.Target) (*Proxy, remote.Target) {
	t.Helper()
	var data []int
	if target.Protocol != remote.SFTP {
		for i := range dataPorts {
			data = append(data, target.Port+1+i)
		}
	}
	p := NewProxy(t, target.Port, data...)
	target.Host, target.Port = p.Host, p.Port
	return p, target
}

// BeforeURL starts a proxy before a server of this machine, and returns it and the address of the server behind it.
func BeforeURL(t testing.TB, address string) (*Proxy, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	p := NewProxy(t, port)
	u.Host = net.JoinHostPort(p.Host, strconv.Itoa(p.Port))
	return p, u.String()
}
