package servercfg_test

import (
	"testing"

	"quartermaster/internal/servercfg"
)

// A file may hold a secret by the words that stand beside passwords, in any letters and encoding.
func TestWordsOfSecretsAreRecognized(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`passwordAdmin = "";`: true, "RConPASSWORD x": true, `"WebHookURL": ""`: true, `"Api_Key": 1`: true, "apikey=1": true,
		"p\x00a\x00s\x00s\x00W\x00o\x00r\x00d\x00": true, "Secrets": true, "hostname = \"pass word\"": false, "": false,
	} {
		if got := servercfg.MayHoldSecret([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// A text holds a secret where something is set, by whatever name it has.
func TestSecretsAreRecognized(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"Password": "x"}`: true, `{"Password": ""}`: false, `<bot token="x"/>`: true, `<type name="Token_Gold">`: false,
		"WebhookURL = 'x'": true, `"url": "https://discord.com/api/webhooks/1/x"`: true,
		`"url": "https:\/\/discord.com\/api\/webhooks\/1"`: true, `"Tokens": 5`: false, "": false,
	} {
		if got := servercfg.HoldsSecret(text); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
