package mission_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

const (
	banned  = "76561198000000001"
	allowed = "76561198000000002"
	logID   = "hXv3_kT-0123456789abcdefghijABCDEFGHIJ01234="
)

// demanded returns a file of the server that is written with the players of another list.
func (w world) demanded(path string, kinds ...mission.Kind) string {
	w.Helper()
	f, err := w.service.Including(kinds...).GenerateFile(context.Background(), w.scope, path)
	if err != nil {
		w.Fatalf("generating %s: %v", path, err)
	}
	return string(contentOf(w, f))
}

func TestPriorityIsKeptAndCounted(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		text := "// first\r\nSteamId;" + allowed + ";nobody; \r\n" + logID
		report := w.load(mission.Merge, "Priority.txt", text)
		want := []string{`line 2: "nobody" is neither a Steam64 id of 17 digits nor the 44 characters of the server's log; it is kept as it is`}
		if diff := cmp.Diff(want, mission.Sentences(report.Warnings)); diff != "" || report.Kind != mission.Priority ||
			w.counts(report) != [4]int{1, 0, 0, 0} {
			t.Errorf("%+v\n%s", report, diff)
		}
		if got := w.counts(w.load(mission.Replace, "Priority.txt", text)); got != [4]int{0, 0, 1, 0} {
			t.Errorf("counts %v", got)
		}
		w.load(mission.Merge, "whitelist.txt", "76561198000000003\n")
		w.says("Priority.txt", text)
		f, err := w.service.GenerateFile(context.Background(), w.scope, "Priority.txt")
		if err == nil {
			_, err = f.Content(t.Context())
		}
		if err != nil || f.Records != 3 || f.State != mission.AsImported || f.Kind != mission.Priority {
			t.Errorf("%+v, %v", f, err)
		}
	})
}

func TestTheQueueTakesTheWhitelistOnDemand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "whitelist.txt", allowed+"\t//Friend\nName only\n"+banned+"\n"+allowed+"\n")
	if diff := cmp.Diff([]string{"cfgeconomycore.xml", "whitelist.txt"}, w.paths()); diff != "" {
		t.Errorf("without a demand:\n%s", diff)
	}
	if got := w.demanded("priority.txt", mission.Priority); got != allowed+";"+banned+";" {
		t.Errorf("a new file: %q", got)
	}
	w.load(mission.Merge, "priority.txt", "SteamId;"+banned+";\n")
	if got := w.demanded("priority.txt", mission.Priority); got != "SteamId;"+banned+";"+allowed+";\n" {
		t.Errorf("behind what is there: %q", got)
	}
	w.says("priority.txt", "SteamId;"+banned+";\n")
}

func TestBattlEyeTakesTheBansOnDemand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	past, future := record.Moment(1_000_000), record.Moment(4_000_000_000_000_000)
	guid, known := record.GUID(banned), record.GUID(allowed)
	battlEye := strings.ToUpper(known) + " -1 cheats\n"
	w.load(mission.Merge, "BattlEye/bans.txt", battlEye)
	w.load(mission.Merge, "ban.txt", banned+"\t//Cheater - told on by a friend\n"+allowed+"\nName only\n")
	for id, end := range map[string]record.Moment{"76561198000000004": past, "76561198000000005": future} {
		w.create(record.PlayerLists, record.Values{"type": "ban", "player_id": id, "name": id, "steam_id": id, "expires_at": int64(end)})
	}
	w.says("BattlEye/bans.txt", battlEye)
	want := battlEye + guid + " -1\n" + record.GUID("76561198000000005") + " 4000000000\n"
	if diff := cmp.Diff(want, w.demanded("BattlEye/bans.txt", mission.BattlEye)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	w.load(mission.Merge, "BattlEye/bans.txt", want)
	w.says("BattlEye/bans.txt", want)
	if diff := cmp.Diff(want, w.demanded("BattlEye/bans.txt", mission.BattlEye)); diff != "" {
		t.Errorf("once it was imported (-want +got):\n%s", diff)
	}
}

func TestParseOnDemand(t *testing.T) {
	t.Parallel()
	for names, want := range map[string][]mission.Kind{
		"": nil, ",": nil, "priority": {mission.Priority}, "battleye, priority": {mission.BattlEye, mission.Priority},
	} {
		if got, ok := mission.ParseOnDemand(names); !ok || !cmp.Equal(got, want) {
			t.Errorf("%q: %v, %v", names, got, ok)
		}
	}
	for _, names := range []string{"types", "battleye,x", "BattlEye"} {
		if _, ok := mission.ParseOnDemand(names); ok {
			t.Errorf("%q is taken", names)
		}
	}
}

// TestBansBeyondTheYear9999 are for good: no date of a record is that late, and the file keeps its number.
func TestBansBeyondTheYear9999(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const file = "11111111111111111111111111111111 253402300799 last\n22222222222222222222222222222222 253402300800 " +
		"later\n33333333333333333333333333333333 9223372036854775807 never\n"
	w.load(mission.Merge, "BattlEye/bans.txt", file)
	w.says("BattlEye/bans.txt", file)
	expires, ending := record.PlayerLists.Index("expires_at"), 0
	for _, row := range w.rows(record.PlayerLists) {
		if row[expires] != nil {
			ending++
		}
	}
	if ending != 1 {
		t.Errorf("%d bans end", ending)
	}
}
