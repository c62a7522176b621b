package web_test

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// serverSamples are the pages about the running game server, and schedules.
func serverSamples() []sample {
	return []sample{
		{"server", 200, inside("Live server", "/server"), sampleGameServer()},
		{"server-stopped", 200, inside("Live server", "/server"), pages.GameServer{
			Lead: "Players and commands of the running game server.", Again: root + "/server", Asked: sampleTime,
			Seen: &pages.ServerSighting{At: sampleTime, Text: "Livonia Hardcore on enoch, version 1.28.161464"},
			RCon: ui.Link{Label: "Set up RCon", URL: root + "/server/rcon"}, RConText: "With RCon you see who plays.",
		}},
		{
			"server-unknown", 200, inside("Live server", "/server"),
			pages.GameServer{
				Lead: "The game server while it runs.",
				Empty: &ui.Empty{
					Title: "Where is your game server?", Text: "Enter its address.", Action: &ui.Link{Label: "Open the settings", URL: root + "/edit"},
				},
			},
		},
		{"quests", 200, inside("Quests", "/quests"), sampleQuests()},
		{"new-quest", 200, under(inside("New quest", "/quests/new"), "Quests", "/quests"), pages.NewQuest{
			Lead: "A few questions make a quest.", Action: root + "/quests/new", Create: root + "/quests/new?title=Wolves",
			Form: ui.PlainForm("new-quest", root+"/quests/new", "",
				ui.Field{Name: "title", Label: "What is it called?", Kind: ui.Text, Error: "The quest needs a name."}, ui.Field{
					Name: "kind", Label: "What is the task?", Kind: ui.Radios,
					Options: []ui.Option{{Value: "kill", Label: "Kill", Help: "Infected.", Selected: true}, {Value: "travel", Label: "Travel"}},
				}),
			Plan: &pages.QuestPlan{
				Summary: []string{"Offered by Denis."},
				Files:   []pages.QuestPlanFile{{Path: "profiles/ExpansionMod/Quests/Quests/Quest_1.json", Text: "{}"}},
			},
		}},
		{"start-line", 200, under(inside("Start line", "/server-mods/start-line"), "Mods of the server", "/server-mods"), sampleStartLine()},
		{"calendar", 200, inside("Calendar", "/calendar"), sampleCalendar()},
		{"calendar-moment", 200, under(inside("The server at a moment", "/calendar/moment"), "Calendar", "/calendar"), sampleMoment()},
		{"schedule", 200, under(inside("Send what has changed", "/schedules/sChEdUlE01"), "Schedule", "/schedules"), sampleSchedule()},
	}
}

func sampleGameServer() pages.GameServer {
	command := func(name, submit string, fields ...ui.Field) ui.Form {
		return ui.PlainForm(name, root+"/server/commands?command="+name, submit, fields...)
	}
	end := command("shutdown", "Shut down")
	end.Danger = true
	return pages.GameServer{
		Lead: "Players and commands of the running game server.", Running: true, Asked: sampleTime, Again: root + "/server",
		Facts: []pages.TargetFact{
			{Label: "Name", Text: "Livonia Hardcore"}, {Label: "Map", Text: "enoch", Code: true}, {Label: "Players", Text: "2 of 60"},
		},
		Players: &pages.PlayerTable{Named: true, Rows: []pages.ServerPlayer{
			{Name: "Anna", Ping: "40 ms", GUID: "48032258807176771690632755883357", Kick: root + "/server/kick/0"},
			{Name: "Boris (lobby)", Ping: "unknown", GUID: "48032258807176771690632755883358", Kick: root + "/server/kick/1"},
		}},
		Commands: &pages.ServerCommands{
			Message: command("message", "Send to all", ui.Field{
				Name: "text", Label: "Message to all players", Kind: ui.Text, Required: true, Wide: true, MaxLength: 200,
			}),
			Warn: command("warn", "Announce the restart", ui.Field{
				Name: "minutes", Label: "The server restarts in", Kind: ui.Number, Unit: "min", Value: "10", Min: "1", Max: "1440", Required: true,
			}),
			Buttons: []pages.CommandButton{
				{Action: root + "/server/commands?command=load_bans", Label: "Load bans again"},
				{Action: root + "/server/commands?command=lock", Label: "Lock the server"},
			},
			Shutdown: ui.Confirm{
				Form: end, Label: "Shut down the server", Title: "Shut the server down?", Text: "All players are disconnected.",
				Keep: "Leave it running",
			},
		},
		RCon: ui.Link{Label: "RCon settings", URL: root + "/server/rcon"},
		Mods: []pages.ServerMod{{Name: "CF", WorkshopID: "1559212036"}, {Name: "Own"}},
	}
}

func sampleQuests() pages.Quests {
	return pages.Quests{
		Lead: "The quests of the Expansion mod.",
		Chart: &pages.QuestChart{
			Width: 422, Height: 42, Lines: []pages.QuestLine{{X1: 181, Y1: 21, X2: 241, Y2: 21, Must: true}},
			Words: []string{"First must be done before Second"},
			Boxes: []pages.QuestBox{
				{X: 1, Y: 1, TextX: 11, TextY: 26, Width: 180, Height: 40, Name: "First"},
				{X: 241, Y: 1, TextX: 251, TextY: 26, Width: 180, Height: 40, Name: "Second", Off: true},
			},
		},
		Quests: []pages.Quest{
			{ID: 1, Name: "First", URL: root + "/documents/quest-definition?file=a.json", Said: "Offered by Denis."},
			{ID: 2, Name: "Second", URL: root + "/documents/quest-definition?file=b.json", Said: "Needs “First” before.", Off: true},
		},
		Others: []pages.QuestFile{{Title: "Quest giver", Name: "Denis", URL: root + "/documents/quest-npc?file=c.json"}},
	}
}

func sampleStartLine() pages.StartLine {
	return pages.StartLine{
		Line: `"-mod=@CF;@Community-Online-Tools;@DayZ-Expansion-Core" "-serverMod=@Own"`, Mods: 4,
		Differs: []string{"Only on the server: DayZ-Expansion-AI."},
		Running: &ui.Form{ID: "running", Action: root + "/server-mods/running", Submit: "Take the 4 mods of the server"},
		Form: ui.Form{
			ID: "start-line", Action: root + "/server-mods/start-line", Submit: "Take the mods", Cancel: root + "/server-mods",
			Sets: []ui.Fieldset{{Fields: []ui.Field{
				{
					Name: "text", Label: "Start line or script", Kind: ui.TextArea, Required: true, Wide: true, Code: true,
					Help: "The command that starts the server.",
				},
			}}},
		},
	}
}

func sampleSchedule() pages.Schedule {
	return pages.Schedule{
		Lead: "Runs automatically. If a run is missed, it is made up once.", Preview: root + "/schedules/times",
		Zones:    ui.Suggestions{ID: "time-zones", Values: []string{"UTC", "Europe/Berlin"}},
		Upcoming: []string{"Monday, 23 November 2026, 05:55 CET", "Monday, 23 November 2026, 11:55 CET"},
		Last: &pages.ScheduledRun{
			At: sampleTime, Tone: ui.Warn, Status: "held", Result: "The game server runs.", Job: root + "/jobs/jObJoBjOb1",
		},
		Form: ui.Form{
			ID: "schedule", Action: root + "/schedules/sChEdUlE01", Method: "PUT", Submit: "Save", Cancel: root + "/schedules",
			Sets: []ui.Fieldset{
				{Fields: []ui.Field{{
					Name: "what", Label: "What", Kind: ui.Radios, Required: true,
					Options: []ui.Option{
						{Value: "deliver", Label: "Send what has changed", Help: "Sends all files that differ.", Selected: true},
						{Value: "pull", Label: "Fetch a safety copy"},
					},
				}}},
				{Title: "When", Fields: []ui.Field{
					{Name: "cron", Label: "Times", Kind: ui.Text, Code: true, Value: "55 5,11,17,23 * * *", Help: "A cron expression."},
					{Name: "time_zone", Label: "Time zone", Kind: ui.Text, Code: true, Value: "Europe/Berlin", List: "time-zones"},
				}},
			},
		},
		Delete: &ui.Confirm{
			Form:  ui.Form{ID: "delete", Action: root + "/schedules/sChEdUlE01", Method: "DELETE", Submit: "Delete schedule", Danger: true},
			Label: "Delete schedule", Title: "Delete this schedule?", Text: "What it has done stays as it is.",
		},
	}
}
