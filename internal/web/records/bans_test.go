package records_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

func TestBansRecognizeWhatIsPasted(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	list := instance + "/player-lists"
	const dayz = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_="
	const guid = "77c8f104322269b21fa015c5ed6977f8"
	tests := []struct{ who, length, id, steam, guid, name string }{
		{"76561198000000001", "7", "76561198000000001", "76561198000000001", record.GUID("76561198000000001"), "76561198000000001"},
		{
			"https://steamcommunity.com/profiles/76561198000000002/", "ever", "76561198000000002", "76561198000000002",
			record.GUID("76561198000000002"), "76561198000000002",
		},
		{`12:01:02 | Player "Bad Guy" (id=` + dayz + ` pos=<1.0, 2.0, 3.0>) committed suicide`, "1", dayz, "", "", "Bad Guy"},
		{"3   10.0.0.1:2304   31   " + guid + "(OK)  Loud One (Lobby)", "30", guid, "", guid, "Loud One"},
	}
	for _, test := range tests {
		b.Submit(list+"/ban", list+"/ban", url.Values{"who": {test.who}, "length": {test.length}}).LeadsTo(list)
		b.Get(list).Says(" is banned ")
		rows, err := b.DB.All(t.Context(), record.PlayerLists, b.Scope(instance), "r.player_id = $", test.id)
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
	b.Submit(list+"/ban", list+"/ban", url.Values{"who": {"76561198000000001"}, "length": {"ever"}, "name": {"Again"}}).LeadsTo(list)
	const lasting = `SELECT count(*) FROM player_lists WHERE player_id = '76561198000000001' AND expires_at IS NULL AND name = 'Again'`
	if n := b.Count(lasting); n != 1 {
		t.Error("the ban of one who is banned was not made longer")
	}
	for _, wrong := range []string{"", "Bad // Guy", "7656119800000000", strings.Repeat("z", 44)} {
		b.Submit(list+"/ban", list+"/ban", url.Values{"who": {wrong}, "length": {"7"}}).LeadsTo(list + "/ban")
		b.Get(list + "/ban").Says("No id found")
	}
	b.Submit(list+"/ban", list+"/ban", url.Values{"who": {`Player "Bad Guy" is connected`}, "length": {"7"}}).LeadsTo(list + "/ban")
	b.Get(list+"/ban").Says("“Bad Guy” is a name", "Ban the name</button>").SaysNot("No id found")
	b.Submit(list+"/ban", list+"/ban", url.Values{"who": {"Bad Guy"}, "length": {"7"}, "_anyway": {"1"}}).LeadsTo(list)
	b.Get(list).Says("Bad Guy is banned until", "(name)")
	b.Get(instance + "/files/ban.txt").Says("Bad Guy\t//Bad Guy")
	b.Submit(list+"/ban", list+"/ban", url.Values{"who": {guid}, "length": {"x"}}).LeadsTo(list + "/ban")
	b.Add(instance, record.PlayerLists, record.Values{
		"type": "ban", "player_id": "1", "name": "Old", "expires_at": time.Now().Add(-time.Hour).UnixMicro(),
	})
	b.Get(list).Says("expired", "Ban a player")
}
