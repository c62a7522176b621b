package serverlog

import (
	"bytes"
	"regexp"
)

// headLines is the number of lines in which a log says what it is.
const headLines = 60

var (
	current = regexp.MustCompile(`^Current time:\s+(\d{4}/\d\d?/\d\d? \d\d?:\d\d:\d\d)`)
	version = regexp.MustCompile(`^Version (\d+\.\d+\.\d+)`)
	started = regexp.MustCompile(`(?i)^Log .*[\\/](?:\S*_)?(script|crash)_\S*\.log started at (\d\d?\.\d\d?\. \d\d?:\d\d:\d\d)`)
)

// head reads what the first lines say about the log.
func (r *reader) head(line []byte) {
	if m := current.FindSubmatch(line); m != nil {
		r.log.Sort, r.log.Started = RPT, string(m[1])
	}
	if m := version.FindSubmatch(line); m != nil {
		r.log.Version = string(m[1])
	}
	if m := started.FindSubmatch(line); m != nil {
		r.log.Sort, r.log.Started = Sort(bytes.ToLower(m[1])), string(m[2])
	}
	if r.log.Sort == "" && bytes.HasPrefix(withoutTime(line), []byte("[CE]")) { // a part of an RPT
		r.log.Sort = RPT
	}
}

// withoutTime cuts the time stamp off a line: "18:30:07.5 text". The milliseconds are not padded.
func withoutTime(line []byte) []byte {
	n := 0
	for n < len(line) && (line[n] >= '0' && line[n] <= '9' || line[n] == ':' || line[n] == '.') {
		n++
	}
	if n < len("1:02:03") || n == len(line) || line[n] != ' ' {
		return line
	}
	return bytes.TrimSpace(line[n:])
}
