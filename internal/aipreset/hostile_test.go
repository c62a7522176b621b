package aipreset_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"quartermaster/internal/aipreset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/hostiletest"
)

// TestEndpointsThatNeverStop: whatever comes from an endpoint, a preview ends with a reason, within its time, and takes little memory.
func TestEndpointsThatNeverStop(t *testing.T) {
	const patience, attempts = 500 * time.Millisecond, 3
	party := expansion.Setting("party")
	for how, answer := range hostiletest.Answers() {
		t.Run(how, func(t *testing.T) {
			m := hostiletest.NewMeter()
			web := hostiletest.StartWeb(t, m, answer)
			endpoint, err := aipreset.NewEndpoint(aipreset.EndpointConfig{URL: web.URL, Timeout: patience})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), hostiletest.Longest)
			defer cancel()
			_, err = aipreset.New(endpoint.Hurry()).Preview(ctx, party, party.NewDocument(), "small parties")
			var told *aipreset.ProviderError
			if !errors.As(err, &told) || ctx.Err() != nil {
				t.Errorf("%v, want what the provider does", err)
			}
			if n := web.Asked.Load(); n > attempts {
				t.Errorf("asked %d times", n)
			}
			m.Check(t, how)
		})
	}
}
