package gameserver_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/gameserver/gameservertest"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/schedule"
	"quartermaster/internal/web/webtest"
)

func TestGameServerPage(t *testing.T) {
	t.Parallel()
	server := gameservertest.Start(t, gameservertest.Config{
		Name: "Chernarus <for> beginners", Map: "chernarusplus", Version: "1.28.161464", MaxPlayers: 60, Keywords: "16:05",
		Password: "secretword",
		Players: []gameservertest.Player{
			{Name: "An<na>", GUID: strings.Repeat("a", 32), Ping: 40, Online: 2 * time.Hour},
			{Name: "Boris", GUID: strings.Repeat("b", 32), Lobby: true},
		},
		Mods: []gameservertest.Mod{{WorkshopID: 1559212036, Name: "CF"}, {Name: "Own"}},
	})
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Chernarus")
	page, rcon := instance+"/server", instance+"/server/rcon"
	b.Get(page).Says("Where is your game server?", `href="`+instance+`/edit"`)
	b.Put(instance+"/edit", instance, url.Values{
		"name": {"Chernarus"}, "map_id": {"1"}, "ip": {"127.0.0.1"}, "query_port": {strconv.Itoa(server.QueryPort)},
	})
	b.Get(page).Says("running", "Chernarus &lt;for&gt; beginners", "2 of 60", "16:05", "Player 1", "2 h", "less than a minute",
		"RCon shows them", "Set up RCon", "<li>CF", ">1559212036<", "<li>Own</li>").SaysNot("Kick")
	b.Put(rcon, rcon, url.Values{"port": {"no"}, "password": {"secretword"}}).LeadsTo(rcon)
	b.Get(rcon).Says("The port field must be an integer.").SaysNot("secretword")
	b.Put(rcon, rcon, url.Values{"port": {strconv.Itoa(server.RConPort)}, "password": {"secretword"}}).LeadsTo(page)
	b.Get(rcon).Says("Leave empty to keep the stored one.").SaysNot("secretword")
	b.Submit(page, page+"/commands?command=message", url.Values{"text": {"Hello all"}}).LeadsTo(page)
	b.Get(page).Says("The message was sent.", "An&lt;na&gt;", "Boris (lobby)", "40 ms", page+"/kick/1")
	b.Submit(page, page+"/commands?command=warn", url.Values{"minutes": {"0"}}).LeadsTo(page)
	b.Get(page).Says("The minutes field must be at least 1.")
	b.Get(page + "/kick/7").LeadsTo(page)
	b.Get(page + "/kick/1").Says("Kick Boris?")
	b.Submit(page+"/kick/1", page+"/commands?command=kick&player=0&guid="+strings.Repeat("b", 32), nil).LeadsTo(page)
	b.Get(page).Says("That player has left the server.")
	b.Submit(page+"/kick/1", page+"/commands?command=kick&player=1&guid="+strings.Repeat("b", 32), url.Values{"text": {"Bye"}}).LeadsTo(page)
	b.Submit(page, page+"/commands?command=shutdown", nil).LeadsTo(page)
	b.Get(page).Says("The server is shutting down.")
	if got := server.Commands(); !slices.Equal(withoutLists(got), []string{"say -1 Hello all", "kick 1 Bye", "#shutdown"}) {
		t.Errorf("carried out: %q", got)
	}
	b.Delete(rcon, rcon, nil).LeadsTo(page)
	b.Get(page).Says("RCon was forgotten.", "Set up RCon")
	config := "RConPassword secretword\nRconPort " + strconv.Itoa(server.RConPort) + "\nRestrictRCon 1\n"
	b.Import(instance, map[string]string{"mode": "merge"}, webtest.File{Name: "battleye/BEServer_x64.cfg", Text: config})
	b.Get(rcon).Says(`value="`+strconv.Itoa(server.RConPort)+`"`, "Leave empty to take the one in the file of this instance.",
		"RestrictRCon is 1").SaysNot("secretword")
	b.Put(rcon, rcon, url.Values{"port": {strconv.Itoa(server.RConPort)}, "password": {""}}).LeadsTo(page)
	b.Get(page).Says("An&lt;na&gt;", "Boris (lobby)")
}

func withoutLists(commands []string) []string {
	return slices.DeleteFunc(commands, func(c string) bool { return c == "players" })
}

func TestSchedulePages(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Chernarus")
	list, create := instance+"/schedules", instance+"/schedules/create"
	b.Get(list).Says("Nothing is planned")
	b.Get(create).Says("Times", "None as yet.").Says("Before each restart").SaysNot("every 4 h")
	b.Submit(create, list, url.Values{
		"what": {"lists"}, "cron": {"30 25 * * *"}, "time_zone": {"Europe/Berlin"}, "enabled": {"1"},
	}).LeadsTo(create)
	b.Get(create).Says("the hour &#34;25&#34; is not between 0 and 23", `value="30 25 * * *"`)
	b.Put(instance+"/lint/rules", instance+"/lint/rules", url.Values{"restart_interval": {"14400"}})
	b.Get(create).Says("Before each restart", "every 4 h")
	b.Get(list+"/times?cron=&time_zone=Europe%2FBerlin&restart=06:00&before=5").Says(`"cron":"55 1,5,9,13,17,21 * * *"`, ":55 CE")
	for restart, want := range map[string]string{
		"06:00, 18:00":       `"cron":"55 5,17 * * *"`,
		"0 */6 * * *":        `"cron":"55 5,11,17,23 * * *"`,
		"00:00; 12:00 12:00": `"cron":"55 11,23 * * *"`,
		"06:00, 18:30":       "need one schedule each",
		"six":                "Times of the day are like 06:00",
		"0 6 * * 1":          "at the same times every day",
		"0 25 * * *":         "not between 0 and 23",
	} {
		b.Get(list + "/times?time_zone=UTC&before=5&restart=" + url.QueryEscape(restart)).Says(want)
	}
	b.Get(list + "/times?cron=1&time_zone=UTC").Says("it needs five fields")
	b.Submit(create, list, url.Values{
		"what":      {"deliver"},
		"cron":      {""},
		"time_zone": {"Europe/Berlin"},
		"restart":   {"06:00"},
		"before":    {"5"},
		"enabled":   {"1"},
	})
	rows, err := b.DB.All(t.Context(), record.Schedules, b.Scope(instance), "")
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	one := list + "/" + record.Schedules.SID(rows[0])
	b.Get(one).Says("Planned.", `value="55 1,5,9,13,17,21 * * *"`, ":55 CE")
	b.Get(list).Says("Send what has changed", "55 1,5,9,13,17,21 * * *", "Europe/Berlin")
	tomorrow := func() time.Time { return time.Now().Add(24 * time.Hour) }
	if err := schedule.New(b.DB, queue.NewJobs(b.DB, nil), nil, tomorrow).StartDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	var planned record.Schedule
	if rows, err = b.DB.All(t.Context(), record.Schedules, b.Scope(instance), ""); err != nil {
		t.Fatal(err)
	}
	record.Schedules.Decode(rows[0], &planned)
	b.Get(one).Says("Last run", instance+"/jobs/"+*planned.LastJob)
	b.Get(instance+"/jobs/"+*planned.LastJob).Says("Run of a schedule", "Waiting for other jobs to finish", "The schedule", "Deliveries")
	b.Put(one, one, url.Values{"what": {"pull"}, "cron": {"30 4 * * *"}, "time_zone": {"UTC"}, "enabled": {"0"}}).LeadsTo(one)
	b.Get(one).Says("The schedule was saved.", "Fetch a safety copy", "None as yet.")
	b.Get(list).Says("switched off")
	b.Delete(one, one, nil).LeadsTo(list)
	b.Get(list).Says("The schedule was deleted.", "Nothing is planned")
}
