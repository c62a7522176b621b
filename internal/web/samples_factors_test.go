package web_test

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

func secondStepView() ui.FormView {
	return ui.FormView{
		Passkey: &ui.Passkey{Action: "/login/second/passkey", Challenge: "/login/second/passkey/challenge", Submit: "Use a passkey"},
		Narrow:  true, Lead: "Your password is right. This account also asks for a second factor.",
		Form: single("second", "/login/second", "Log in", ui.Field{
			Name: "one_time_code", Label: "Code", Kind: ui.Text, Required: true, Wide: true, Code: true, Autocomplete: "one-time-code",
			Error: "This code is wrong or already used.",
		}),
		Prompts: []ui.Prompt{{Text: "Not you?", Link: ui.Link{Label: "Log in as someone else", URL: "/login"}}},
	}
}

func currentPassword() ui.Field {
	return ui.Field{
		Name: "current_password", Label: "Current password", Kind: ui.Password, Required: true, Autocomplete: "current-password",
	}
}

func sampleFactors() pages.Factors {
	remove, renew := single("app", "/profile/factors/app", "Remove the app", currentPassword()),
		single("codes", "/profile/factors/codes", "Make new recovery codes", currentPassword())
	remove.Danger, renew.Quiet = true, true
	return pages.Factors{
		Continue: true, App: true, AppMadeAt: sampleTime, AppForm: remove, Codes: 10, CodesForm: &renew,
		PasskeyForm: new(single("passkey", "/profile/factors/passkeys", "Add a passkey",
			ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true}, currentPassword())),
		Passkeys: ui.Table{
			Label: "Your passkeys", Columns: []ui.Column{{Label: "Name"}, {Label: "Added"}, {Label: "Last use"}, {Label: "Passkey"}},
			Rows: []ui.Row{{Cells: []ui.Cell{
				{Text: "laptop", Note: "may have been copied: its counter went down"},
				{Kind: ui.TimeCell, Time: sampleTime},
				{Text: "never"},
				{Text: "Remove", URL: "/profile/factors/passkeys/p"},
			}}},
		},
		NewCodes: []string{"7K2M-9QXA-0TBC-4WZE", "H5NP-2RSD-8VYG-1JFK", "3C6B-XM4T-QA9E-7ZWP"},
	}
}

func sampleNewApp() pages.NewApp {
	return pages.NewApp{
		QR: pages.QR{Size: 29, Path: "M4 4h7v1h-7zM13 4h2v1h-2zM18 4h7v1h-7z"}, Key: "JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP",
		Form: single("code", "/profile/factors/app", "Add the app", ui.Field{
			Name: "one_time_code", Label: "Code", Kind: ui.Text, Required: true,
		}),
	}
}

func sampleNewPasskey() pages.NewPasskey {
	return pages.NewPasskey{Name: "laptop", Cancel: "/profile/factors", Button: ui.Passkey{
		Action: "/profile/factors/passkeys/new", Challenge: "/profile/factors/passkeys/new/challenge", Submit: "Make the passkey", New: true,
	}}
}
