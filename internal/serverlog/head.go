package serverlog

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

// headLines is the number of lines in which a log says what it is.
const headLines = 60

var (
	current = regexp.MustCompile(`^Current time:\s+(\d{4}/\d\d?/\d\d? \d\d?:\d\d:\d\d)`)
	version = regexp.MustCompile(`^Version (\d+\.\d+\.\d+)`)
	started = regexp.MustCompile(`(?i)^Log .*[\\/](?:\S*_)?(script|crash)_\S*\.log started at (\d\d?\.\d\d?\. \d\d?:\d\d:\d\d)`)
	admin   = regexp.MustCompile(`^AdminLog started on (\d{4}-\d\d?-\d\d?) at (\d\d?:\d\d:\d\d)`)
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
	if m := admin.FindSubmatch(line); m != nil {
		r.log.Sort, r.log.Started = Admin, string(m[1])+" "+string(m[2])
	}
	if r.log.Sort == "" && bytes.HasPrefix(withoutTime(line), []byte("[CE]")) { // a part of an RPT
		r.log.Sort = RPT
	}
}

// logName matches the names of logs: those of the game end in .RPT, .ADM and .log, those of many mods in .log. Hosts add .txt.
var logName = regexp.MustCompile(`(?i)\.(?:rpt|adm|log)(?:\.txt)?$`)

// IsNamed reports whether a file is a log by its name.
func IsNamed(name string) bool { return logName.MatchString(name) }

// Is reports whether a file is a log, by its name or, for a text whose name leaves that open, by its first lines.
func Is(name string, data []byte) bool {
	switch strings.ToLower(path.Ext(name)) {
	case "", ".txt":
		return IsNamed(name) || hasHead(data)
	}
	return IsNamed(name)
}

// hasHead reports whether a text begins as the logs of the game do.
func hasHead(data []byte) bool {
	for n := 0; n < headLines && len(data) > 0; n++ {
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		if line = bytes.TrimSpace(line); current.Match(line) || started.Match(line) || admin.Match(line) {
			return true
		}
	}
	return false
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
