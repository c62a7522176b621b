package aipreset

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

func quoted(text string) string { return string(jsontree.AppendString(nil, text)) }

func TestReadAnswer(t *testing.T) {
	t.Parallel()
	envelope := func(content string) string { return `{"choices":[{"message":{"content":` + content + `}}]}` }
	tests := map[string]struct{ body, want, problem string }{
		"good":               {envelope(`"{}"`), "{}", ""},
		"several choices":    {`{"choices":[{"message":{"content":"a"}},{"message":{"content":"b"}}]}`, "a", ""},
		"no choices":         {`{"choices":[]}`, "", "could not be read"},
		"choices of texts":   {`{"choices":["a"]}`, "", "could not be read"},
		"a message as text":  {`{"choices":[{"message":"a"}]}`, "", "could not be read"},
		"a content of parts": {envelope(`[{"type":"text","text":"a"}]`), "", "could not be read"},
		"a null":             {envelope(`null`), "", "could not be read"},
		"no object":          {`[]`, "", "could not be read"},
		"no JSON":            {`<html>`, "", "could not be read"},
		"nothing":            {``, "", "could not be read"},
		"deeply nested":      {strings.Repeat("[", maxAnswer), "", "could not be read"},
		"as long as allowed": {envelope(quoted(strings.Repeat("x", maxAnswer-100))), strings.Repeat("x", maxAnswer-100), ""},
		"too long":           {envelope(quoted(strings.Repeat("x", maxAnswer))), "", "too long"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := readAnswer(strings.NewReader(test.body))
			if got != test.want || !says(err, test.problem) {
				t.Errorf("%.100q, %v; want %.100q, %q", got, err, test.want, test.problem)
			}
		})
	}
}

// says reports whether an error is one of the provider with the text, or none where there is no text.
func says(err error, text string) bool {
	if text == "" {
		return err == nil
	}
	var told *ProviderError
	return errors.As(err, &told) && strings.Contains(told.Message, text)
}

func TestReadProposal(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ö", 5000)
	tests := map[string]struct{ content, preset, summary, reason, warnings string }{
		"whole": {
			`{"preset":{"A":1},"summary":"S","reasons":{"A":"R"},"warnings":["W","V"]}`,
			`{"A":1}`, "S", "R", "W|V",
		},
		"in a fence":              {"```json\n{\"preset\":{\"A\":1}}\n```", `{"A":1}`, "", "", ""},
		"in a fence, no language": {"```\n{\"preset\":{\"A\":1}}\n```", `{"A":1}`, "", "", ""},
		"bare fields":             {`{"A":1,"summary":"S"}`, `{"A":1}`, "S", "", ""},
		"nulls inside":            {`{"preset":{"A":null,"B":{"C":null,"D":2}}}`, `{"B":{"D":2}}`, "", "", ""},
		"a preset that is none":   {`{"preset":"A=1"}`, `{}`, "", "", ""},
		"a summary that is none":  {`{"preset":{},"summary":["S"]}`, `{}`, "", "", ""},
		"reasons that are none":   {`{"preset":{},"reasons":["A"]}`, `{}`, "", "", ""},
		"a reason that is none":   {`{"preset":{},"reasons":{"A":{"B":1}}}`, `{}`, "", "", ""},
		"warnings that are none":  {`{"preset":{},"warnings":{"A":"W"}}`, `{}`, "", "", ""},
		"odd warnings":            {`{"preset":{},"warnings":[1,null,"","W"]}`, `{}`, "", "", "W"},
		"a long reason": {
			`{"preset":{},"reasons":{"A":"` + long + `"}}`,
			`{}`, "", strings.Repeat("ö", maxReason-1) + "…", "",
		},
		"a long warning": {`{"preset":{},"warnings":["` + long + `"]}`, `{}`, "", "", strings.Repeat("ö", maxReason-1) + "…"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := readProposal(test.content)
			if err != nil {
				t.Fatal(err)
			}
			if preset := string(jsontree.AppendValue(nil, got.Preset)); preset != test.preset {
				t.Errorf("preset %s, want %s", preset, test.preset)
			}
			if got.Summary != test.summary || got.Reasons["A"] != test.reason || strings.Join(got.Warnings, "|") != test.warnings {
				t.Errorf("summary %q, reason %q, warnings %q", got.Summary, got.Reasons["A"], got.Warnings)
			}
		})
	}
}

func TestUnreadableProposals(t *testing.T) {
	t.Parallel()
	for _, content := range []string{
		"", "null", "[]", `"text"`, "Of course!", "```", "```json```", strings.Repeat(`{"A":`, 10_000),
		`{"preset":{"A":1}`, `{"preset":{"A":1}} and more`, `{"preset":{"A":NaN}}`, "{'preset':{}}",
	} {
		if _, err := readProposal(content); !says(err, "could not be read") {
			t.Errorf("%.60q: %v", content, err)
		}
	}
}

// fixed answers every request with one proposal.
type fixed struct {
	proposal Proposal
	err      error
}

func (fixed) Name() string { return "fixed" }

func (p fixed) Propose(context.Context, Request) (Proposal, error) { return p.proposal, p.err }

// What a model writes is bounded and checked: only values of the settings' own fields, of their types, come through.
func TestPreviewOfHostileProposals(t *testing.T) {
	t.Parallel()
	raid := expansion.Setting("raid")
	many := make([]string, 10*maxWarnings)
	for i := range many {
		many[i] = "W"
	}
	tests := map[string]struct{ preset, want, warns string }{
		"paths for keys":       {`{"../../etc/passwd":1,"Schedule.0.Weekday":"Friday"}`, `{}`, "no field “../../etc/passwd”"},
		"another file's key":   {`{"MaxMembersInParty":5}`, `{}`, "no field “MaxMembersInParty”"},
		"the version":          {`{"m_Version":999}`, `{}`, "m_Version field is the mod's own"},
		"letter case":          {`{"explosiontime":5}`, `{}`, "no field “explosiontime”"},
		"an overflow":          {`{"ExplosionTime":1e300}`, `{}`, "must be a number that fits into 32 bits. The value was left out."},
		"a number as text":     {`{"ExplosionTime":"60"}`, `{}`, "must be a number"},
		"a list for a number":  {`{"ExplosionTime":[60]}`, `{}`, "must be a number"},
		"an object for a list": {`{"Schedule":{"0":{}}}`, `{}`, "must be an array"},
		"a list with a hole":   {`{"LockRaidTools":["Axe",null]}`, `{"LockRaidTools":["Axe",null]}`, ""},
		"numbers among texts":  {`{"LockRaidTools":["Axe",1]}`, `{}`, "LockRaidTools.1 field must be a string"},
		"unknown keys in a list": {
			`{"Schedule":[{"Weekday":"Friday","StartHour":1,"StartMinute":0,"DurationMinutes":5,"Run":"rm -rf"}]}`,
			`{"Schedule":[{"Weekday":"Friday","StartHour":1,"StartMinute":0,"DurationMinutes":5}]}`, "no field “Schedule.0.Run”",
		},
		"a long unknown key": {`{"` + strings.Repeat("k", 5000) + `":1}`, `{}`, strings.Repeat("k", maxQuoted-1) + "…"},
		// Markup is a text like any other; pages escape it.
		"markup": {`{"LockRaidTools":["<script>alert(1)</script>"]}`, `{"LockRaidTools":["<script>alert(1)<\/script>"]}`, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proposal := Proposal{Preset: jsontree.ParseBody([]byte(test.preset))}
			got, err := New(fixed{proposal: proposal}).Preview(t.Context(), raid, raid.NewDocument(), "x")
			if err != nil {
				t.Fatal(err)
			}
			if preset := string(jsontree.AppendValue(nil, got.Preset)); preset != test.want {
				t.Errorf("preset %s, want %s", preset, test.want)
			}
			warnings := strings.Join(got.Warnings, " ")
			if !strings.Contains(warnings, test.warns) || (warnings == "") != (test.warns == "") {
				t.Errorf("warnings %q, want %q", warnings, test.warns)
			}
		})
	}
	long := Proposal{Preset: new(jsontree.Object), Summary: strings.Repeat("x", 10*maxSummary), Warnings: many}
	got, err := New(fixed{proposal: long}).Preview(t.Context(), raid, raid.NewDocument(), "x")
	if err != nil || len(got.Summary) > maxSummary+len("…") || len(got.Warnings) != maxWarnings {
		t.Errorf("a summary of %d bytes, %d warnings, %v", len(got.Summary), len(got.Warnings), err)
	}
}

func TestPreviewHidesWhyAProviderFails(t *testing.T) {
	t.Parallel()
	raid := expansion.Setting("raid")
	_, err := New(fixed{err: errors.New("dial tcp 10.0.0.7:11434: sk-secret")}).Preview(t.Context(), raid, raid.NewDocument(), "x")
	var told *ProviderError
	if !errors.As(err, &told) || told.Message != "The provider of presets failed." || told.Cause == nil {
		t.Errorf("%v", err)
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	tests := map[string]time.Duration{
		"":                              0,
		"2":                             2 * time.Second,
		"-1":                            0,
		"1e9":                           0,
		"99999999999":                   0,
		"soon":                          0,
		"Mon, 02 Jan 2006 15:04:05 GMT": 0,
	}
	for text, want := range tests {
		if got := retryAfter(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := retryAfter(time.Now().Add(time.Hour).UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT")); got < 59*time.Minute || got > time.Hour {
		t.Errorf("in an hour: %s", got)
	}
}
