package mission_test

import (
	"context"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// A record that a file cannot hold is left out with a warning; everything else is written.
func TestRecordsThatNoFileCanHoldAreLeftOut(t *testing.T) {
	t.Parallel()
	w := newTrader(t)
	class := record.InstanceClassnames.ID(w.create(record.InstanceClassnames, record.Values{"name": "Two words"}))
	w.create(record.TraderCurrencies, record.Values{"instance_classname_id": class, "value": int64(100)})
	w.says(traderConfig, configText)
	files, err := w.service.Generate(context.Background(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	const want = `left out: the currency "Two words" cannot be written`
	for _, f := range files {
		warned := strings.Contains(strings.Join(f.Warnings, "\n"), want)
		if warned != (f.Path == traderConfig) {
			t.Errorf("%s: warnings %q", f.Path, f.Warnings)
		}
	}
}
