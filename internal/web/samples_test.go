package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

var sampleTime = time.Date(2026, 2, 1, 14, 3, 0, 0, time.UTC)

// sample is one page as a handler would draw it.
type sample struct {
	name   string
	status int
	page   *ui.Page
	view   ui.View
}

// samples holds every template at least once, the richer ones in several states.
func samples() []sample {
	return append([]sample{
		{"home", 200, visitor("DayZ server configuration", "/"), pages.Home{Registration: true}},
		{"register", 200, visitor("Create an account", "/register"), registerView()},
		{"login-failed", 200, visitor("Log in", "/login"), loginView()},
		{"profile", 200, asUser("Profile", "/profile"), sampleProfile(pages.Token{Exists: true, MadeAt: sampleTime})},
		{
			"profile-token", 200, withNotice(asUser("Profile", "/profile")),
			sampleProfile(pages.Token{Exists: true, New: "qm_4mJx0cT7pVb2LqWn8sZ1aYd6Rk3EhUgFo5iC9tBv"}),
		},
		{"second-step", 200, visitor("Second step", "/login/second"), secondStepView()},
		{"factors", 200, asUser("Second factor", "/profile/factors"), sampleFactors()},
		{"new-passkey", 200, asUser("Add a passkey", "/profile/factors/passkeys/new"), sampleNewPasskey()},
		{"new-app", 200, asUser("Add an authenticator app", "/profile/factors/app"), sampleNewApp()},
		{"users", 200, asUser("Users", "/admin/users"), usersView()},
		{"audit", 200, asUser("Audit", "/admin/audit"), auditView()},
		{"members", 200, inside("Members", "/members"), sampleMembers()},
		{"drafts", 200, inside("Drafts", "/drafts"), sampleDrafts()},
		{"draft-comparison", 200, draftPage(), sampleRows()},
		{"bundle", 200, inside("Helicopter crash loot by tier", "/bundles"), sampleBundle()},
		{"tokens", 200, asUser("Tokens", "/profile/tokens"), sampleTokens()},
		{
			"invitation", 200, asUser("Invitation", "/invitations/pX2cR7vWq9"),
			pages.Invitation{
				Text: "Anna invites you to work on Livonia Hardcore, with the role editor.",
				Form: single("accept", "/", "Join Livonia Hardcore"),
			},
		},
		{"instances", 200, instancesPage(), sampleInstances()},
		{"instances-empty", 200, instancesPage(), newUser()},
		{"held", 200, asUser("New server", "/uploads/hElDhElD01"), sampleHeld("")},
		{
			"held-question", 200, asUser("Is this the right folder?", "/uploads/hElDhElD01"),
			sampleHeld("This is a Sakhal mission; your server runs Livonia."),
		},
		{"update", 200, asUser("Apply an update", "/uploads/hElDhElD02"), sampleUpdate(true)},
		{"update-clean", 200, asUser("Apply an update", "/uploads/hElDhElD02"), sampleUpdate(false)},
		{"instance-edit", 200, inside("Settings", "/edit"), sampleInstanceForm()},
		{"instance-delete", 200, inside("Delete instance", "/delete"), deleteForm()},
		{"overview", 200, overviewPage(), sampleOverview(nil)},
		{"overview-waiting", 200, overviewPage(), waitingOverview()},
		{"server-files", 200, inside("Server files", "/tree"), sampleServerFiles(nil)},
		{"server-files-folder", 200, inside("mods", "/tree"), sampleServerFiles(laterFolders())},
		{"overview-report", 200, overviewPage(), sampleOverview(sampleReport())},
		{"overview-dry-run", 200, overviewPage(), sampleOverview(sampleDryRun())},
		{"job", 200, inside("Import", "/jobs/jObJoBjOb1"), pages.Job{
			Status: "12 of 62 files", Done: 12, Total: 62, What: "mods/some_types.xml", Events: root + "/jobs/jObJoBjOb1/events", Overview: root,
			Cancel: sampleCancel(),
		}},
		{
			"job-waits", 200, inside("Import", "/jobs/jObJoBjOb1"),
			pages.Job{
				Status: "Waiting for other imports to finish", Events: root + "/jobs/jObJoBjOb1/events", Overview: root, Cancel: sampleCancel(),
			},
		},
		{
			"job-cancelled", 200, inside("Import", "/jobs/jObJoBjOb1"),
			pages.Job{Cancelled: "The import was cancelled before it began. Nothing was imported.", Overview: root},
		},
		{"job-done", 200, inside("Import", "/jobs/jObJoBjOb1"), pages.Job{Report: sampleReport(), Overview: root}},
		{
			"job-failed", 200, inside("Import", "/jobs/jObJoBjOb1"),
			pages.Job{Error: "The upload was interrupted. Please send the files again.", Overview: root},
		},
		{"economy", 200, inside("Loot economy", "/economy"), sampleEconomy()},
		{"economy-proposed", 200, inside("What the changes would do", "/economy"), sampleProposal()},
		{"economy-core", 200, inside("Economy core", "/economy-core"), sampleEconomyCoreForm()},
		{"types", 200, typesPage(), ui.ListView{Table: typesTable("")}},
		{"types-filtered", 200, typesPage(), ui.ListView{Table: typesTable("search=ak&usage=2&status=enabled&sort=-nominal&page=3")}},
		{"types-none", 200, typesPage(), ui.ListView{Table: noMatch()}},
		{"type-edit", 200, under(inside("AKM", "/types/tYpE000001/edit"), "Types", "/types"), typeForm(false)},
		{"type-wrong", 200, under(inside("AKM", "/types/tYpE000001/edit"), "Types", "/types"), typeForm(true)},
		{"type-conflict", 200, under(inside("AKM", "/types/tYpE000001/edit"), "Types", "/types"), conflictForm()},
		{"type-doubts", 200, under(inside("AKM", "/types/tYpE000001/edit"), "Types", "/types"), doubtfulForm()},
		{"paste", 200, inside("Paste from a file", "/paste"), samplePaste(nil)},
		{"paste-preview", 200, inside("Paste from a file", "/paste"), samplePaste(sampleDryRun())},
		{"events", 200, inside("Events", "/events"), ui.ListView{Table: eventsTable()}},
		{"event-edit", 200, under(inside("VehicleOffroadHatchback", "/events/eVeNt00001/edit"), "Events", "/events"), eventForm()},
		{"seller-edit", 200, under(inside("Boris", "/trader-sellers/sElLeR0001/edit"), "Trader sellers", "/trader-sellers"), sellerForm()},
		{"history", 200, inside("History", "/history"), sampleHistory()},
		{"history-people", 200, under(inside("Activity by person", "/history/people"), "History", "/history"), pages.People{
			Lead: "Changes in November 2026.",
			Rows: []pages.Person{
				{Name: "Ada Quinn", URL: root + "/history?by=Ada", Revisions: 14, Records: 2310, Last: sampleTime},
				{Name: "a deleted account", Revisions: 1, Records: 1, Last: sampleTime},
			},
			Months: []ui.Link{
				{Label: "November 2026", URL: root + "/history/people?month=2026-11"},
				{Label: "October 2026", URL: root + "/history/people?month=2026-10"},
			},
		}},
		{"history-files", 200, under(inside("What did the update change?", "/history/12/files"), "History", "/history"), pages.ImportDifferences{
			Lead: "The imported files, compared with those imported before: 1 record changed in 2 files.", Records: root + "/history/12",
			Gone: []pages.GoneClass{{Name: "Mag_Gone", Uses: "1 event and 2 spawnable types"}},
			Files: []pages.FileDifferences{
				{
					Path: "mpmissions/dayzOffline.chernarusplus/db/types.xml", Counts: "1 record changed", More: 3,
					Records: pages.ByAreaOf("types.xml", []pages.Change{{
						Action: "changed", Area: "Types", Name: "AKM", Fields: []pages.FieldChange{{Label: "Nominal", Before: "10", After: "12"}},
					}}),
				},
				{Path: "profiles/Trader/TraderConfig.txt", Note: "One of the two files is not stored any more."},
			},
		}},
		{"history-compare", 200, under(inside("Compare revisions", "/history/compare"), "History", "/history"), sampleComparison()},
		{"way-back", 200, under(inside("Go back to revision 12", "/history/12/revert"), "History", "/history"), pages.WayBack{
			Lead:  "The instance goes back to how it was after “import db/types.xml”. This reverts 3 later revisions.",
			Facts: []string{"Changed back: 1 type."}, More: "And 12 more records.",
			Records: sampleComparison().Records,
			Form: ui.Form{
				ID: "revert", Action: root + "/history/12/revert", Submit: "Go back to revision 12", Cancel: root + "/history/12", Danger: true,
			},
		}},
		{
			"history-empty", 200, inside("History", "/history"),
			pages.History{Empty: ui.Empty{Title: "No changes yet", Text: "Every write to this instance will be listed here."}},
		},
		{"diff", 200, inside("Changes in types.xml", "/diff/mpmissions/dayzOffline.enoch/db/types.xml"), sampleDiff()},
		{"diff-none", 200, inside("Changes in events.xml", "/diff/mpmissions/dayzOffline.enoch/db/events.xml"), pages.Diff{
			Path: "mpmissions/dayzOffline.enoch/db/events.xml", Kind: "events",
			Lead: "The generated file is the same as the imported one, byte for byte.",
		}},
		{"error-403", 403, asUser("Forbidden", "/x"), pages.NewError(403, ui.Link{Label: "Your instances", URL: "/instances"})},
		{
			"error-403-reviewed", 403, asUser("Changes are reviewed", "/x"),
			pages.NewError(403, ui.Link{Label: "Try it in a draft", URL: root + "/drafts"}).Overriding(resendSample()),
		},
		{"error-404", 404, visitor("Not Found", "/x"), pages.NewError(404, ui.Link{Label: "Home", URL: "/"})},
		{"error-419", 419, asUser("Page Expired", "/x"), pages.NewError(419, ui.Link{Label: "Home", URL: "/"})},
		{"error-419-resend", 419, asUser("Page Expired", "/x"), pages.NewError(419, ui.Link{Label: "Home", URL: "/"}).Offering(resendSample())},
		{"error-419-visitor", 419, visitor("Page Expired", "/x"), pages.NewError(419, ui.Link{Label: "Home", URL: "/"}).Offering(resendSample())},
		{"error-429", 429, visitor("Too Many Requests", "/x"), pages.NewError(429, ui.Link{Label: "Home", URL: "/"})},
		{"error-500", 500, visitor("Server Error", "/x"), pages.NewError(500, ui.Link{Label: "Home", URL: "/"})},
	}, slices.Concat(
		accountSamples(), docsSamples(), deliverySamples(), pullSamples(), serverSamples(), bulkSamples(), marketSamples(), lintSamples(),
		loadoutSamples(), presetSamples(), settingsSamples(), gameFileSamples(), textSamples(), mapSamples(),
	)...)
}

func sampleComparison() pages.Comparison {
	return pages.Comparison{
		Path: root + "/history/compare", Lead: "2 records differ between revision 2 and revision 14.",
		Fields: []ui.Field{
			{
				Name: "from", Label: "Revision", Kind: ui.Select, Required: true,
				Options: []ui.Option{{Value: "2", Label: "2: 3 May 2026, 18:20 UTC, Ada, import db/types.xml", Selected: true}},
			},
			{
				Name: "to", Label: "With revision", Kind: ui.Select, Required: true,
				Options: []ui.Option{{Value: "14", Label: "14: 4 May 2026, 09:05 UTC, Ada, types: AKM", Selected: true}},
			},
		},
		Records: pages.ByArea([]pages.Change{
			{
				Action: "updated", Resource: "type", Area: "Types", Name: "AKM", URL: root + "/types/tYpE000001/edit",
				Fields: []pages.FieldChange{{Label: "Nominal", Before: "12", After: "6"}},
			},
			{Action: "deleted", Resource: "event", Area: "Events", Name: "StaticBoat"},
		}, 2),
	}
}

func resendSample() *pages.ResentForm {
	return &pages.ResentForm{Action: "/x", Fields: []pages.FormValue{{Name: "_method", Value: "PUT"}, {Name: "EnableLamps", Value: "1"}}}
}

func visitor(title, path string) *ui.Page {
	return &ui.Page{Title: title, Path: path, Token: "s4mpl3t0k3n"}
}

func asUser(title, path string) *ui.Page {
	page := visitor(title, path)
	page.User = &ui.User{Name: "Ada Quinn", Admin: true}
	return page
}

func withNotice(page *ui.Page) *ui.Page {
	page.Notices = []ui.Notice{
		{Tone: ui.Good, Text: "Your token was generated."},
		{Tone: ui.Warn, Text: "The previous token was revoked."},
		{Tone: ui.Bad, Text: "The plan could not be read."},
	}
	return page
}

const root = "/instances/iNsTaNcE01"

func inside(title, path string) *ui.Page {
	page := asUser(title, root+path)
	page.ClassNames = root + "/class-names"
	page.Crumbs = []ui.Link{{Label: "Instances", URL: "/instances"}, {Label: "Livonia Hardcore", URL: root}}
	page.Section = &ui.Section{
		Name: "Livonia Hardcore", URL: root, Folds: true, Unsent: ui.Link{Label: "39 unsent", URL: root + "/delivery"},
		Groups: []ui.NavGroup{
			{Icon: "home", Links: []ui.Link{{Label: "Overview", URL: root}}},
			{
				Icon: "edit", Title: "Edit", Links: []ui.Link{{Label: "Recipes", URL: root + "/recipes"}},
				Parts: []ui.NavGroup{{Title: "Loot", Links: []ui.Link{
					{Label: "Types", URL: root + "/types"}, {Label: "Events", URL: root + "/events"}, {Label: "Economy core", URL: root + "/economy-core"},
				}}},
			},
			{Icon: "check", Title: "Check", Badge: "5", Links: []ui.Link{{Label: "Problems", URL: root + "/lint"}}},
			{Icon: "send", Title: "Send", Badge: "39", Links: []ui.Link{{Label: "Changes", URL: root + "/delivery"}}},
			{Icon: "history", Links: []ui.Link{{Label: "History", URL: root + "/history"}}},
			{Icon: "settings", Links: []ui.Link{{Label: "Settings", URL: root + "/edit"}}},
		},
	}
	return page
}

func under(page *ui.Page, label, path string) *ui.Page {
	page.Crumbs = append(page.Crumbs, ui.Link{Label: label, URL: root + path})
	return page
}

func instancesPage() *ui.Page {
	page := asUser("Instances", "/instances")
	page.Actions = []ui.Link{{Label: "New instance", URL: "/instances/create"}}
	return page
}

func overviewPage() *ui.Page {
	page := inside("Livonia Hardcore", "")
	page.Crumbs = page.Crumbs[:1]
	page.Actions = []ui.Link{{Label: "Download ZIP", URL: root + "/files.zip", Download: true}, {Label: "Settings", URL: root + "/edit"}}
	return page
}

func typesPage() *ui.Page {
	page := inside("Types", "/types")
	page.Actions = []ui.Link{{Label: "New type", URL: root + "/types/create"}}
	return page
}

func query(path, raw string) ui.Query {
	values, _ := url.ParseQuery(raw)
	return ui.Query{Path: path, Values: values}
}

func single(id, action, submit string, fields ...ui.Field) ui.Form {
	return ui.Form{ID: id, Action: action, Submit: submit, Sets: []ui.Fieldset{{Fields: fields}}}
}

func registerView() ui.FormView {
	return ui.FormView{
		Narrow: true,
		Form: single("register", "/register", "Create account",
			ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true, Autocomplete: "name", Wide: true},
			ui.Field{Name: "email", Label: "Email", Kind: ui.Email, Required: true, Autocomplete: "email", Wide: true},
			ui.Field{
				Name: "password", Label: "Password", Kind: ui.Password, Required: true, Autocomplete: "new-password", Help: "At least 8 characters.",
				Wide: true,
			},
		),
		Prompts: []ui.Prompt{{Text: "Have an account already?", Link: ui.Link{Label: "Log in", URL: "/login"}}},
	}
}

func loginView() ui.FormView {
	return ui.FormView{
		Narrow: true,
		Form: single("login", "/login", "Log in",
			ui.Field{
				Name: "email", Label: "Email", Kind: ui.Email, Value: "ada@example.org", Required: true, Autocomplete: "username", Wide: true,
				Error: "These credentials do not match our records.",
			},
			ui.Field{Name: "password", Label: "Password", Kind: ui.Password, Required: true, Autocomplete: "current-password", Wide: true},
		),
		Prompts: []ui.Prompt{{Text: "No account yet?", Link: ui.Link{Label: "Create one", URL: "/register"}}},
	}
}

func sampleProfile(token pages.Token) pages.Profile {
	password := single("password", "/profile/password", "Change password",
		ui.Field{Name: "current_password", Label: "Current password", Kind: ui.Password, Required: true, Autocomplete: "current-password"},
		ui.Field{
			Name: "password", Label: "New password", Kind: ui.Password, Required: true, Autocomplete: "new-password",
			Help: "At least 8 characters.",
		})
	return pages.Profile{
		Password: &password,
		Name: single("name", "/profile", "Save", ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Value: "Ada Quinn", Required: true},
			ui.Field{Name: "email", Label: "Email", Kind: ui.Fixed, Value: "ada@example.org"}),
		Plan: pages.PlanLimits{Name: "platinum", API: true, Stored: "/stored-files", Limits: []pages.Limit{
			{Label: "Stored uploads", Text: "17 of 1,000", Used: 17, Max: 1000},
			{Label: "Stored generated files", Text: "1,000 of 1,000", Used: 1000, Max: 1000},
			{Label: "Storage", Text: "312 MB of 1 GB", Used: 312 << 20, Max: 1 << 30},
		}},
		Token: token, Factors: "/profile/factors", Sessions: sampleSessions(),
		Others: new(single("sessions", "/profile/sessions", "End all others")),
	}
}

func sampleSessions() ui.Table {
	end := ui.Choice{ID: "session-1", Action: "/profile/sessions/1", Method: http.MethodDelete, Submit: "End"}
	return ui.Table{
		Label:   "Sessions",
		Columns: []ui.Column{{Label: "Device"}, {Label: "Address"}, {Label: "Last use"}, {Label: "Since"}, {Label: "Session"}},
		Rows: []ui.Row{
			{Cells: []ui.Cell{
				{Text: "Firefox on Linux"},
				{Text: "2001:db8::7"},
				{Kind: ui.TimeCell, Time: sampleTime},
				{Kind: ui.TimeCell, Time: sampleTime},
				{Kind: ui.BadgeCell, Text: "this one", Tone: ui.Good},
			}},
			{Cells: []ui.Cell{
				{Text: "Chrome on Android"},
				{Text: "192.0.2.7"},
				{Kind: ui.TimeCell, Time: sampleTime},
				{Kind: ui.TimeCell, Time: sampleTime},
				{Choice: &end},
			}},
		},
	}
}

func auditView() ui.ListView {
	q := query("/admin/audit", "")
	return ui.ListView{Lead: "Who signed in.", Table: ui.Table{
		Label: "Audit", Hint: "Search by who did it", Query: q, Pager: ui.Pager{Query: q, Page: 1, PerPage: 50, Total: 2},
		Filters: []ui.Field{{Name: "from", Label: "From", Kind: ui.Date}},
		Columns: []ui.Column{{Label: "What"}, {Label: "About"}, {Label: "Who"}, {Label: "When"}},
		Rows: []ui.Row{
			{Cells: []ui.Cell{
				{Text: "Made a token"},
				{Text: "Discord bot", Note: "permissions: read, players"},
				{Text: "Ada Quinn", Note: "from 192.0.2.7"},
				{Kind: ui.TimeCell, Time: sampleTime},
			}},
			{Cells: []ui.Cell{
				{Text: "Failed to sign in"},
				{Text: "–"},
				{Text: "someone unknown", Note: "from 2001:db8::7"},
				{Kind: ui.TimeCell, Time: sampleTime},
			}},
		},
	}}
}

func usersView() ui.ListView {
	var rows []ui.Row
	for i, name := range []string{"Ada Quinn", "Bo Lindqvist", "Chidi Okafor"} {
		sid := "uSeR00000" + string(rune('1'+i))
		rows = append(rows, ui.Row{Cells: []ui.Cell{
			{Text: name, Note: "user" + sid[9:] + "@example.org"},
			{Kind: ui.BadgeCell, Text: map[bool]string{true: "administrator"}[i == 0], Tone: ui.Good},
			{Kind: ui.TimeCell, Time: sampleTime},
			{Choice: &ui.Choice{ID: "plan-" + sid, Action: "/admin/users/" + sid, Method: "PUT", Submit: "Save", Field: ui.Field{
				Name: "plan", Label: "Plan of " + name, Kind: ui.Select,
				Options: []ui.Option{{Value: "free", Label: "free"}, {Value: "platinum", Label: "platinum", Selected: i == 0}},
			}}},
		}})
	}
	q := query("/admin/users", "")
	return ui.ListView{Table: ui.Table{
		Label: "Users", Hint: "Search by name or email", Query: q, Pager: ui.Pager{Query: q, Page: 1, PerPage: 15, Total: 3},
		Columns: []ui.Column{
			{Key: "name", Label: "User"}, {Label: "Role"}, {Key: "created_at", Label: "Registered"}, {Key: "plan", Label: "Plan"},
		},
		Rows: rows,
	}}
}

func sampleInstances() pages.Instances {
	return pages.Instances{
		Instances: []pages.InstanceCard{
			{
				Name: "Livonia Hardcore", URL: root, Map: "Livonia", Mission: "dayzOffline.enoch", Problems: sampleTally(),
				Since: "12 changes since the last download or delivery", Days: sampleCurve(), ChangedBy: "Bo", Changed: sampleTime,
			},
			{
				Name: "Chernarus public, two hundred slots, modded", URL: "/instances/iNsTaNcE02", Map: "Chernarus",
				Mission: "dayzOffline.chernarusplus",
				Problems: pages.ProblemTally{
					URL: root + "/lint", Counts: []pages.Tally{{Tone: ui.Good, Text: "No problems"}}, Note: "before the last change",
				},
				Since: "Not downloaded yet", Days: sampleCurve(), Changed: sampleTime,
			},
			{
				Name: "Sakhal winter", URL: "/instances/iNsTaNcE03", Map: "Sakhal", Mission: "dayzOffline.sakhal",
				Problems: pages.ProblemTally{Note: "Nothing imported yet"}, Since: "Not downloaded yet",
				Days: pages.Curve{Values: make([]int64, 30), Text: "0 revisions in the last 30 days"},
			},
		},
		Pager: ui.Pager{Query: query("/instances", ""), Page: 1, PerPage: 15, Total: 3},
		Drop:  pages.Drop{Action: "/instances/drop", Limit: "32 MB"},
	}
}

func sampleTally() pages.ProblemTally {
	return pages.ProblemTally{
		URL:    root + "/lint",
		Counts: []pages.Tally{{Tone: ui.Bad, Text: "3 errors"}, {Tone: ui.Warn, Text: "41 warnings"}, {Tone: ui.Neutral, Text: "1,204 notes"}},
	}
}

func sampleCurve() pages.Curve {
	return pages.Curve{Values: []int64{0, 2, 1, 0, 0, 7, 3, 0, 1, 1, 0, 12, 4, 0, 2}, Text: "33 revisions in the last 30 days"}
}

// newUser is the home page of somebody who has no instance yet.
func newUser() pages.Instances {
	return pages.Instances{
		Pager: ui.Pager{Query: query("/instances", ""), Page: 1, PerPage: 15}, Sample: "/instances/sample",
		Drop: pages.Drop{Action: "/instances/drop", Limit: "32 MB", Error: "Choose at least one file."},
		Steps: []pages.Step{
			{Title: "Make a server", Text: "Drop its folder below, or fill in a form.", URL: "#drop", Done: true},
			{Title: "Import its files", Text: "They become records that you can search and edit.", URL: root},
			{Title: "Change something", Text: "Look at the problems, or change the nominal of a type."},
			{Title: "Download the files", Text: "What you did not change comes back as it was."},
		},
	}
}

func sampleHeld(question string) pages.Held {
	view := pages.Held{
		Question: question, Server: "Livonia Hardcore",
		Facts: []pages.Fact{
			{Label: "Map", Text: "Sakhal"},
			{Label: "Mission folder", Text: "dayzOffline.sakhal"},
			{Label: "Files", Text: "232"},
			{Label: "Expansion mod", Text: "yes"},
			{Label: "Mods", Text: "CF, Dabs Framework"},
		},
		Cancel: ui.PlainForm("cancel", "/uploads/hElDhElD01", "Cancel the import"),
		Create: ui.Form{
			ID: "instance", Action: "/uploads/hElDhElD01", Submit: "Create server and import", Sets: sampleInstanceForm().Form.Sets[:1],
		},
	}
	if question != "" {
		anyway := ui.PlainForm("anyway", "/uploads/hElDhElD01/import", "Import anyway")
		view.Import = &anyway
	}
	return view
}

func sampleUpdate(conflicts bool) pages.Update {
	view := pages.Update{
		Report: sampleDryRun(), Action: "/uploads/hElDhElD02/import", Cancel: ui.PlainForm("cancel", "/uploads/hElDhElD02", "Cancel the update"),
	}
	view.Report.Taken, view.Report.Kept = 212, 35
	if conflicts {
		view.Choices = sampleChoices("update")
	}
	return view
}

func sampleChoices(other string) pages.ConflictChoices {
	choice := func(label, key, chosen string) pages.ConflictChoice {
		return pages.ConflictChoice{Label: label, Key: key, Chosen: chosen, Other: other}
	}
	akm := pages.ConflictRecord{ConflictChoice: choice("AKM", "tYpE000001", ""), Conflicts: []pages.Conflict{
		{
			Resource: "type", Name: "AKM", Field: "Nominal", ConflictChoice: choice("", "tYpE000001.nominal", "theirs"), Base: "20", Mine: "44",
			New: "21",
		},
		{Resource: "type", Name: "AKM", Field: "Cost", ConflictChoice: choice("", "tYpE000001.cost", ""), Base: "100", Mine: "", New: "120"},
	}}
	crash := pages.ConflictRecord{ConflictChoice: choice("StaticHeliCrash", "events/StaticHeliCrash", ""), Conflicts: []pages.Conflict{
		{
			Resource: "event", Name: "StaticHeliCrash", Field: "The whole record", ConflictChoice: choice("", "events/StaticHeliCrash", ""),
			Base: "there", Mine: "deleted", New: "there",
		},
	}}
	return pages.ConflictChoices{
		Other: other, Total: 15, More: 12, Kinds: []pages.ConflictChoice{choice("types", "types", "mine"), choice("events", "events", "")},
		Files: []pages.ConflictFile{
			{
				ConflictChoice: choice("mpmissions/dayzOffline.enoch/db/types.xml", "mpmissions/dayzOffline.enoch/db/types.xml", ""),
				Records:        []pages.ConflictRecord{akm},
			},
			{
				ConflictChoice: choice("mpmissions/dayzOffline.enoch/db/events.xml", "mpmissions/dayzOffline.enoch/db/events.xml", "mine"),
				Records:        []pages.ConflictRecord{crash},
			},
		},
	}
}
