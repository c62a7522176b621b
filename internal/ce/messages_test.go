package ce_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

const sampleMessages = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<messages>
    <!-- <message><text>only an example</text></message> -->
    <message>
        <deadline>0180</deadline>
        <shutdown>1</shutdown>
        <onConnect>1</onConnect>
        <countdown>0</countdown>
        <text>#name restarts in #tmin minutes &amp; more</text> <!-- every 3 hours -->
        <colour>red</colour>
    </message>
    <message>
        <repeat>15</repeat>
    </message>
    <message>
        <TEXT>Welcome</TEXT>
        <delay>2.5</delay>
    </message>
</messages>
`

func TestParseMessagesReadsEveryField(t *testing.T) {
	t.Parallel()
	want := []ce.Message{
		{
			Text: "#name restarts in #tmin minutes & more", Deadline: ptr(int64(180)),
			OnConnect: true, Shutdown: true,
		},
		{Text: "Welcome", Delay: ptr(int64(2))},
	}
	if diff := cmp.Diff(want, messages().values(t, sampleMessages)); diff != "" {
		t.Error(diff)
	}
	warnings := []textfile.Warning{
		{Line: 12, Says: say.Plain("<message> without text is not read")},
		{Line: 17, Says: say.Plain(`delay "2.5" is read as 2`)},
	}
	if diff := cmp.Diff(warnings, messages().parse(t, sampleMessages).Warnings, inWords); diff != "" {
		t.Error(diff)
	}
}

func TestPatchChangesOnlyWhatDiffersInMessages(t *testing.T) {
	t.Parallel()
	const indent = "\n        "
	tests := map[string]struct {
		entry    int
		change   func(*ce.Message)
		old, new string // what is replaced in sampleMessages
	}{
		"nothing":    {0, func(*ce.Message) {}, "", ""},
		"text":       {0, func(v *ce.Message) { v.Text = "a < b" }, "#name restarts in #tmin minutes &amp; more", "a &lt; b"},
		"upper case": {1, func(v *ce.Message) { v.Text = "Hello" }, "<TEXT>Welcome</TEXT>", "<TEXT>Hello</TEXT>"},
		"mixed case": {0, func(v *ce.Message) { v.OnConnect = false }, "<onConnect>1<", "<onConnect>0<"},
		"number":     {0, func(v *ce.Message) { v.Deadline = ptr(int64(90)) }, "0180", "90"},
		"new number": {
			0, func(v *ce.Message) { v.Repeat = ptr(int64(5)) }, "<message>" + indent + "<deadline>",
			"<message>" + indent + "<repeat>5</repeat>" + indent + "<deadline>",
		},
		"new flag": {
			1, func(v *ce.Message) { v.Countdown = true }, "<delay>2.5</delay>", "<delay>2.5</delay>" + indent + "<countdown>1</countdown>",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(sampleMessages, test.old) {
				t.Fatal("the test replaces what is not there")
			}
			want := strings.Replace(sampleMessages, test.old, test.new, 1)
			if diff := cmp.Diff(want, messages().changed(t, sampleMessages, test.entry, test.change)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFreshMessagesAreCanonical(t *testing.T) {
	t.Parallel()
	want := `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<messages>
    <message>
        <deadline>180</deadline>
        <onconnect>1</onconnect>
        <shutdown>1</shutdown>
        <text>#name restarts in #tmin minutes &amp; more</text>
    </message>
    <message>
        <delay>2</delay>
        <text>Welcome</text>
    </message>
</messages>
`
	if diff := cmp.Diff(want, messages().fresh(t, messages().values(t, sampleMessages)...)); diff != "" {
		t.Error(diff)
	}
	if got, want := messages().refusal(t, ce.Message{Text: " "}), "a <message> cannot be written: it has no text"; got != want {
		t.Errorf("got %s", got)
	}
}
