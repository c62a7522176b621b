package metrics

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// ticks is how many the kernel counts in a second for other programs.
const ticks = 100

// The places in /proc/self/stat behind the name of the program.
const (
	userTicks, systemTicks = 11, 12
	startTicks             = 19
	virtualBytes           = 20
	residentPages          = 21
)

// processFamilies are what the system says about the process. What it does not say is left out.
func processFamilies() (list []*family) {
	add := func(kind, name, help string, value float64) {
		list = append(list, alone(kind, "process_"+name, help, value))
	}
	text, _ := os.ReadFile("/proc/self/stat")
	_, behind, _ := bytes.Cut(text, []byte(") "))
	if of := numbers(strings.Fields(string(behind))); len(of) > residentPages {
		add(counter, "cpu_seconds_total", "Total user and system CPU time spent in seconds.", (of[userTicks]+of[systemTicks])/ticks)
		add(gauge, "virtual_memory_bytes", "Virtual memory size in bytes.", of[virtualBytes])
		add(gauge, "resident_memory_bytes", "Resident memory size in bytes.", of[residentPages]*float64(os.Getpagesize()))
		add(gauge, "start_time_seconds", "Start time of the process since unix epoch in seconds.", booted()+of[startTicks]/ticks)
	}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		add(gauge, "open_fds", "Number of open file descriptors.", float64(len(open)-1)) // without that of the folder
	}
	add(gauge, "max_fds", "Maximum number of open file descriptors.", limit(syscall.RLIMIT_NOFILE))
	add(gauge, "virtual_memory_max_bytes", "Maximum amount of virtual memory available in bytes.", limit(syscall.RLIMIT_AS))
	received, sent := network()
	add(counter, "network_receive_bytes_total", "Number of bytes received by the process over the network.", received)
	add(counter, "network_transmit_bytes_total", "Number of bytes sent by the process over the network.", sent)
	return list
}

// numbers reads the fields of a line; what is no number counts as 0.
func numbers(fields []string) []float64 {
	list := make([]float64, len(fields))
	for i, text := range fields {
		list[i], _ = strconv.ParseFloat(text, 64)
	}
	return list
}

// booted returns when the machine has started, in seconds since 1970.
func booted() float64 {
	text, _ := os.ReadFile("/proc/stat")
	_, rest, _ := strings.Cut(string(text), "\nbtime ")
	line, _, _ := strings.Cut(rest, "\n")
	at, _ := strconv.ParseFloat(line, 64)
	return at
}

func limit(of int) float64 {
	var l syscall.Rlimit
	_ = syscall.Getrlimit(of, &l)
	return float64(l.Cur)
}

// network returns the bytes of the network that the process is in.
func network() (received, sent float64) {
	text, _ := os.ReadFile("/proc/self/net/netstat")
	var names []string
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] != "IpExt:" {
			continue
		}
		if names == nil {
			names = fields
			continue
		}
		for i, value := range numbers(fields[:min(len(fields), len(names))]) {
			switch names[i] {
			case "InOctets":
				received = value
			case "OutOctets":
				sent = value
			}
		}
	}
	return received, sent
}
