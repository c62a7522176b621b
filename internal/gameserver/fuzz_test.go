package gameserver

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// presentable fails for a text that cannot be stored or shown.
func presentable(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			t.Errorf("a text that cannot be shown: %q", text)
		}
	}
}

// FuzzQueries reads datagrams that are divided by a newline, as if they were answers to each of the queries.
func FuzzQueries(f *testing.F) {
	f.Add("\xff\xff\xff\xffI\x11Name\x00map\x00dayz\x00DayZ\x00\x00\x00" +
		"\x01\x3c\x00dw\x00\x011.28\x00\xb1\xfe\x0812345678battleye,lqs3,16:05\x00")
	f.Add("\xff\xff\xff\xffD\x01\x00\x00\x00\x00\x00\x00\x00\x00\x80\x3f")
	f.Add("\xfe\xff\xff\xff\x07\x00\x00\x00\x02\x01\xe0\x04rest\n" +
		"\xfe\xff\xff\xff\x07\x00\x00\x00\x02\x00\xe0\x04\xff\xff\xff\xffE\x01\x00\x01\x01\x00")
	f.Add("\xff\xff\xff\xffE\x01\x00\x01\x01\x00\x02\x01\x02\x01\x01\x01\x02\x01\x03\x01\x02\x01\x02\x01\x02\x01\x01abcd\x04wxyz\x02CF\x00")
	f.Add("\xfe\xff\xff\xff\x07\x00\x00\x80\x01\x00\xe0\x04\xff\xff\xff\x00sumsBZh9")
	f.Fuzz(func(t *testing.T, datagrams string) {
		parts := splits{}
		for datagram := range strings.SplitSeq(datagrams, "\n") {
			answer := parts.join([]byte(datagram))
			if len(answer) == 0 {
				continue
			}
			if s, err := readInfo(answer[1:]); err == nil {
				presentable(t, s.Name, s.Map, s.Version, s.Clock)
			}
			if n := len(readPlayers(answer[1:])); n > 255 {
				t.Errorf("%d players", n)
			}
			mods, _ := readMods(readRules(answer[1:]))
			for _, m := range mods {
				presentable(t, m.Name)
			}
		}
	})
}

// FuzzConsole reads packets of RCon as parts of one answer, and the answer as a list of players.
func FuzzConsole(f *testing.F) {
	f.Add([]byte("0  127.0.0.1:4444      1      48032258807176771690632755883357(OK) Player (Lobby)"), []byte("\x00\x02\x01rest"))
	f.Add(pack(rconCommand, 0), []byte("\x00\x00\x00"))
	f.Add([]byte("\x00\xff\xfe1 a b c d"), []byte("\x00\x01\x00"))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		var r reply
		for _, data := range [][]byte{first, second} {
			unpack(data)
			if !r.add(data) {
				continue
			}
			for _, p := range readPlayerList(readable(r.joined())) {
				presentable(t, p.Name, p.GUID)
			}
		}
	})
}
