package web_test

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// accountSamples are the pages of accounts for administrators.
func accountSamples() []sample {
	disabled := sampleUser("Enable the account")
	disabled.Disabled = sampleTime
	linked := sampleUser("Disable the account")
	linked.Link = "/reset-password?code=pX2cR7vWq9pX2cR7vWq9pX2cR7vWq9pX2cR7vWq9"
	return []sample{
		{"packs", 200, asUser("Packs", "/profile/packs"), samplePacks(pages.PackUpload{})},
		{"packs-wrong", 200, asUser("Packs", "/profile/packs"), samplePacks(pages.PackUpload{
			Text:     `{"slug": "Doors"}`,
			Mistakes: []string{"slug must be of small letters and digits, with single hyphens between.", "name is missing."},
		})},
		{"packs-shown", 200, asUser("Packs", "/profile/packs"), samplePacks(pages.PackUpload{
			Text: `{"slug": "doors"}`, OnlyText: true, Shown: []string{"Doors/*.json: Word"},
			Download: []ui.Link{{Label: "Download it", URL: "/profile/packs"}},
		})},
		{"forgot", 200, visitor("Forgot your password?", "/forgot-password"), ui.FormView{
			Narrow: true, Lead: "We’ll email you a link to choose a new one. It works for an hour.",
			Form: single("forgot", "/forgot-password", "Send the link",
				ui.Field{Name: "email", Label: "Email", Kind: ui.Email, Required: true, Wide: true}),
			Prompts: []ui.Prompt{{Text: "Remembered it?", Link: ui.Link{Label: "Log in", URL: "/login"}}},
		}},
		{"forgot-without-mail", 200, visitor("Forgot your password?", "/forgot-password"), ui.FormView{
			Narrow: true, Lead: "This service sends no e-mail. Ask its administrators: they can make a link for you to choose a new password.",
			Prompts: []ui.Prompt{{Link: ui.Link{Label: "Back to the login", URL: "/login"}}},
		}},
		{"login-ways", 200, visitor("Log in", "/login"), ui.FormView{
			Narrow: true, Ways: []ui.Link{{Label: "Log in with Guild", URL: "/login/oidc"}},
			Form: single("login", "/login", "Log in",
				ui.Field{Name: "email", Label: "Email", Kind: ui.Email, Required: true, Wide: true},
				ui.Field{Name: "password", Label: "Password", Kind: ui.Password, Required: true, Wide: true}),
		}},
		{"login-way", 200, visitor("Log in", "/login"), ui.FormView{
			Narrow: true, Ways: []ui.Link{{Label: "Log in with Guild", URL: "/login/oidc"}},
		}},
		{"profile-provider", 200, asUser("Profile", "/profile"), connectedProfile()},
		{"user-link", 200, userSamplePage("Bo Lindqvist"), linked},
		{"user", 200, userSamplePage("Bo Lindqvist"), sampleUser("Disable the account")},
		{"user-disabled", 200, userSamplePage("Chidi Okafor"), disabled},
	}
}

func userSamplePage(title string) *ui.Page {
	page := asUser(title, "/admin/users/2")
	page.Crumbs = []ui.Link{{Label: "Users", URL: "/admin/users"}}
	return page
}

func sampleUser(submit string) pages.User {
	state := single("state", "/admin/users/2/disabled", submit)
	link := single("reset", "/admin/users/2/reset-link", "Make a link")
	state.Quiet, link.Quiet = true, true
	return pages.User{
		Email: "bo@example.org", Plan: "platinum", Registered: sampleTime, Instances: "3 instances", State: &state, Reset: &link,
	}
}

func connectedProfile() pages.Profile {
	leave := single("identity", "/profile/identity", "Disconnect Guild")
	leave.Method, leave.Quiet = "DELETE", true
	view := sampleProfile(pages.Token{})
	view.Provider, view.Password = &pages.ProviderLink{Name: "Guild", Leave: &leave}, nil
	return view
}

// samplePacks is the page of packs with what was sent.
func samplePacks(upload pages.PackUpload) pages.Packs {
	upload.Title, upload.Action, upload.Limit = "Upload your own pack", "/profile/packs", "256 KB"
	return pages.Packs{
		Lead: "A pack says what the files of a mod mean.", Upload: upload,
		Tables: []pages.PackTable{
			{Title: "Packs of your account", Text: "No packs yet."},
			{Title: "Packs of this service", Table: ui.Table{
				Label: "All packs of this service", Columns: []ui.Column{{Label: "Mod"}, {Label: "Slug"}, {Label: "Version"}},
				Rows: []ui.Row{{Cells: []ui.Cell{{Text: "Code Lock", URL: "/profile/packs/code-lock"}, {Text: "code-lock"}, {Text: "1.0"}}}},
			}},
		},
	}
}
