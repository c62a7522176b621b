package playerlist

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// separator follows every id of priority.txt.
const separator = ";"

// heading is the word that may precede the ids.
const heading = "SteamId"

// ParsePriority parses priority.txt: ids with a semicolon or a line end behind each. What is no id of a player is an entry
// too, with a warning. The error names the line.
func ParsePriority(data []byte) (*textfile.File[string], error) {
	src := string(data)
	if err := textfile.Check(src); err != nil {
		return nil, err
	}
	c := textfile.Cut[string](src)
	for at := range textfile.Lines(src) {
		code, _, _ := strings.Cut(at.Text, commentStart)
		start := at.Start
		for piece := range strings.SplitAfterSeq(code, separator) {
			end := start + len(piece)
			if id := idOf(piece); id != "" && !strings.EqualFold(id, heading) {
				c.Take(start, end, at.Number, id)
				warnOfID(c, at.Number, id)
			}
			start = end
		}
	}
	return c.File(), nil
}

// playerID is a Steam64 id, or the URL-safe base64 of a digest by which the server's log calls a player.
var playerID = regexp.MustCompile(`^(7656119\d{10}|[\w-]{43}=)$`)

func warnOfID(c *textfile.Cutter[string], line int, id string) {
	if !playerID.MatchString(id) {
		c.Warn(line, say.New("no-id", "id", id))
	}
}

func idOf(piece string) string { return strings.TrimSpace(strings.TrimSuffix(piece, separator)) }

// WritePriority writes priority.txt: the skeleton with the parts, which are given in the order of the file. A part without a slot goes
// behind the part before it. It returns an error and writes nothing when an id could not be read back. Any other error is that of w.
func WritePriority(w io.Writer, s textfile.Skeleton, parts []textfile.Part[string]) error {
	terminator, newline := separator, textfile.NewlineOf(s, parts)
	if isOneALine(parts) {
		terminator = newline
	}
	if last := s.Tail[strings.LastIndex(s.Tail, "\n")+1:]; len(s.Leads) == 0 && strings.Contains(last, commentStart) && len(parts) > 0 {
		s.Tail += newline // an id must not become part of the comment
	}
	return textfile.Write(w, s, parts, terminator, len(s.Tail), func(i int) (string, error) {
		return priorityText(parts[i].Raw, parts[i].Value, terminator)
	})
}

// isOneALine reports whether the file holds its ids on lines of their own, without semicolons.
func isOneALine(parts []textfile.Part[string]) bool {
	lines := 0
	for _, part := range parts {
		if strings.Contains(part.Raw, separator) {
			return false
		}
		lines += strings.Count(part.Raw, "\n")
	}
	return lines > 0
}

// priorityText returns the text of an id: the original one with another id in it.
func priorityText(raw, id, terminator string) (string, error) {
	switch {
	case raw != "" && idOf(raw) == id:
		return raw, nil
	case id == "", id != strings.TrimSpace(id), strings.ContainsAny(id, separator+"\r\n"), strings.Contains(id, commentStart),
		strings.EqualFold(id, heading):
		return "", fmt.Errorf("the player id %q cannot be written: it must be text without semicolons, // and line ends", id)
	case raw == "":
		return id + terminator, nil
	}
	return strings.Replace(raw, idOf(raw), id, 1), nil
}
