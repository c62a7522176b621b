package playerlist

import (
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// Ban is an entry of the anti-cheat's bans.txt: `GUID time reason`.
type Ban struct {
	GUID   string // 32 hexadecimal digits, or an IP address
	Time   int64  // seconds since 1970, or minutes; 0 and -1 are for good
	Reason string // the banned player is told
}

// Permanent is the time of a ban for good.
const Permanent = -1

const (
	// firstMoment is the least time that is a moment: minutes up to it would be 1,900 years.
	firstMoment = 1_000_000_000
	// lastMoment is the last second of the year 9999. A later one is nobody's to see, and is for good.
	lastMoment = 253_402_300_799
)

// ExpiresAt returns when the ban ends; ok is false for a ban for good, and where the file only says how many minutes it
// lasts.
func (b Ban) ExpiresAt() (at time.Time, ok bool) {
	return time.Unix(b.Time, 0), firstMoment <= b.Time && b.Time <= lastMoment
}

// ParseBans parses the anti-cheat's bans.txt. A line that is not a ban stays as it is, with a warning. The error
// names the line.
func ParseBans(data []byte) (*textfile.File[Ban], error) {
	src := string(data)
	if err := textfile.Check(src); err != nil {
		return nil, err
	}
	c := textfile.Cut[Ban](src)
	for at := range textfile.Lines(src) {
		text := strings.TrimSpace(at.Text)
		b, ok := readBan(text)
		switch {
		case ok:
			c.Take(at.Start, at.End, at.Number, b)
		case text != "" && !strings.HasPrefix(text, commentStart):
			c.Warn(at.Number, say.New("no-ban"))
		}
	}
	return c.File(), nil
}

// readBan reads a line. A GUID without a time is banned for good.
func readBan(text string) (b Ban, ok bool) {
	id, rest := word(text)
	number, reason := word(rest)
	b = Ban{GUID: id, Time: Permanent, Reason: reason}
	if !isAddress(id) {
		return b, false
	}
	if number == "" {
		return b, true
	}
	var err error
	b.Time, err = strconv.ParseInt(number, 10, 64)
	return b, err == nil
}

// word returns the first word of a text and what follows it.
func word(text string) (first, rest string) {
	text = strings.TrimSpace(text)
	end := strings.IndexAny(text, textfile.Blanks)
	if end < 0 {
		return text, ""
	}
	return text[:end], strings.TrimSpace(text[end:])
}

func isAddress(text string) bool {
	const digits = 32
	if address, err := netip.ParseAddr(text); err == nil {
		return address.Zone() == ""
	}
	return len(text) == digits && strings.Trim(strings.ToLower(text), "0123456789abcdef") == ""
}

// WriteBans writes the anti-cheat's bans.txt: the skeleton with the parts, which are given in the order of the file. A part without a slot
// goes behind the part before it. It returns an error and writes nothing when a part could not be read back. Any other error is that of w.
func WriteBans(w io.Writer, s textfile.Skeleton, parts []textfile.Part[Ban]) error {
	newline := textfile.NewlineOf(s, parts)
	return textfile.Write(w, s, parts, newline, len(s.Tail), func(i int) (string, error) {
		return banText(parts[i].Raw, parts[i].Value, newline)
	})
}

// banText returns the line of a ban: the original text with what is different in its value.
func banText(raw string, b Ban, newline string) (string, error) {
	old, _ := readBan(raw)
	switch {
	case raw != "" && strings.EqualFold(old.GUID, b.GUID) && old.Time == b.Time && old.Reason == b.Reason:
		return raw, nil
	case !isAddress(b.GUID):
		return "", fmt.Errorf("the ban of %q cannot be written: that is neither a GUID nor an IP address", b.GUID)
	case raw == "":
		return b.line() + newline, nil
	}
	return patchBan(raw, old, b), nil
}

// patchBan replaces in the original text what is different in the value.
func patchBan(raw string, old, b Ban) string {
	indent, line, end := around(raw)
	if strings.EqualFold(old.GUID, b.GUID) {
		b.GUID = old.GUID
	}
	rest := line[len(old.GUID):]
	number, reason := word(rest)
	if number == "" {
		return indent + b.line() + end
	}
	if old.Reason != b.Reason {
		rest = strings.TrimRight(rest[:len(rest)-len(reason)], textfile.Blanks) + b.reason()
	}
	if old.Time != b.Time {
		rest = strings.Replace(rest, number, strconv.FormatInt(b.Time, 10), 1)
	}
	return indent + b.GUID + rest + end
}

// around returns the text of a line and the white space before and behind it.
func around(raw string) (before, text, behind string) {
	text = strings.TrimSpace(raw)
	before, behind, _ = strings.Cut(raw, text)
	return before, text, behind
}

// line returns the ban as the anti-cheat writes it.
func (b Ban) line() string {
	return b.GUID + " " + strconv.FormatInt(b.Time, 10) + b.reason()
}

func (b Ban) reason() string {
	if reason := oneLine(b.Reason); reason != "" {
		return " " + reason
	}
	return ""
}
