// Package serverlog reads the logs of a game server, its RPT, script, crash and admin logs, for what they say about its configuration.
//
// It keeps names of classes, events, presets and limits, and paths below the mission and the profiles folder. Nothing else of a log is
// kept: no names, ids or addresses of players, and no paths of the machine.
package serverlog

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Bounds on what is read and kept.
const (
	MaxSize    = 512 << 20 // bytes of a log
	maxLine    = 16 << 10  // bytes of a line that are looked at
	maxEntries = 5_000     // different ones
)

// ErrNoLog is the error for a text that is no log of a game server.
var ErrNoLog = errors.New("this is not a log of a DayZ server: an RPT, ADM, script_*.log or crash_*.log is")

// Sort is the sort of a log.
type Sort string

// The sorts of logs.
const (
	RPT    Sort = "rpt"
	Script Sort = "script"
	Crash  Sort = "crash"
	Admin  Sort = "adm" // what players did, which says nothing about the configuration
)

// Log is what is kept of a log.
type Log struct {
	Sort    Sort
	Started string // as the log has it, in the time of the server; empty if it does not say
	Version string // of the game; empty if it does not say
	Size    int64  // bytes
	Entries []Entry
}

// Entry is something that a log says, however often.
type Entry struct {
	What   What   `json:"what"`
	Name   string `json:"name"`             // of the class, event, preset or limit, or the path
	Detail string `json:"detail,omitempty"` // what What says
	Line   int    `json:"line"`             // of the first time
	Count  int    `json:"count"`
}

// Read reads a log line by line. It returns ErrNoLog if the text is none, and errors of r.
func Read(r io.Reader) (Log, error) {
	in := &reader{known: map[key]int{}}
	lines := bufio.NewReaderSize(r, maxLine)
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		in.log.Size += int64(len(line))
		in.read(line, n)
		for errors.Is(err, bufio.ErrBufferFull) { // the rest of a line that is too long
			line, err = lines.ReadSlice('\n')
			in.log.Size += int64(len(line))
		}
		switch {
		case errors.Is(err, io.EOF) && in.log.Sort == "":
			return Log{}, ErrNoLog
		case errors.Is(err, io.EOF):
			if in.last != nil {
				in.settle()
			}
			return in.log, nil
		case err != nil:
			return Log{}, err
		}
	}
}

type key struct {
	what         What
	name, detail string
}

// reader holds what the lines so far have said.
type reader struct {
	log   Log
	known map[key]int
	last  *Entry // of the line before, which waits for its reason
}

func (r *reader) read(line []byte, number int) {
	line = bytes.TrimSpace(line)
	if number <= headLines {
		r.head(line)
	}
	line = withoutTime(line)
	if r.last != nil {
		r.reason(line)
	}
	if bytes.HasPrefix(line, []byte("SCRIPT ")) && r.log.Sort == "" {
		r.log.Sort = Script
	}
	list := patterns()
	for i := range list {
		if p := &list[i]; bytes.Contains(line, p.mark) {
			if m := p.text.FindSubmatch(line); m != nil {
				r.add(p.entry(m, number))
				return
			}
		}
	}
}

// add counts an entry. One that waits for a reason is counted when the reason is known.
func (r *reader) add(e Entry) {
	if e.Name == "" {
		return
	}
	if e.What.hasReason() {
		r.last = &e
		return
	}
	r.count(e)
}

func (r *reader) count(e Entry) {
	k := key{e.What, e.Name, e.Detail}
	if i, known := r.known[k]; known {
		r.log.Entries[i].Count++
		return
	}
	if len(r.log.Entries) < maxEntries {
		r.known[k] = len(r.log.Entries)
		e.Count = 1
		r.log.Entries = append(r.log.Entries, e)
	}
}
