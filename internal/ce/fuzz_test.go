package ce_test

import (
	"bytes"
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

func FuzzParseTypes(f *testing.F) {
	for _, seed := range []string{
		fullType, patchBase, "", "<type name='A'/>", "\ufeff<types>\r\n</types>", "<!DOCTYPE a [<!ENTITY b '>'>]><a/>",
		"<types><![CDATA[ ]]>&#x41;<?xml ?><type name=\"A\"><nominal>0.5</nominal></type></types>", "<a b='c' d=\"&lt;\">",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := ce.ParseTypes(data)
		if err != nil {
			return
		}
		if got := writeTypes(t, file.Skeleton, partsOf(file)); !bytes.Equal(got, data) {
			t.Errorf("%q is written as %q", data, got)
		}
		for _, added := range [][]textfile.Part[ce.Type]{nil, {{Slot: -1, Value: ce.Type{Name: "A"}}}} {
			text := writeTypes(t, file.Skeleton, added)
			if again := parseTypes(t, text); len(again.Entries) != len(added) {
				t.Errorf("%q has %d entries when written with %d", data, len(again.Entries), len(added))
			}
		}
	})
}

func FuzzParseEvents(f *testing.F) {
	for _, seed := range []string{
		oneEvent, "<event name='A'><children/></event>", "<events/>",
		`<event name="A"><children><child type="B"/></children><children><child max="1" type="C"/></children></event>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := ce.ParseEvents(data)
		if err != nil {
			return
		}
		if got := writeEvents(t, file.Skeleton, partsOf(file)); !bytes.Equal(got, data) {
			t.Errorf("%q is written as %q", data, got)
		}
		parts := partsOf(file)
		for i := range parts {
			parts[i].Value = sampleEvent()
		}
		again := parseEvents(t, writeEvents(t, file.Skeleton, parts))
		if len(again.Entries) != len(parts) {
			t.Errorf("%q has %d entries when written with %d", data, len(again.Entries), len(parts))
		}
	})
}

func FuzzParseEconomyCore(f *testing.F) {
	for _, seed := range []string{sampleCore, string(ce.NewEconomyCore()), "<ce folder='a'><file/></ce>", "<economycore/>"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, _, err := ce.ParseEconomyCore(data); err != nil {
			return
		}
		if got, err := ce.PatchEconomyCore(data, nil); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%q is written as %q, error %v", data, got, err)
		}
		if got, err := ce.MergeEconomyCore(data, data); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%q merged with itself is %q, error %v", data, got, err)
		}
		merged, err := ce.MergeEconomyCore(data, []byte(sampleCore))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := ce.ParseEconomyCore(merged); err != nil {
			t.Errorf("%q merges to %q: %v", data, merged, err)
		}
	})
}

func FuzzParseLimits(f *testing.F) {
	for _, seed := range []string{sampleLimits, sampleUserLimits, "<lists/>", "<tags><tag name='a'/></tags>"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, _, err := ce.ParseLimits(data); err != nil {
			return
		}
		for _, merge := range []func(old, new []byte) ([]byte, error){ce.MergeLimits, ce.MergeUserLimits} {
			if got, err := merge(data, data); err != nil || !bytes.Equal(got, data) {
				t.Errorf("%q merged with itself is %q, error %v", data, got, err)
			}
		}
		checkMergedLimits(t, data)
	})
}

// checkMergedLimits merges the samples into the data: the result names all that the samples name.
func checkMergedLimits(t *testing.T, data []byte) {
	merged, err := ce.MergeLimits(data, []byte(sampleLimits))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ce.MergeLimits(merged, []byte(sampleLimits)); err != nil || !bytes.Equal(again, merged) {
		t.Errorf("%q merges to %q and then to %q, error %v", data, merged, again, err)
	}
	merged, err = ce.MergeUserLimits(data, []byte(sampleUserLimits))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ce.MergeUserLimits(merged, []byte(sampleUserLimits)); err != nil || !bytes.Equal(again, merged) {
		t.Errorf("%q merges to %q and then to %q, error %v", data, merged, again, err)
	}
}
