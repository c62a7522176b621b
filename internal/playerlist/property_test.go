package playerlist_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/playerlist"
)

// checkAnyEdits edits a list of pieces at random: it reads back as the edited values and keeps its comments.
func (c codec[T]) checkAnyEdits(t *rapid.T, value *rapid.Generator[T], pieces, gaps []string) {
	data := rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "mark")
	for range rapid.IntRange(0, 8).Draw(t, "pieces") {
		data += rapid.SampledFrom(pieces).Draw(t, "piece") + rapid.SampledFrom(gaps).Draw(t, "gap")
	}
	file := c.read(t, data)
	parts := file.Parts()
	for range rapid.IntRange(0, 6).Draw(t, "edits") {
		i, next := rapid.IntRange(0, len(parts)).Draw(t, "at"), value.Draw(t, "value")
		switch action := rapid.IntRange(0, 2).Draw(t, "action"); {
		case action == 0 || i == len(parts):
			parts = slices.Insert(parts, i, added(next))
		case action == 1:
			parts = slices.Delete(parts, i, i+1)
		default:
			parts[i].Value = next
		}
	}
	text := c.text(t, file.Skeleton, parts)
	if diff := cmp.Diff(values(parts), values(c.read(t, text).Parts())); diff != "" {
		t.Fatalf("%s in %q from %q", diff, text, data)
	}
	between := strings.Join(file.Skeleton.Leads, "") + file.Skeleton.Tail
	if strings.Count(between, "// note") > strings.Count(text, "// note") {
		t.Fatalf("a comment was lost in %q", text)
	}
}

func lineGaps() []string { return []string{"\n", "\r\n", "\n\n", " \t\n// note\n"} }

func TestAnyEditsOfPlayers(t *testing.T) {
	t.Parallel()
	value := rapid.Custom(func(t *rapid.T) playerlist.Player {
		word := rapid.SampledFrom([]string{"a", "b c", "Ä//d"})
		return playerlist.Player{
			ID:   rapid.SampledFrom([]string{steamID, "Some Name", "x/y"}).Draw(t, "id"),
			Name: word.Draw(t, "name"), Note: rapid.OneOf(word, rapid.Just("")).Draw(t, "note"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		players().checkAnyEdits(t, value, []string{steamID, "a\t//B - c", " d e //", "f//- g", ""}, lineGaps())
	})
}

func TestAnyEditsOfPriority(t *testing.T) {
	t.Parallel()
	value := rapid.SampledFrom([]string{steamID, "b", "c d"})
	rapid.Check(t, func(t *rapid.T) {
		priority().checkAnyEdits(t, value, []string{"a", "b c", "SteamId", ""}, append(lineGaps(), ";", " ; ", ";\r\n"))
	})
}

func TestAnyEditsOfBans(t *testing.T) {
	t.Parallel()
	value := rapid.Custom(func(t *rapid.T) playerlist.Ban {
		return playerlist.Ban{
			GUID:   rapid.SampledFrom([]string{strings.Repeat("0f", 16), "10.0.0.1"}).Draw(t, "guid"),
			Time:   rapid.Int64Range(-1, 100).Draw(t, "time"),
			Reason: rapid.SampledFrom([]string{"", "60", "Cheating // twice"}).Draw(t, "reason"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		bans().checkAnyEdits(t, value, []string{"10.0.0.1", "10.0.0.2 +5 5 5", " ::1\t-1", "stray", ""}, lineGaps())
	})
}

// fuzz reads any text: it never panics, and a list is written as it was read.
func fuzz[T any](f *testing.F, c codec[T], value T, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := c.parse(data)
		if err != nil {
			return
		}
		if got := c.text(t, file.Skeleton, file.Parts()); !bytes.Equal([]byte(got), data) {
			t.Errorf("%q is written as %q", data, got)
		}
		parts := append(file.Parts(), added(value))
		text := c.text(t, file.Skeleton, parts)
		if diff := cmp.Diff(values(parts), values(c.read(t, text).Parts())); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	})
}

func FuzzParsePlayers(f *testing.F) {
	fuzz(f, players(), playerlist.Player{ID: steamID, Name: "A"}, "", "\ufeffa\t//b - c\r\nd", "// e\n\n//")
}

func FuzzParsePriority(f *testing.F) {
	fuzz(f, priority(), steamID, "", "SteamId;a; b;\r\n", "a\n//b;\nc;")
}

func FuzzParseBans(f *testing.F) {
	fuzz(f, bans(), playerlist.Ban{GUID: guid, Time: -1}, "", guid+" -1 x\r\n10.0.0.1", "// a\n::1 0")
}
