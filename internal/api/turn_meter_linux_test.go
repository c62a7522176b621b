package api_test

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"quartermaster/internal/observe"
)

// turnMeter measures the turns of the writer: the processor's time that each takes, which does not depend on what else the machine does,
// and its statements. A turn stays on its thread.
type turnMeter struct {
	mu      sync.Mutex
	open    map[int]*turn // by thread
	longest turn
	busiest turn
}

type turn struct {
	began, took time.Duration
	statements  int
}

// Begin implements observe.Observer.
func (m *turnMeter) Begin(ctx context.Context, op observe.Operation) (context.Context, func(error)) {
	switch op.Name {
	case "database transaction":
		runtime.LockOSThread()
		m.begin()
		return ctx, func(error) { m.end(); runtime.UnlockOSThread() }
	case "database statement":
		m.count()
	}
	return ctx, func(error) {}
}

// Looked implements observe.Observer.
func (*turnMeter) Looked(string, bool) {}

func (m *turnMeter) begin() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.open == nil {
		m.open = map[int]*turn{}
	}
	m.open[syscall.Gettid()] = &turn{began: threadTime()}
}

func (m *turnMeter) count() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if one := m.open[syscall.Gettid()]; one != nil {
		one.statements++
	}
}

func (m *turnMeter) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	one := m.open[syscall.Gettid()]
	delete(m.open, syscall.Gettid())
	if one.took = threadTime() - one.began; one.took > m.longest.took {
		m.longest = *one
	}
	if one.statements > m.busiest.statements {
		m.busiest = *one
	}
}

// taken returns the turn that took longest and the one with most statements, and forgets both.
func (m *turnMeter) taken() (longest, busiest turn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	longest, busiest = m.longest, m.busiest
	m.longest, m.busiest = turn{}, turn{}
	return longest, busiest
}

// usedBy returns the processor's time of the process or of a thread.
func usedBy(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func threadTime() time.Duration {
	const thread = 1
	return usedBy(thread)
}

// mostStatements is how many statements a turn may have: a few for each dozen of records, and not one for each of so many.
const mostStatements = 400

// measure does something and fails where it has the writer for too long, or takes too much memory.
func (a *atLimits) measure(t *testing.T, name string, statements int, do func() reply) {
	t.Helper()
	debug.FreeOSMemory()
	resettable := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600) == nil
	before, began := peak(t), usedBy(syscall.RUSAGE_SELF)
	a.meter.taken()
	r := do()
	longest, busiest := a.meter.taken()
	cpu, memory := usedBy(syscall.RUSAGE_SELF)-began, peak(t)-before
	if r.status >= 400 && (r.status != 404 || !strings.HasPrefix(name, "DELETE")) { // others have taken along what is to be deleted
		t.Errorf("%s is answered %d %.300s", name, r.status, r.body)
	}
	if longest.took > longestTurn || busiest.statements > statements {
		t.Errorf("%s has the writer for %v (%d statements), and for %d statements (%v)", name, longest.took, longest.statements,
			busiest.statements, busiest.took)
	}
	if resettable && memory > a.memory {
		t.Errorf("%s takes %d MB", name, memory>>20)
	}
	t.Logf("%-70s turn %6.1f ms, %4d statements, processor %6.1f ms, memory %4d MB", name, ms(longest.took), busiest.statements, ms(cpu),
		memory>>20)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// peak returns the most bytes of memory that the process has had since it was last reset.
func peak(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	check(t, err)
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	kilobytes, err := strconv.Atoi(number)
	check(t, err)
	return kilobytes << 10
}
