package delivery_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"quartermaster/internal/delivery"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
)

// machine is a game server's disk. Its connections can be cut at any step: a call, or a few bytes of a file.
type machine struct {
	mu      sync.Mutex
	files   map[string]stamped
	clock   time.Time
	steps   int  // since the last cut was armed
	cutAt   int  // the step at which connections break; 0 for none
	forGood bool // and no other one is opened
	inPlace bool // they break as soon as a file that was there is half written
	down    bool
	cutBy   error  // what connections break with; nil: errCut
	still   bool   // all files get the same time
	onCut   func() // may be nil
	rename  renaming
	address string
	wrap    func(remote.Server) remote.Server
	read    int // files
}

type stamped struct {
	content  []byte
	modified time.Time
}

// renaming says how the machine replaces a file.
type renaming int

const (
	atomically    renaming = iota
	never                  // it returns remote.ErrUnsupported
	afterDeleting          // and may be cut in between
)

func newMachine() *machine {
	return &machine{files: map[string]stamped{}, clock: time.Unix(1_700_000_000, 0)}
}

// Open implements delivery.Places.
func (m *machine) Open(context.Context, store.Scope) (delivery.Place, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.down {
		return nil, m.broken()
	}
	var server remote.Server = &line{m: m}
	if m.wrap != nil {
		server = m.wrap(server)
	}
	return place{server, m.address}, nil
}

// place has all files where they are generated.
type place struct {
	remote.Server
	address string
}

func (place) Path(generated string) string { return generated }

func (p place) Address() string { return p.address }

// arm lets connections break at a step.
func (m *machine) arm(step int, forGood bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.steps, m.cutAt, m.forGood, m.down, m.inPlace = 0, step, forGood, false, false
}

// armInPlace lets connections break for good as soon as a file that was there is half written.
func (m *machine) armInPlace() {
	m.arm(0, true)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inPlace = true
}

func (m *machine) put(name, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.set(name, []byte(text))
}

func (m *machine) set(name string, text []byte) {
	if !m.still {
		m.clock = m.clock.Add(time.Second)
	}
	m.files[name] = stamped{text, m.clock}
}

// texts returns the files by name.
func (m *machine) texts() map[string]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := map[string]string{}
	for name, f := range m.files {
		list[name] = string(f.content)
	}
	return list
}

var errCut = errors.New("the connection was lost")

func (m *machine) broken() error { return cmp.Or(m.cutBy, errCut) }

// line is a connection to a machine.
type line struct {
	m    *machine
	dead bool
}

// step counts, and breaks the connection at its turn. The machine is locked.
func (l *line) step() error {
	l.m.steps++
	if l.m.steps == l.m.cutAt {
		l.dead, l.m.down = true, l.m.forGood
		if l.m.onCut != nil {
			l.m.onCut()
		}
	}
	if l.dead || l.m.down {
		return l.m.broken()
	}
	return nil
}

func (l *line) List(_ context.Context, dir string) (entries []remote.Entry, err error) {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if err := l.step(); err != nil {
		return nil, err
	}
	found := map[string]remote.Entry{}
	for name, f := range l.m.files {
		rest, inside := strings.CutPrefix(name, dir+"/")
		if dir == "" {
			rest, inside = name, true
		}
		if first, _, deeper := strings.Cut(rest, "/"); inside && deeper {
			found[first] = remote.Entry{Name: first, Folder: true}
		} else if inside {
			found[first] = remote.Entry{Name: first, Size: int64(len(f.content)), Modified: f.modified}
		}
	}
	if len(found) == 0 && dir != "" {
		return nil, remote.ErrNotFound
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		entries = append(entries, found[name])
	}
	return entries, nil
}

func (l *line) Stat(_ context.Context, name string) (remote.Entry, error) {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if err := l.step(); err != nil {
		return remote.Entry{}, err
	}
	f, is := l.m.files[name]
	if !is {
		return remote.Entry{}, remote.ErrNotFound
	}
	return remote.Entry{Name: path.Base(name), Size: int64(len(f.content)), Modified: f.modified}, nil
}

func (l *line) Open(_ context.Context, name string, offset int64) (io.ReadCloser, error) {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if err := l.step(); err != nil {
		return nil, err
	}
	f, is := l.m.files[name]
	if !is {
		return nil, remote.ErrNotFound
	}
	l.m.read++
	return io.NopCloser(&stepping{l, bytes.NewReader(f.content[offset:])}), nil
}

// piece is how many bytes are read or written in a step.
const piece = 64

type stepping struct {
	l    *line
	from io.Reader
}

func (s *stepping) Read(b []byte) (int, error) {
	s.l.m.mu.Lock()
	defer s.l.m.mu.Unlock()
	if err := s.l.step(); err != nil {
		return 0, err
	}
	return s.from.Read(b[:min(len(b), piece)])
}

func (l *line) Write(_ context.Context, name string, content io.Reader) error {
	whole, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if err := l.step(); err != nil {
		return err
	}
	if _, is := l.m.files[name]; is && l.m.inPlace {
		l.m.cutAt = l.m.steps + 1
	}
	l.m.set(name, nil)
	for written := 0; written < len(whole); {
		if err := l.step(); err != nil {
			return err
		}
		written = min(len(whole), written+piece)
		l.m.set(name, whole[:written])
	}
	return nil
}

func (l *line) Rename(_ context.Context, from, to string) error {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if err := l.step(); err != nil {
		return err
	}
	f, is := l.m.files[from]
	switch {
	case !is:
		return remote.ErrNotFound
	case l.m.rename == never:
		return remote.ErrUnsupported
	case l.m.rename == afterDeleting:
		delete(l.m.files, to)
		if err := l.step(); err != nil {
			return err
		}
	}
	delete(l.m.files, from)
	l.m.files[to] = f
	return l.step() // it is renamed, and nobody learns of it
}

func (l *line) Remove(_ context.Context, name string) error {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if err := l.step(); err != nil {
		return err
	}
	if _, is := l.m.files[name]; !is {
		return remote.ErrNotFound
	}
	delete(l.m.files, name)
	return l.step()
}

func (l *line) Close() error { return nil }
