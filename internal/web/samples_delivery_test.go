package web_test

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// deliverySamples are the pages about the server of an instance.
func deliverySamples() []sample {
	return []sample{
		{
			"target", 200, inside("Connection", "/target"),
			sampleTarget(&pages.TargetTest{
				OK: true, At: sampleTime, Facts: sampleFacts(),
				Notes: []string{"The folder of BattlEye was not found. It is made when a file for it is sent, or name another one."},
			}),
		},
		{
			"target-problems", 200, inside("Connection", "/target"),
			sampleTarget(&pages.TargetTest{At: sampleTime, Facts: sampleFacts()[:1], Problems: []string{"The server did not answer in time."}}),
		},
		{
			"target-changed", 200, inside("Connection", "/target"),
			sampleTarget(&pages.TargetTest{At: sampleTime, Facts: sampleFacts()[:2], Changed: &pages.ChangedPin{
				Action: root + "/target/pin", Pinned: "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU",
				Shown: "SHA256:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg",
			}}),
		},
		{"delivery-plan", 200, inside("Send changes", "/delivery"), samplePlan()},
		{
			"delivery-plan-unreached", 200, inside("Send changes", "/delivery"),
			pages.DeliveryPlan{
				Lead: "What your game server has.", Error: "The server did not answer in time.",
				Target: ui.Link{Label: "Connection", URL: root + "/target"},
			},
		},
		{"delivery-plan-none", 200, inside("Send changes", "/delivery"), pages.DeliveryPlan{
			Lead: "No game server yet.", Connect: new(sampleTarget(nil).Form),
		}},
		{"delivery", 200, inside("Delivery", "/deliveries/x"), sampleDelivery()},
		{"rollback", 200, inside("Roll back", "/deliveries/x/rollback"), sampleRollback()},
		{"delivery-running", 200, inside("Delivery", "/deliveries/x"), pages.Delivery{
			Lead: "The files are on their way.", Status: "3 of 12 files", Events: root + "/jobs/x/events", Facts: sampleFacts()[:1],
			Cancel: &ui.Confirm{
				Label: "Cancel delivery", Title: "Cancel this delivery?", Text: "Files that are on their way are finished.",
				Form: ui.Form{ID: "cancel", Action: root, Method: "POST", Submit: "Cancel delivery", Danger: true},
			},
		}},
		{
			"deliveries", 200, inside("Deliveries", "/deliveries"),
			pages.Deliveries{Lead: "What was sent to the game server.", Pager: ui.Pager{Page: 1, PerPage: 25, Total: 2}, Rows: []pages.DeliveryRow{
				{Label: "Rollback", URL: root + "/deliveries/y", When: sampleTime, Who: "Ada", Files: "1 file sent", Status: "failed", Tone: ui.Bad},
				{
					Label: "Delivery", URL: root + "/deliveries/x", When: sampleTime, Who: "Ada",
					Revision: ui.Link{Label: "12", URL: root + "/history/12"}, Files: "12 files sent, 1 deleted", Status: "done", Tone: ui.Good,
				},
			}},
		},
	}
}

func samplePlan() pages.DeliveryPlan {
	const mission = "mpmissions/dayzOffline.enoch/"
	return pages.DeliveryPlan{
		Lead:   "Compares your game server with this instance. Nothing is sent until you say so.",
		Action: root + "/deliveries",
		Target: ui.Link{Label: "Connection", URL: root + "/target"}, Links: []ui.Link{{Label: "Past deliveries", URL: root + "/deliveries"}},
		Facts: []pages.TargetFact{
			{Label: "Game server", Text: "Running, with 3 players"}, {Label: "Problems", Text: "2 errors, 1 warning, 0 notes"},
		},
		Submit:   "Send to the server",
		Override: pages.Override{Held: "Delivery blocked", Title: "Send anyway", Label: "Send although something holds it back"},
		Blocked:  []string{"2 problems are errors.", "The game server is running."},
		Problems: ui.Link{Label: "See the problems", URL: root + "/lint"},
		Groups: []pages.PlannedGroup{
			{ID: "send", Title: "To be sent (2)", Field: "paths", Files: []pages.PlannedFile{
				{
					Path: mission + "db/types.xml", URL: root + "/delivery/files/x", Size: "1.2 MB", Records: "2,045",
					Note: "read when the game server starts", Ticked: true,
				},
				{Path: "ban.txt", URL: root + "/delivery/files/y", Size: "120 B", Records: "2", Ticked: true},
			}},
			{
				ID: "theirs", Title: "Changed on the server (1)", Field: "mine", Merge: root + "/pull", Help: "They stay unless you tick them.",
				Files: []pages.PlannedFile{{
					Path: mission + "cfgeventspawns.xml", URL: root + "/delivery/files/z", Size: "80 KB", Note: "changed here as well",
				}},
			},
			{
				ID: "gone", Title: "No longer in this instance (1)", Field: "delete", Help: "They stay on the server unless you tick them.",
				Files: []pages.PlannedFile{{Path: mission + "mods/old.xml", Size: "3 KB"}},
			},
			{
				ID: "others", Title: "Only on the server (1)", Help: "Quartermaster leaves them alone.",
				Files: []pages.PlannedFile{{Path: mission + "init.c", Size: "5 KB"}},
			},
		},
	}
}

func sampleRollback() pages.DeliveryPlan {
	const mission = "mpmissions/dayzOffline.enoch/"
	return pages.DeliveryPlan{
		Lead: "What the game server would have again. Nothing is changed before you say so.", Action: root + "/deliveries/x/rollback",
		Submit: "Roll back",
		Target: ui.Link{Label: "Connection", URL: root + "/target"}, Links: []ui.Link{{Label: "All deliveries", URL: root + "/deliveries"}},
		Facts:    []pages.TargetFact{{Label: "Game server", Text: "Running, with 3 players"}, {Label: "Taken back", Text: "2 deliveries"}},
		Blocked:  []string{"The game server is running."},
		Override: pages.Override{Held: "Rollback blocked", Title: "Roll back anyway", Label: "Roll back although something holds it back"},
		Groups: []pages.PlannedGroup{
			{
				ID: "restore", Title: "To be restored (1)", Field: "paths",
				Files: []pages.PlannedFile{{
					Path: mission + "db/types.xml", URL: root + "/x", Size: "1.2 MB", Note: "read when the game server starts", Ticked: true,
				}},
			},
			{
				ID: "remove", Title: "To be deleted (1)", Field: "paths",
				Files: []pages.PlannedFile{{Path: mission + "mods/new.xml", URL: root + "/y", Ticked: true}},
			},
			{
				ID: "theirs", Title: "Changed on the server since (1)", Field: "mine", Help: "They stay unless you tick them.",
				Files: []pages.PlannedFile{{Path: "ban.txt", URL: root + "/z", Size: "120 B"}},
			},
		},
	}
}

func sampleDelivery() pages.Delivery {
	return pages.Delivery{
		Lead: "1 file sent, 1 left alone: changed on the server, 1 not sent.", Error: "1 file was not taken by the server.",
		Facts: []pages.TargetFact{{Label: "Result", Text: "failed"}, {Label: "Who", Text: "Ada"}},
		Files: []pages.SentFile{
			{Path: "mpmissions/dayzOffline.enoch/db/types.xml", Status: "sent", Tone: ui.Good, Size: "1.2 MB"},
			{
				Path: "mpmissions/dayzOffline.enoch/cfgeventspawns.xml", Status: "changed on the server", Tone: ui.Warn, Size: "80 KB",
				Error: "Someone has changed it on the server in the meantime.",
			},
			{Path: "ban.txt", Status: "failed", Tone: ui.Bad, Size: "120 B", Error: "No space left on the server."},
		},
		Back: ui.Link{Label: "Roll back", URL: root + "/deliveries/x/rollback"},
		Forget: &ui.Confirm{
			Label: "Delete copies", Title: "Delete the copies of this delivery?", Text: "Without them nothing goes back.",
			Form: ui.Form{ID: "forget", Action: root + "/forget", Method: "POST", Submit: "Delete copies", Danger: true},
		},
		Links: []ui.Link{{Label: "Send changes", URL: root + "/delivery"}, {Label: "All deliveries", URL: root + "/deliveries"}},
	}
}

// pullSamples are the page of a pull under way and that of a preview.
func pullSamples() []sample {
	again := pages.PulledImport{
		Action: root + "/pull", Submit: "Take in 2 files", Mode: "update", Paths: []string{"ban.txt"}, Choices: sampleChoices("server"),
	}
	files := []pages.PulledFile{
		{
			Path: "mpmissions/dayzOffline.enoch/db/types.xml", Tone: ui.Warn, Status: "changed on both sides", Text: "You have changed it as well.",
			Bytes: 583412, Omitted: 3,
			Changed: 1, Since: pages.ByAreaOf("types.xml", []pages.Change{{
				Action: "changed", Area: "Types", Name: "AKM", Fields: []pages.FieldChange{{Label: "Nominal", Before: "10", After: "30"}},
			}}),
		},
		{
			Path: "ban.txt", Tone: ui.Neutral, Status: "changed here",
			Text: "The server has what was last delivered or imported. It stays as it is.", Bytes: 120,
		},
	}
	return []sample{
		{"pull-preview", 200, inside("Files from the server", "/jobs/jObJoBjOb1"), pages.Job{
			Report: sampleDryRun(), Overview: root,
			Pulled: &pages.Pulled{Lead: "2 files differ from the server’s.", Files: files, More: "And 3 more files.", Import: &again},
		}},
		{
			"pull-none", 200, inside("Files from the server", "/jobs/jObJoBjOb1"),
			pages.Job{Overview: root, Pulled: &pages.Pulled{Lead: "The server has the same files as this instance. Nothing to fetch."}},
		},
	}
}

func sampleFacts() []pages.TargetFact {
	return []pages.TargetFact{
		{Label: "Server", Text: "sftp://files.example.org/srv/dayz", Code: true},
		{Label: "Fingerprint", Text: "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", Code: true},
		{Label: "Layout", Text: "PC server"},
		{Label: "Mission folder", Text: "mpmissions/dayzOffline.enoch", Code: true},
		{Label: "Files to read", Text: "134"},
	}
}

func sampleTarget(test *pages.TargetTest) pages.Target {
	form := ui.Form{ID: "target", Action: root + "/target", Method: "PUT", Submit: "Save and test", Cancel: root, Sets: []ui.Fieldset{
		{Title: "Server", Fields: []ui.Field{
			{
				Name: "protocol", Label: "Protocol", Kind: ui.Select, Required: true,
				Options: []ui.Option{{Value: "sftp", Label: "SFTP", Selected: true}, {Value: "ftps", Label: "FTPS (FTP with TLS)"}},
			},
			{Name: "host", Label: "Host", Kind: ui.Text, Code: true, Value: "files.example.org", Error: "The host field format is invalid."},
		}},
		{Title: "SSH key", Help: "For SFTP: signs in instead of the password.", Fields: []ui.Field{
			{
				Name: "key", Label: "SSH key", Kind: ui.Radios,
				Options: []ui.Option{
					{Value: "none", Label: "None: sign in with the password"},
					{Value: "make", Label: "Make a new key", Help: "This page then shows its public half.", Selected: true},
				},
			},
			{Name: "private_key", Label: "Private key", Kind: ui.TextArea, Code: true},
		}},
	}}
	forget := ui.Form{ID: "delete", Action: root + "/target", Method: "DELETE", Submit: "Forget the target", Danger: true}
	return pages.Target{
		Lead: "Where the files of your game server are, and how they are reached.", Form: form, Tested: test, Test: root + "/target/test",
		PublicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx0cT7pVb2LqWn8sZ1aYd6Rk3EhUgFo5iC9tBv4mJx0",
		Links:     []ui.Link{{Label: "Fetch files from the server", URL: root + "/pull"}},
		Delete:    &ui.Confirm{Label: "Forget the target", Title: "Forget this target?", Text: "Nothing is changed on the server.", Form: forget},
	}
}
