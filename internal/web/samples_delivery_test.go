package web

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// deliverySamples are the pages about the server of an instance.
func deliverySamples() []sample {
	return []sample{
		{"target", 200, inside("Target", "/target"), sampleTarget(&pages.TargetTest{OK: true, At: sampleTime, Facts: sampleFacts(), Notes: []string{"The folder of BattlEye was not found. It is made when a file for it is sent, or name another one."}})},
		{"target-problems", 200, inside("Target", "/target"), sampleTarget(&pages.TargetTest{At: sampleTime, Facts: sampleFacts()[:1], Problems: []string{"The server did not answer in time."}})},
		{"target-changed", 200, inside("Target", "/target"), sampleTarget(&pages.TargetTest{At: sampleTime, Facts: sampleFacts()[:2], Changed: &pages.ChangedPin{
			Action: root + "/target/pin", Pinned: "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", Shown: "SHA256:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg",
		}})},
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
			{Name: "protocol", Label: "Protocol", Kind: ui.Select, Required: true, Options: []ui.Option{{Value: "sftp", Label: "SFTP", Selected: true}, {Value: "ftps", Label: "FTPS (FTP with TLS)"}}},
			{Name: "host", Label: "Host", Kind: ui.Text, Code: true, Value: "files.example.org", Error: "The host field format is invalid."},
		}},
		{Title: "SSH key", Help: "For SFTP: signs in instead of the password.", Fields: []ui.Field{
			{Name: "key", Label: "SSH key", Kind: ui.Radios, Options: []ui.Option{{Value: "none", Label: "None: sign in with the password"}, {Value: "make", Label: "Make a new key", Help: "This page then shows its public half.", Selected: true}}},
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
