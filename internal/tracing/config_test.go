package tracing

import (
	"strings"
	"testing"
	"time"
)

// TestConfigured reads the variables of OpenTelemetry, those for traces before those for all signals.
func TestConfigured(t *testing.T) {
	tests := []struct {
		name        string
		environment map[string]string
		url, wrong  string
		timeout     time.Duration
	}{
		{"nothing", nil, "", "", 0},
		{"an endpoint", map[string]string{"ENDPOINT": "http://127.0.0.1:4318/"}, "http://127.0.0.1:4318/v1/traces", "", 10 * time.Second},
		{
			"one for traces",
			map[string]string{"ENDPOINT": "http://127.0.0.1:1", "TRACES_ENDPOINT": "http://127.0.0.1:2/spans", "TIMEOUT": "500"},
			"http://127.0.0.1:2/spans", "", 500 * time.Millisecond,
		},
		{"no address", map[string]string{"ENDPOINT": "collector"}, "", "must be an address", 0},
		{"another protocol", map[string]string{"ENDPOINT": "http://127.0.0.1:1", "PROTOCOL": "grpc"}, "", "is not spoken", 0},
		{"headers", map[string]string{"ENDPOINT": "http://127.0.0.1:1", "HEADERS": "key"}, "", "name=value", 0},
		{"a time limit", map[string]string{"ENDPOINT": "http://127.0.0.1:1", "TIMEOUT": "1s"}, "", "milliseconds", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, name := range []string{
				"ENDPOINT", "TRACES_ENDPOINT", "PROTOCOL", "TRACES_PROTOCOL", "HEADERS", "TRACES_HEADERS", "TIMEOUT", "TRACES_TIMEOUT",
			} {
				t.Setenv("OTEL_EXPORTER_OTLP_"+name, test.environment[name])
			}
			t.Setenv("OTEL_SDK_DISABLED", "")
			t.Setenv("OTEL_TRACES_EXPORTER", "")
			c, err := configured()
			if test.wrong == "" && (err != nil || c.url != test.url || c.timeout != test.timeout) {
				t.Errorf("%+v, %v", c, err)
			}
			if test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
				t.Errorf("%v, want %q", err, test.wrong)
			}
		})
	}
}

func TestHeadersAreDecoded(t *testing.T) {
	t.Parallel()
	list, err := headers("Authorization=Bearer%20abc, x-team = qm,")
	if err != nil || list.Get("Authorization") != "Bearer abc" || list.Get("X-Team") != "qm" || len(list) != 2 {
		t.Errorf("%v, %v", list, err)
	}
}
