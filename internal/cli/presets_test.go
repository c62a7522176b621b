package cli

import (
	"strings"
	"testing"
	"time"
)

func TestPresetFlags(t *testing.T) {
	t.Parallel()
	const limit = 20 * time.Second
	for _, flags := range []presetFlags{
		{AITimeout: limit},
		{AIURL: "http://127.0.0.1:11434/v1", AITimeout: limit},
		{AIURL: "https://api.example.org/v1/", AIModel: "small", AIKey: "k", AITimeout: limit},
	} {
		if service, err := flags.presets(); err != nil || service == nil {
			t.Errorf("%+v: %v", flags, err)
		}
	}
	for want, flags := range map[string]presetFlags{
		"--ai-timeout must be":          {},
		"--ai-url: the address must be": {AIURL: "localhost:11434", AITimeout: limit},
		"without a password in it":      {AIURL: "https://a:b@example.org", AITimeout: limit},
	} {
		if _, err := flags.presets(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", flags, err, want)
		}
	}
}
