package economy

import (
	"fmt"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// triedAnswer is what changes would do: a text for people, and the problems that they would add or take away.
type triedAnswer struct {
	Text  string         `json:"text"`
	Added []triedProblem `json:"added"`
	Gone  []triedProblem `json:"gone"`
}

type triedProblem struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Row      string `json:"row"`
	Name     string `json:"name"`
	Text     string `json:"text"`
}

// answerTo adds the problems to what is said of the economy, without those that the game's own files also have.
func answerTo(text string, t lint.Tried) triedAnswer {
	a := triedAnswer{Added: problemsOf(t.Added), Gone: problemsOf(t.Gone)}
	parts := append([]string{text}, toldProblems("New problem", a.Added)...)
	a.Text = strings.TrimSpace(strings.Join(append(parts, toldProblems("Solved", a.Gone)...), " "))
	return a
}

func problemsOf(found []lint.Finding) []triedProblem {
	list := []triedProblem{}
	for _, f := range found {
		if !f.Vanilla && len(list) < mostTried {
			list = append(list, triedProblem{f.Rule.ID, string(f.Severity), f.SID, f.Label(), f.Message()})
		}
	}
	return list
}

func toldProblems(what string, list []triedProblem) (parts []string) {
	for _, p := range first(list, mostTold) {
		parts = append(parts, fmt.Sprintf("%s: %s: %s", what, p.Name, p.Text))
	}
	if more := len(list) - mostTold; more > 0 {
		parts = append(parts, fmt.Sprintf("And %d more.", more))
	}
	return parts
}

// valuesIn reads the values that a row is to have, as the grid or a form sends them. What is none yet, and what is no number, flag or
// list of names, is left out.
func valuesIn(now *jsontree.Object) record.Values {
	values := record.Values{}
	for _, name := range now.Keys() {
		if !record.Types.Has(name) || record.Types.Field(name).ReadOnly || name == record.Types.Key[0].Name {
			continue
		}
		sent, _ := now.Get(name)
		if value, is := valueIn(record.Types.Field(name), sent); is {
			values[name] = value
		}
	}
	return values
}

func valueIn(f *record.Field, sent any) (value any, is bool) {
	text := ui.TextOf(sent)
	switch f.Type {
	case record.Links:
		ids := []int64{}
		for _, text := range ui.MemberTexts(sent) {
			if id, err := strconv.ParseInt(text, 10, 64); err == nil {
				ids = append(ids, id)
			}
		}
		return ids, true
	case record.Int, record.Flag:
		if text == "" {
			return nil, f.Nullable
		}
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	}
	return nil, false
}
