package web

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
)

func TestGameServerPage(t *testing.T) {
	t.Parallel()
	server := gameservertest.Start(t, gameservertest.Config{
		Name: "Chernarus <for> beginners", Map: "chernarusplus", Version: "1.28.161464", MaxPlayers: 60, Keywords: "16:05", Password: "secretword",
		Players: []gameservertest.Player{{Name: "An<na>", GUID: strings.Repeat("a", 32), Ping: 40, Online: 2 * time.Hour}, {Name: "Boris", GUID: strings.Repeat("b", 32), Lobby: true}},
		Mods:    []gameservertest.Mod{{WorkshopID: 1559212036, Name: "CF"}, {Name: "Own"}},
	})
	b := openSite(t).user("Ada", false)
	instance := b.instance("Chernarus")
	page, rcon := instance+"/server", instance+"/server/rcon"
	b.get(page).says("Where is your game server?", `href="`+instance+`/edit"`)
	b.put(instance+"/edit", instance, url.Values{"name": {"Chernarus"}, "map_id": {"1"}, "ip": {"127.0.0.1"}, "query_port": {strconv.Itoa(server.QueryPort)}})
	b.get(page).says("running", "Chernarus &lt;for&gt; beginners", "2 of 60", "16:05", "Player 1", "2 h", "less than a minute", "RCon knows them", "Set up RCon", "<li>CF", ">1559212036<", "<li>Own</li>").saysNot("Kick")
	b.put(rcon, rcon, url.Values{"port": {"no"}, "password": {"secretword"}}).leadsTo(rcon)
	b.get(rcon).says("The port field must be an integer.").saysNot("secretword")
	b.put(rcon, rcon, url.Values{"port": {strconv.Itoa(server.RConPort)}, "password": {"secretword"}}).leadsTo(page)
	b.get(rcon).says("Leave empty to keep the stored one.").saysNot("secretword")
	b.submit(page, page+"/commands?command=message", url.Values{"text": {"Hello all"}}).leadsTo(page)
	b.get(page).says("The message was sent.", "An&lt;na&gt;", "Boris (lobby)", "40 ms", page+"/kick/1")
	b.submit(page, page+"/commands?command=warn", url.Values{"minutes": {"0"}}).leadsTo(page)
	b.get(page).says("The minutes field must be at least 1.")
	b.get(page + "/kick/7").leadsTo(page)
	b.get(page + "/kick/1").says("Kick Boris?")
	b.submit(page+"/kick/1", page+"/commands?command=kick&player=0&guid="+strings.Repeat("b", 32), nil).leadsTo(page)
	b.get(page).says("That player is not on the server any more.")
	b.submit(page+"/kick/1", page+"/commands?command=kick&player=1&guid="+strings.Repeat("b", 32), url.Values{"text": {"Bye"}}).leadsTo(page)
	b.submit(page, page+"/commands?command=shutdown", nil).leadsTo(page)
	b.get(page).says("The server was told to shut down.")
	if got := server.Commands(); !slices.Equal(withoutLists(got), []string{"say -1 Hello all", "kick 1 Bye", "#shutdown"}) {
		t.Errorf("carried out: %q", got)
	}
	b.delete(rcon, rcon, nil).leadsTo(page)
	b.get(page).says("RCon was forgotten.", "Set up RCon")
	config := "RConPassword secretword\nRconPort " + strconv.Itoa(server.RConPort) + "\nRestrictRCon 1\n"
	b.importing(instance, map[string]string{"mode": "merge"}, uploaded{"battleye/BEServer_x64.cfg", config})
	b.get(rcon).says(`value="`+strconv.Itoa(server.RConPort)+`"`, "Leave empty to take the one in the file of this instance.", "RestrictRCon is 1").saysNot("secretword")
	b.put(rcon, rcon, url.Values{"port": {strconv.Itoa(server.RConPort)}, "password": {""}}).leadsTo(page)
	b.get(page).says("An&lt;na&gt;", "Boris (lobby)")
}

func withoutLists(commands []string) []string {
	return slices.DeleteFunc(commands, func(c string) bool { return c == "players" })
}

func TestSchedulePages(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Chernarus")
	list, create := instance+"/schedules", instance+"/schedules/create"
	b.get(list).says("Nothing is planned")
	b.get(create).says("Times", "None as yet.").says("Before each restart").saysNot("every 4 h")
	b.submit(create, list, url.Values{"what": {"lists"}, "cron": {"30 25 * * *"}, "time_zone": {"Europe/Berlin"}, "enabled": {"1"}}).leadsTo(create)
	b.get(create).says("the hour &#34;25&#34; is not between 0 and 23", `value="30 25 * * *"`)
	b.put(instance+"/lint/rules", instance+"/lint/rules", url.Values{"restart_interval": {"14400"}})
	b.get(create).says("Before each restart", "every 4 h")
	b.get(list+"/times?cron=&time_zone=Europe%2FBerlin&restart=06:00&before=5").says(`"cron":"55 1,5,9,13,17,21 * * *"`, ":55 CE")
	for restart, want := range map[string]string{
		"06:00, 18:00": `"cron":"55 5,17 * * *"`, "0 */6 * * *": `"cron":"55 5,11,17,23 * * *"`, "00:00; 12:00 12:00": `"cron":"55 11,23 * * *"`,
		"06:00, 18:30": "need a schedule each", "six": "Times of the day are like 06:00", "0 6 * * 1": "not the same every day", "0 25 * * *": "not between 0 and 23",
	} {
		b.get(list + "/times?time_zone=UTC&before=5&restart=" + url.QueryEscape(restart)).says(want)
	}
	b.get(list + "/times?cron=1&time_zone=UTC").says("it needs five fields")
	b.submit(create, list, url.Values{"what": {"deliver"}, "cron": {""}, "time_zone": {"Europe/Berlin"}, "restart": {"06:00"}, "before": {"5"}, "enabled": {"1"}})
	rows, err := b.db.All(t.Context(), record.Schedules, b.scope(instance), "")
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	one := list + "/" + record.Schedules.SID(rows[0])
	b.get(one).says("It is planned.", `value="55 1,5,9,13,17,21 * * *"`, ":55 CE")
	b.get(list).says("Send what has changed", "55 1,5,9,13,17,21 * * *", "Europe/Berlin")
	tomorrow := func() time.Time { return time.Now().Add(24 * time.Hour) }
	if err := schedule.New(b.db, queue.NewJobs(b.db, nil), nil, tomorrow).StartDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	var planned record.Schedule
	if rows, err = b.db.All(t.Context(), record.Schedules, b.scope(instance), ""); err != nil {
		t.Fatal(err)
	}
	record.Schedules.Decode(rows[0], &planned)
	b.get(one).says("Last run", instance+"/jobs/"+*planned.LastJob)
	b.get(instance+"/jobs/"+*planned.LastJob).says("Run of a schedule", "Waiting for other jobs to finish", "The schedule", "Deliveries")
	b.put(one, one, url.Values{"what": {"pull"}, "cron": {"30 4 * * *"}, "time_zone": {"UTC"}, "enabled": {"0"}}).leadsTo(one)
	b.get(one).says("The schedule was saved.", "Fetch a safety copy", "None as yet.")
	b.get(list).says("switched off")
	b.delete(one, one, nil).leadsTo(list)
	b.get(list).says("The schedule was deleted.", "Nothing is planned")
}
