// Package playerlist reads and writes the lists of players beside a server: who is banned, who may play on a closed server,
// who goes first in the queue, and the bans of the anti-cheat.
//
// What nobody changed is written as it was read, byte for byte. A change of one entry changes only its own text.
package playerlist

import (
	"fmt"
	"io"
	"strings"

	"quartermaster/internal/textfile"
)

// Player is an entry of ban.txt or whitelist.txt: `id<TAB>//name - note`.
type Player struct {
	ID   string // 44 characters of the server's log, 17 digits of a Steam64 id, or a player's name
	Name string // up to the first " - " of the comment
	Note string
}

// ParsePlayers parses ban.txt or whitelist.txt. The error names the line.
func ParsePlayers(data []byte) (*textfile.File[Player], error) {
	src := string(data)
	if err := textfile.Check(src); err != nil {
		return nil, err
	}
	c := textfile.Cut[Player](src)
	for at := range textfile.Lines(src) {
		if p := readPlayer(at.Text); p.ID != "" {
			c.Take(at.Start, at.End, at.Number, p)
		}
	}
	return c.File(), nil
}

// WritePlayers writes ban.txt or whitelist.txt: the skeleton with the parts, which are given in the order of the file. A part without a
// slot goes behind the part before it. It returns an error and writes nothing when an id could not be read back. Any other error is that of
// w.
func WritePlayers(w io.Writer, s textfile.Skeleton, parts []textfile.Part[Player]) error {
	newline := textfile.NewlineOf(s, parts)
	return textfile.Write(w, s, parts, newline, len(s.Tail), func(i int) (string, error) {
		return playerText(parts[i].Raw, parts[i].Value, newline)
	})
}

const commentStart = "//"

func readPlayer(text string) Player {
	id, comment, _ := strings.Cut(text, commentStart)
	p := Player{ID: strings.TrimSpace(id)}
	p.Name, p.Note = splitComment(strings.TrimSpace(comment))
	return p
}

// noteStart separates the name in a comment from the note.
const noteStart = " - "

func splitComment(comment string) (name, note string) {
	if note, ok := strings.CutPrefix(comment, strings.TrimLeft(noteStart, " ")); ok {
		return "", note
	}
	name, note, _ = strings.Cut(comment, noteStart)
	return name, note
}

// comment returns the name and the note as they follow the id.
func (p Player) comment() string {
	if p.Note == "" {
		return oneLine(p.Name)
	}
	return strings.TrimSpace(oneLine(p.Name) + noteStart + oneLine(p.Note))
}

// oneLine makes a text fit into a line: white space and control characters become single blanks.
func oneLine(text string) string {
	isSpace := func(r rune) bool { return r <= ' ' }
	return strings.Join(strings.FieldsFunc(text, isSpace), " ")
}

// playerText returns the line of a player: the original text with what is different in its value.
func playerText(raw string, p Player, newline string) (string, error) {
	old := readPlayer(raw)
	if raw != "" && old == p {
		return raw, nil
	}
	if p.ID == "" || readPlayer(p.ID).ID != p.ID || strings.ContainsAny(p.ID, "\r\n") {
		return "", fmt.Errorf("the player id %q cannot be written: it must be text without // and line ends", p.ID)
	}
	if raw == "" {
		raw = newline
	}
	line := textfile.TrimEnd(raw)
	code, comment, _ := strings.Cut(line, commentStart)
	rest := line[len(code):]
	if old.Name != p.Name || old.Note != p.Note {
		code, rest = withComment(code, comment, p.comment())
	}
	return strings.Replace(code, old.ID, p.ID, 1) + rest + raw[len(line):], nil
}

// withComment replaces or removes the comment of a line.
func withComment(code, old, comment string) (before, rest string) {
	text := strings.TrimSpace(old)
	if text != "" && comment != "" {
		return code, commentStart + strings.Replace(old, text, comment, 1)
	}
	code = strings.TrimRight(code, textfile.Blanks)
	if comment == "" {
		return code, ""
	}
	return code, "\t" + commentStart + comment
}
