package outcome_test

import (
	"testing"

	"quartermaster/internal/outcome"
	"quartermaster/internal/say"
)

// TestWhatIsStoredIsShown: messages come back as their sentences, also several as one, and texts from before messages were stored as they
// are.
func TestWhatIsStoredIsShown(t *testing.T) {
	t.Parallel()
	for stored, want := range map[string]string{
		"":                                      "",
		"The password is wrong.":                "The password is wrong.",
		"db/types.xml":                          "db/types.xml",
		outcome.Stored(say.Message{}):           "",
		outcome.Stored(outcome.File("a.xml")):   "a.xml",
		outcome.Stored(outcome.File("")):        "",
		say.New("sent", "n", 1).Stored():        "1 file was sent.",
		say.New("sent", "n", 1200).Stored():     "1,200 files were sent.",
		outcome.Stored(outcome.Together()):      "",
		say.Plain("The host is gone.").Stored(): "The host is gone.",
		outcome.Together(say.New("new-errors", "n", 2), say.New("instance-deleted"), say.New("interrupted")).Stored(): "2 errors are new " +
			"since the last delivery. The instance was deleted. It was interrupted.",
		say.New("half-there", "why", say.New("no-answer"), "paths", []string{"a.xml", "b.xml"}).Stored(): "The server did not answer in " +
			"time. Until the server answers again, these files may be incomplete there: a.xml, b.xml.",
	} {
		if got := outcome.Shown(stored); got != want {
			t.Errorf("%s is shown as %q, not %q", stored, got, want)
		}
	}
}
