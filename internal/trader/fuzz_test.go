package trader_test

import (
	"testing"

	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

func FuzzParseConfig(f *testing.F) {
	for _, seed := range []string{sampleConfig, "", "<Trader> A\n\r\nA *,\t1, 2", "\ufeff<OpenFile>b\n<Currency> A , ,", "<>,,,\n,,,"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		config, err := trader.ParseConfig(data)
		if err != nil {
			return
		}
		if got := writeConfig(t, config.Skeleton, config.Parts()); len(data) > 0 && got != string(data) {
			t.Errorf("%q is written as %q", data, got)
		}
		item := trader.Line{Type: trader.Item, Name: "Apple", Quantity: "*", Buy: 1, Sell: -1}
		parts := append(config.Parts(), added(item))
		again := parseConfig(t, writeConfig(t, config.Skeleton, parts))
		if n := len(again.Entries); n != len(parts) || again.Entries[n-1].Value != item {
			t.Errorf("%q with one item more has %d entries", data, n)
		}
	})
}

func FuzzParseObjects(f *testing.F) {
	for _, seed := range []string{sampleObjects, "", "<Object>\n<ObjectPosition>1 2 3\r\n", "<TraderMarker>9999999999999999999\n<Object>"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := trader.ParseObjects(data)
		if err != nil {
			return
		}
		if got := writeObjects(t, file.Skeleton, file.Parts()); len(data) > 0 && got != string(data) {
			t.Errorf("%q is written as %q", data, got)
		}
		parts := file.Parts()
		for i := range parts {
			parts[i].Value.Position = &trader.Vector{1, 2, 3}
		}
		parts = append(parts, textfile.Part[trader.Place]{Slot: -1, Value: trader.Place{Class: "Box"}})
		again := parseObjects(t, writeObjects(t, file.Skeleton, parts))
		if n := len(again.Entries); n != len(parts) || again.Entries[n-1].Value.Class != "Box" {
			t.Errorf("%q with one object more has %d entries", data, n)
		}
	})
}

func FuzzDetect(f *testing.F) {
	f.Add("TraderConfig.txt", []byte(sampleConfig))
	f.Fuzz(func(_ *testing.T, name string, data []byte) { trader.Detect(name, data) })
}
