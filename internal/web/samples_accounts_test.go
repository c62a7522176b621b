package web_test

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// accountSamples are the pages of accounts for administrators.
func accountSamples() []sample {
	disabled := sampleUser("Enable the account")
	disabled.Disabled = sampleTime
	return []sample{
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
	state.Quiet = true
	return pages.User{Email: "bo@example.org", Plan: "platinum", Registered: sampleTime, Instances: "3 instances", State: &state}
}
