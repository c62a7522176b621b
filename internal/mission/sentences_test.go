package mission_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/effectarea"
	"quartermaster/internal/mission"
	"quartermaster/internal/playerlist"
	"quartermaster/internal/say"
	"quartermaster/internal/trader"
)

// TestARuleHasOneSentence in the tables that are looked into together.
func TestARuleHasOneSentence(t *testing.T) {
	t.Parallel()
	all := say.Table{}
	for _, table := range []say.Table{mission.OwnSentences, ce.Sentences, trader.Sentences, effectarea.Sentences, playerlist.Sentences} {
		for rule, sentence := range table {
			if known, twice := all[rule]; twice && known != sentence {
				t.Errorf("%s says both %q and %q", rule, known, sentence)
			}
			all[rule] = sentence
		}
	}
}

// TestReasonsOfStoredFiles are shown as they were before they were data, and know their lines.
func TestReasonsOfStoredFiles(t *testing.T) {
	t.Parallel()
	xml, data := "line 12: </type> expected, found </types>", "line 3, column 7: ',' or ']' where a value is expected"
	for _, test := range []struct {
		stored, want string
		line         int
	}{
		{xml, xml, 12},
		{data, data, 3},
		{"it is not kept", "it is not kept", 0},
		{say.New("line", "line", say.Line(4), "says", say.New("empty")).Stored(), "line 4: the file is empty", 4},
	} {
		m := mission.StoredReason(test.stored)
		if diff := cmp.Diff(test.want, mission.Sentence(m)); diff != "" || m.Line() != test.line {
			t.Errorf("%s: line %d, %s", test.stored, m.Line(), diff)
		}
	}
}

// TestRemarks are taken apart for lists, those among them that were stored.
func TestRemarks(t *testing.T) {
	t.Parallel()
	entry := say.New("entry", "element", "type", "name", "AKM", "says", say.New("cut", "what", "nominal", "text", "0.5", "read", int64(0)))
	for want, m := range map[mission.Remark]say.Message{
		{Line: 3, Entry: `type "AKM"`, Text: `nominal "0.5" is read as 0`}: say.New("line", "line", say.Line(3), "says", entry),
		{Text: "and 7 more", More: 7}:                                      say.New("more", "n", int64(7)),
		{Text: "line 3: as it was"}:                                        say.Plain("line 3: as it was"),
	} {
		for _, one := range []say.Message{m, say.Parse(m.Stored())} {
			if diff := cmp.Diff(want, mission.RemarkOf(one)); diff != "" {
				t.Error(diff)
			}
		}
	}
}
