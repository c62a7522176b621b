package site

import "testing"

func TestDeviceOf(t *testing.T) {
	t.Parallel()
	const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"
	const apple = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15"
	for agent, want := range map[string]string{
		"":                      "an unknown program",
		windows:                 "Chrome on Windows",
		windows + " Edg/141.0.": "Edge on Windows",
		apple:                   "Safari on macOS",
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                 "Firefox on Linux",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) CriOS/141.0 Mobile Safari/604.1": "Chrome on iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36":               "Chrome on Android",
		"curl/8.5.0":        "curl",
		"Lynx/2.9 on Linux": "an unknown browser on Linux",
	} {
		if got := deviceOf(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
