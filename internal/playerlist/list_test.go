package playerlist_test

import (
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/playerlist"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// codec is one of the three formats.
type codec[T any] struct {
	parse func([]byte) (*textfile.File[T], error)
	write func(io.Writer, textfile.Skeleton, []textfile.Part[T]) error
}

func players() codec[playerlist.Player] {
	return codec[playerlist.Player]{playerlist.ParsePlayers, playerlist.WritePlayers}
}

func priority() codec[string] {
	return codec[string]{playerlist.ParsePriority, playerlist.WritePriority}
}

func bans() codec[playerlist.Ban] {
	return codec[playerlist.Ban]{playerlist.ParseBans, playerlist.WriteBans}
}

// tb is what a test and a property have in common.
type tb interface {
	Helper()
	Fatal(args ...any)
}

func (c codec[T]) read(t tb, data string) *textfile.File[T] {
	t.Helper()
	file, err := c.parse([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func (c codec[T]) text(t tb, s textfile.Skeleton, parts []textfile.Part[T]) string {
	t.Helper()
	var b strings.Builder
	if err := c.write(&b, s, parts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func added[T any](value T) textfile.Part[T] { return textfile.Part[T]{Slot: -1, Value: value} }

func values[T any](parts []textfile.Part[T]) []T {
	var list []T
	for _, part := range parts {
		list = append(list, part.Value)
	}
	return list
}

// check reads a list, compares its entries and writes it again without a change.
func (c codec[T]) check(t *testing.T, data string, want []T, warnings ...textfile.Warning) {
	t.Helper()
	file := c.read(t, data)
	if diff := cmp.Diff(want, values(file.Parts())); diff != "" {
		t.Errorf("%q: %s", data, diff)
	}
	if diff := cmp.Diff(warnings, file.Warnings, inWords); diff != "" {
		t.Errorf("%q: %s", data, diff)
	}
	if got := c.text(t, file.Skeleton, file.Parts()); got != data {
		t.Errorf("%q is written as %q", data, got)
	}
}

// edit is a change of a list: the parts are those that were read.
type edit[T any] struct {
	data string
	edit func(parts []textfile.Part[T]) []textfile.Part[T]
	want string
}

func (c codec[T]) checkEdits(t *testing.T, edits map[string]edit[T]) {
	t.Helper()
	for name, e := range edits {
		file := c.read(t, e.data)
		if diff := cmp.Diff(e.want, c.text(t, file.Skeleton, e.edit(file.Parts()))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func setTo[T any](value T) func([]textfile.Part[T]) []textfile.Part[T] {
	return func(parts []textfile.Part[T]) []textfile.Part[T] {
		parts[0].Value = value
		return parts
	}
}

func adding[T any](value T) func([]textfile.Part[T]) []textfile.Part[T] {
	return func(parts []textfile.Part[T]) []textfile.Part[T] { return append(parts, added(value)) }
}

func withoutFirst[T any](parts []textfile.Part[T]) []textfile.Part[T] { return parts[1:] }

const (
	steamID = "76561198000000001"
	otherID = "76561198000000002"
	logID   = "hXv3_kT-0123456789abcdefghijABCDEFGHIJ01234="
)

func TestPlayersAreRead(t *testing.T) {
	t.Parallel()
	p := players()
	p.check(t, "", nil)
	p.check(t, "// Who may play.\n\n", nil)
	p.check(t, "\ufeff//head\r\n"+steamID+"\t//Survivor - combat logging - twice\r\n\r\n  Some Name // \r\nabc//- a note", []playerlist.Player{
		{ID: steamID, Name: "Survivor", Note: "combat logging - twice"},
		{ID: "Some Name"},
		{ID: "abc", Note: "a note"},
	})
	if _, err := playerlist.ParsePlayers([]byte("a\n\xff")); err == nil || err.Error() != "line 2: not UTF-8 text" {
		t.Error(err)
	}
}

func TestPlayerEdits(t *testing.T) {
	t.Parallel()
	type player = playerlist.Player
	players().checkEdits(t, map[string]edit[player]{
		"id":              {" a \t// A - x\nb\n", setTo(player{ID: "c", Name: "A", Note: "x"}), " c \t// A - x\nb\n"},
		"note":            {"a\t//  A - x \r\nb\r\n", setTo(player{ID: "a", Name: "A", Note: "y"}), "a\t//  A - y \r\nb\r\n"},
		"name":            {"a//A", setTo(player{ID: "a", Name: "B"}), "a//B"},
		"comment added":   {"a \nb\n", setTo(player{ID: "a", Name: "A"}), "a\t//A\nb\n"},
		"comment removed": {"a\t//A - x\nb\n", setTo(player{ID: "a"}), "a\nb\n"},
		"note alone":      {"a\nb\n", setTo(player{ID: "a", Note: "x"}), "a\t//- x\nb\n"},
		"lines in a note": {"a\n", setTo(player{ID: "a", Name: "A\r\nb", Note: "x\n\ty\x00"}), "a\t//A b - x y\n"},
		"added":           {"// head\r\na\r\n// end", adding(player{ID: "b", Name: "B", Note: "x"}), "// head\r\na\r\nb\t//B - x\r\n// end"},
		"added to none":   {"// head", adding(player{ID: "b"}), "// head\nb"},
		"added to empty":  {"", adding(player{ID: "b"}), "b\n"},
		"removed":         {"// head\na\t//A\n\nb\n", withoutFirst[player], "// head\n\nb\n"},
	})
}

func TestPriorityIsRead(t *testing.T) {
	t.Parallel()
	p := priority()
	p.check(t, "", nil)
	p.check(t, "SteamId;"+steamID+"; "+logID+";\r\n;;"+otherID+" ;\n", []string{steamID, logID, otherID})
	p.check(t, "\ufeff"+steamID+"\n// b;c\n"+otherID+" // e;f\n"+logID, []string{steamID, otherID, logID})
}

func TestPriorityWarnsOfWhatIsNoID(t *testing.T) {
	t.Parallel()
	const tail = " is neither a Steam64 id of 17 digits nor the 44 characters of the server's log; it is kept as it is"
	ids := []string{steamID, "b", steamID + "0", "12345678901234567", logID}
	priority().check(t, "SteamId;"+strings.Join(ids[:2], ";")+";\n"+strings.Join(ids[2:], ";"), ids,
		textfile.Warning{Line: 1, Says: say.Plain(`"b"` + tail)},
		textfile.Warning{Line: 2, Says: say.Plain(`"` + ids[2] + `"` + tail)},
		textfile.Warning{Line: 2, Says: say.Plain(`"` + ids[3] + `"` + tail)})
}

func TestPriorityEdits(t *testing.T) {
	t.Parallel()
	priority().checkEdits(t, map[string]edit[string]{
		"id":               {"a; b;", setTo("c"), "c; b;"},
		"added":            {"a;b;", adding("c"), "a;b;c;"},
		"added, open end":  {"a;b", adding("c"), "a;b;c"},
		"added, new line":  {"SteamId;a;\n", adding("c"), "SteamId;a;c;\n"},
		"added to lines":   {"a\r\nb\r\n", adding("c"), "a\r\nb\r\nc\r\n"},
		"added to heading": {"SteamId;", adding("c"), "SteamId;c;"},
		"added to empty":   {"", adding("c"), "c;"},
		"removed":          {"a;b;c", withoutFirst[string], "b;c"},
		"line removed":     {"a\nb\n", withoutFirst[string], "b\n"},
	})
}

const guid = "0123456789abcdef0123456789ABCDEF"

func TestBansAreRead(t *testing.T) {
	t.Parallel()
	b := bans()
	b.check(t, "", nil)
	b.check(t, guid+" -1 Cheating, see http://a.b\r\n"+guid+"\t1800000000\n 10.0.0.1  60 \n"+guid+"\n", []playerlist.Ban{
		{GUID: guid, Time: -1, Reason: "Cheating, see http://a.b"},
		{GUID: guid, Time: 1_800_000_000},
		{GUID: "10.0.0.1", Time: 60},
		{GUID: guid, Time: playerlist.Permanent},
	})
	const message = "is not a ban: a GUID, a time and a reason; it is kept as it is"
	b.check(t, "// note\n"+steamID+" -1 x\n"+guid+" never\n", nil,
		textfile.Warning{Line: 2, Says: say.Plain(message)}, textfile.Warning{Line: 3, Says: say.Plain(message)})
}

func TestBanEdits(t *testing.T) {
	t.Parallel()
	type ban = playerlist.Ban
	other := strings.Repeat("a", 32)
	bans().checkEdits(t, map[string]edit[ban]{
		"guid":           {guid + "  -1\tx y \r\n", setTo(ban{GUID: other, Time: -1, Reason: "x y"}), other + "  -1\tx y \r\n"},
		"letter case":    {guid + " -1\n", setTo(ban{GUID: strings.ToLower(guid), Time: -1}), guid + " -1\n"},
		"time":           {guid + "  -1\tx\n", setTo(ban{GUID: guid, Time: 60, Reason: "x"}), guid + "  60\tx\n"},
		"reason":         {guid + "  60  60 \n", setTo(ban{GUID: guid, Time: 60, Reason: "a\nb"}), guid + "  60 a b \n"},
		"no reason":      {guid + " 60 x\n", setTo(ban{GUID: guid, Time: 60}), guid + " 60\n"},
		"time was left":  {guid + "\n", setTo(ban{GUID: guid, Time: -1, Reason: "x"}), guid + " -1 x\n"},
		"added":          {guid + " -1 x", adding(ban{GUID: other, Time: 7, Reason: "y"}), guid + " -1 x\n" + other + " 7 y"},
		"added to empty": {"", adding(ban{GUID: other, Time: -1}), other + " -1\n"},
		"removed":        {guid + " -1 x\n" + other + " -1\n", withoutFirst[ban], other + " -1\n"},
	})
}

func TestUnwritableEntries(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", " a", "a//b", "a\nb"} {
		var b strings.Builder
		if err := playerlist.WritePlayers(&b, textfile.Skeleton{}, []textfile.Part[playerlist.Player]{added(playerlist.Player{
			ID: id,
		})}); err == nil || b.Len() > 0 {
			t.Errorf("player %q: error %v, written %q", id, err, b.String())
		}
	}
	for _, id := range []string{"", "a ", "a;b", "a//b", "a\rb", "steamid"} {
		var b strings.Builder
		if err := playerlist.WritePriority(&b, textfile.Skeleton{}, []textfile.Part[string]{added(id)}); err == nil || b.Len() > 0 {
			t.Errorf("priority of %q: error %v, written %q", id, err, b.String())
		}
	}
	for _, id := range []string{"", guid + "0", "fe80::1%a\nb", "1.2.3.4 5"} {
		var b strings.Builder
		if err := playerlist.WriteBans(&b, textfile.Skeleton{}, []textfile.Part[playerlist.Ban]{added(playerlist.Ban{
			GUID: id,
		})}); err == nil || b.Len() > 0 {
			t.Errorf("ban of %q: error %v, written %q", id, err, b.String())
		}
	}
}

func TestExpiresAt(t *testing.T) {
	t.Parallel()
	for minutes, want := range map[int64]bool{
		playerlist.Permanent: false, 0: false, 60: false, 1_800_000_000: true, 253_402_300_800: false, math.MaxInt64: false,
	} {
		at, ok := playerlist.Ban{Time: minutes}.ExpiresAt()
		if ok != want || ok && !at.Equal(time.Date(2027, 1, 15, 8, 0, 0, 0, time.UTC)) {
			t.Errorf("%d ends at %v, %v", minutes, at, ok)
		}
	}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, data string
		want       playerlist.List
	}{
		{`server\BAN.txt`, "// none\n", playerlist.BanList},
		{"ban.txt", guid + " -1 Cheating", playerlist.BattlEyeList},
		{"ban.txt", guid, playerlist.BanList},
		{"BattlEye/bans.txt", "", playerlist.BattlEyeList},
		{"Bans.TXT", "\ufeff\n10.0.0.1 -1\n", playerlist.BattlEyeList},
		{"bans.txt", steamID, playerlist.UnknownList},
		{"whitelist.txt", steamID, playerlist.Whitelist},
		{"whitelist.txt", "<html>", playerlist.UnknownList},
		{"priority.txt", "SteamId;", playerlist.PriorityList},
		{"priority.txt", "{}", playerlist.UnknownList},
		{"list.txt", steamID, playerlist.UnknownList},
	} {
		if got := playerlist.Detect(test.name, []byte(test.data)); got != test.want {
			t.Errorf("%s with %q is %q instead of %q", test.name, test.data, got, test.want)
		}
	}
}

// inWords compares what is said as it is shown.
var inWords = cmp.Transformer("inWords", func(m say.Message) string { return playerlist.Sentences.Sentence(m) })
