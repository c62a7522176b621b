package web

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/record"
)

func TestBansRecognizeWhatIsPasted(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	list := instance + "/player-lists"
	const dayz = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_="
	const guid = "77c8f104322269b21fa015c5ed6977f8"
	tests := []struct{ who, length, id, steam, guid, name string }{
		{"76561198000000001", "7", "76561198000000001", "76561198000000001", record.GUID("76561198000000001"), "76561198000000001"},
		{"https://steamcommunity.com/profiles/76561198000000002/", "ever", "76561198000000002", "76561198000000002", record.GUID("76561198000000002"), "76561198000000002"},
		{`12:01:02 | Player "Bad Guy" (id=` + dayz + ` pos=<1.0, 2.0, 3.0>) committed suicide`, "1", dayz, "", "", "Bad Guy"},
		{"3   10.0.0.1:2304   31   " + guid + "(OK)  Loud One (Lobby)", "30", guid, "", guid, "Loud One"},
	}
	for _, test := range tests {
		b.submit(list+"/ban", list+"/ban", url.Values{"who": {test.who}, "length": {test.length}}).leadsTo(list)
		b.get(list).says(" is banned ")
		rows, err := b.db.All(t.Context(), record.PlayerLists, b.scope(instance), "r.player_id = $", test.id)
		if err != nil || len(rows) != 1 {
			t.Fatalf("%s: %d entries, %v", test.who, len(rows), err)
		}
		var entry record.PlayerList
		record.PlayerLists.Decode(rows[0], &entry)
		text := func(s *string) string {
			if s == nil {
				return ""
			}
			return *s
		}
		if text(entry.SteamID) != test.steam || text(entry.BeID) != test.guid || entry.Name != test.name || entry.Type != "ban" {
			t.Errorf("%s: stored %+v", test.who, entry)
		}
		if (entry.ExpiresAt == nil) != (test.length == "ever") {
			t.Errorf("%s: ends %v", test.who, entry.ExpiresAt)
		}
	}
	b.submit(list+"/ban", list+"/ban", url.Values{"who": {"76561198000000001"}, "length": {"ever"}, "name": {"Again"}}).leadsTo(list)
	if n := b.count(`SELECT count(*) FROM player_lists WHERE player_id = '76561198000000001' AND expires_at IS NULL AND name = 'Again'`); n != 1 {
		t.Error("the ban of one who is banned was not made longer")
	}
	for _, wrong := range []string{"", "Bad // Guy", "7656119800000000", strings.Repeat("z", 44)} {
		b.submit(list+"/ban", list+"/ban", url.Values{"who": {wrong}, "length": {"7"}}).leadsTo(list + "/ban")
		b.get(list + "/ban").says("No id is recognized")
	}
	b.submit(list+"/ban", list+"/ban", url.Values{"who": {`Player "Bad Guy" is connected`}, "length": {"7"}}).leadsTo(list + "/ban")
	b.get(list+"/ban").says("“Bad Guy” is a name", "Ban the name</button>").saysNot("No id is recognized")
	b.submit(list+"/ban", list+"/ban", url.Values{"who": {"Bad Guy"}, "length": {"7"}, "_anyway": {"1"}}).leadsTo(list)
	b.get(list).says("Bad Guy is banned until", "(name)")
	b.get(instance + "/files/ban.txt").says("Bad Guy\t//Bad Guy")
	b.submit(list+"/ban", list+"/ban", url.Values{"who": {guid}, "length": {"x"}}).leadsTo(list + "/ban")
	b.add(instance, record.PlayerLists, record.Values{"type": "ban", "player_id": "1", "name": "Old", "expires_at": time.Now().Add(-time.Hour).UnixMicro()})
	b.get(list).says("expired", "Ban a player")
}
