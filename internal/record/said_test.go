package record_test

import (
	"strings"
	"testing"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// TestSaidIsFilteredByPresenceAlone: no filter looks into what is stored in place of a sentence.
func TestSaidIsFilteredByPresenceAlone(t *testing.T) {
	t.Parallel()
	for term, want := range map[string]string{
		"error:any": "", "-error:none": "", "error:*refused*": "any or none",
		"what:db/types.xml": "any or none",
	} {
		_, err := record.Jobs.Where(t.Context(), term, time.Now(), nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", term, err)
		}
	}
}

// TestSaidIsShownAsASentence in JSON, in CSV and by the struct, whether a message is stored or a text from before.
func TestSaidIsShownAsASentence(t *testing.T) {
	t.Parallel()
	for stored, want := range map[string]string{
		say.New("sent", "n", 2).Stored(): "2 files were sent.",
		"The password is wrong.":         "The password is wrong.",
	} {
		row := record.Schedules.EmptyRow()
		row[record.Schedules.Index("last_result")] = stored
		if got := string(record.Schedules.AppendJSON(nil, row)); !strings.Contains(got, `"last_result":"`+want+`"`) {
			t.Errorf("as JSON %s", got)
		}
		columns := []*record.Field{record.Schedules.Field("last_result")}
		if got := record.Schedules.Cells(columns, row); got[0] != want {
			t.Errorf("as CSV %q", got)
		}
		var s record.Schedule
		if record.Schedules.Decode(row, &s); s.LastResult.Sentence() != want {
			t.Errorf("as a struct %q", s.LastResult.Sentence())
		}
	}
	if got := (*record.Said)(nil).Sentence(); got != "" {
		t.Errorf("nothing says %q", got)
	}
}
