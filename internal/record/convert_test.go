package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// sampleOf draws a value of the struct with every kind of field.
func sampleOf(t *rapid.T) sample {
	ids := rapid.SliceOf(rapid.Int64Range(1, 1<<40)).Draw(t, "tags")
	s := sample{
		Name: rapid.String().Draw(t, "name"), Count: rapid.Ptr(rapid.Int64(), true).Draw(t, "count"),
		Ratio: rapid.Ptr(rapid.Float64Range(-1e6, 1e6), true).Draw(t, "ratio"), Flag: rapid.Bool().Draw(t, "flag"),
		Digit:   rapid.Ptr(rapid.Bool(), true).Draw(t, "digit"),
		Expires: rapid.Ptr(rapid.Custom(func(t *rapid.T) Moment { return Moment(rapid.Int64().Draw(t, "moment")) }), true).Draw(t, "expires"),
		Data:    JSON(rapid.SampledFrom([]string{"{}", `{"a":[1]}`}).Draw(t, "data")),
		Variant: rapid.Ptr(rapid.String(), true).Draw(t, "variant"), OwnerID: rapid.Ptr(rapid.Int64(), true).Draw(t, "owner"),
		TagIDs: ids, Parts: rapid.SliceOf(rapid.Custom(partOf)).Draw(t, "parts"),
		Password: rapid.Ptr(rapid.String(), true).Draw(t, "password"), Total: rapid.Int64().Draw(t, "total"),
	}
	s.PartsNum = int64(len(s.Parts))
	s.ID, s.SID, s.InstanceID, s.CreatedAt = rapid.Int64().Draw(t, "id"), "abc", 7, 9
	return s
}

func partOf(t *rapid.T) part {
	return part{
		Type: rapid.String().Draw(t, "type"), Min: rapid.Ptr(rapid.Int64Range(-1<<31, 1<<31-1), true).Draw(t, "min"),
		Ratio: rapid.Ptr(rapid.Float64Range(-1e6, 1e6), true).Draw(t, "ratio"), On: rapid.Bool().Draw(t, "on"),
		Note: rapid.Ptr(rapid.StringMatching(`[^\s\x{AD}]{1,9}`), true).Draw(t, "note"),
	}
}

func TestEncodeAndDecodeAreInverse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := sampleOf(t)
		row := samples.Encode(&want)
		var got sample
		samples.Decode(row, &got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("through a row: %s", diff)
		}
		if diff := cmp.Diff(row, samples.Encode(&got)); diff != "" {
			t.Fatalf("the row again: %s", diff)
		}
	})
}

// TestEncodedRowsAreAsTheDatabaseGivesThem holds the promise of DataType: what comes from a struct equals what is stored.
func TestEncodedRowsAreAsTheDatabaseGivesThem(t *testing.T) {
	t.Parallel()
	one, yes := int64(1), true
	row := samples.Encode(&sample{Name: "a", Count: &one, Flag: true, Digit: &yes, Data: "{}", TagIDs: []int64{2}, Parts: []part{{Type: "x"}}})
	for name, want := range map[string]any{
		"name":        "a",
		"count":       int64(1),
		"ratio":       nil,
		"flag":        int64(1),
		"digit":       int64(1),
		"expires_at":  nil,
		"data":        "{}",
		"tag_ids":     []int64{2},
		"parts":       `[{"type":"x","min":null,"ratio":null,"on":false,"note":null}]`,
		"parts_count": int64(1),
		"created_at":  int64(0),
	} {
		if diff := cmp.Diff(want, row[samples.Index(name)]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
