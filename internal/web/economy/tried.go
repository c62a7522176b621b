package economy

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"quartermaster/internal/economy"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// The most changes that an answer while typing looks at, and speaks of.
const (
	mostTried = 2000
	mostTold  = 3
)

// AddTried adds what scripts ask while somebody types: what changes of types would do.
func AddTried(on site.Routes) {
	on = on.ForPrograms().Below("/economy")
	on.Post("/tried", showTried)
	on.Post("/effect", showEffect)
	on.Post("/wish", showWish)
}

// showTried answers with a sentence about what changes of types would do, one for each that changes whether or how often it spawns, and the
// problems that they would add or take away.
func showTried(ctx context.Context, r *site.Request) (site.Response, error) {
	figures, _, err := r.Site.Economy.Figures(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	answer, err := triesOf(r.Input).answer(ctx, r, figures)
	if err != nil {
		return site.Response{}, err
	}
	text, err := json.Marshal(answer)
	return site.Response{JSON: text}, err
}

// tries are changes of types that are not stored, as the economy and the lint take them.
type tries struct {
	changes  []economy.Try
	attempts []lint.Attempt
}

// triesOf reads the changes of a request.
func triesOf(in *jsontree.Object) (t tries) {
	for _, row := range first(in.Objects("changed"), mostTried) {
		t.changes = append(t.changes, tryOf(row.Text("row"), row.Object("now")))
		t.attempts = append(t.attempts, lint.Attempt{SID: row.Text("row"), Values: valuesIn(row.Object("now"))})
	}
	for _, row := range first(in.Objects("removed"), mostTried) {
		t.changes = append(t.changes, economy.Try{SID: row.Text("row"), Removed: true})
		t.attempts = append(t.attempts, lint.Attempt{SID: row.Text("row"), Removed: true})
	}
	return t
}

// answer says what the changes would do to the economy, and which problems they would add or take away.
func (t tries) answer(ctx context.Context, r *site.Request, f *economy.Figures) (triedAnswer, error) {
	if len(t.attempts) == 0 {
		return answerTo("", lint.Tried{}), nil
	}
	problems, err := r.Site.Lint.Try(ctx, r.Scope(), t.attempts)
	return answerTo(told(f.Ground.Known, f.Try(t.changes)), problems), err
}

// tryOf reads the values that a row is to have, as the grid or a form sends them.
func tryOf(sid string, now *jsontree.Object) economy.Try {
	t := economy.Try{
		SID: sid, Nominal: numberIn(now, "nominal"), Min: numberIn(now, "min"), CategoryID: numberIn(now, "category_id"),
		UsageIDs: idsIn(now, "usage_ids"), ValueIDs: idsIn(now, "value_ids"), TagIDs: idsIn(now, "tag_ids"),
		Deloot: flagIn(now, "deloot"), Crafted: flagIn(now, "crafted"),
	}
	if enabled := flagIn(now, "enabled"); enabled != nil {
		t.Removed = !*enabled
	}
	return t
}

// numberIn returns a number that is sent, 0 for an emptied one; nil for what is not sent, and for what is no whole number yet.
func numberIn(now *jsontree.Object, name string) *int64 {
	value, sent := now.Get(name)
	if !sent {
		return nil
	}
	text := ui.TextOf(value)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && text != "" {
		return nil
	}
	return &n
}

func idsIn(now *jsontree.Object, name string) *[]int64 {
	value, sent := now.Get(name)
	if !sent {
		return nil
	}
	ids := []int64{}
	for _, text := range ui.MemberTexts(value) {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return &ids
}

func flagIn(now *jsontree.Object, name string) *bool {
	value, sent := now.Get(name)
	if !sent {
		return nil
	}
	is := ui.TextOf(value) == "1"
	return &is
}

// told says what changes would do; nothing where they do nothing.
func told(known bool, t economy.Tried) string {
	var parts []string
	if t.Wanted != t.Before {
		parts = append(parts, fmt.Sprintf("Target: %s → %s items.", ui.HumanCount(t.Before), ui.HumanCount(t.Wanted)))
	}
	more := 0
	for i, d := range t.Types {
		switch text := toldOf(d, t.Each[i], len(t.Types) == 1); {
		case text == "" || !known:
		case len(parts) > mostTold:
			more++
		default:
			parts = append(parts, text)
		}
	}
	if more > 0 {
		parts = append(parts, fmt.Sprintf("And %d more.", more))
	}
	return strings.Join(parts, " ")
}

// toldOf says what becomes of one type: that it stops or begins to spawn, that more is wanted than there is room for, or of a single one
// how rare it is.
func toldOf(d economy.Difference, each int, alone bool) string {
	switch {
	case d.Reason != d.ReasonBefore && d.Reason != economy.ReasonNone:
		return d.Name + " stops spawning: " + reasons[d.Reason]
	case d.Reason != d.ReasonBefore && d.Wanted > 0:
		return d.Name + " starts to spawn: " + ui.HumanCount(int64(d.Possible)) + " have room."
	case d.Wanted <= 0 && d.WantedBefore > 0:
		return d.Name + " stops spawning."
	case d.BecomesScarce():
		return fmt.Sprintf("%s: %s wanted, room for %s.", d.Name, ui.HumanCount(d.Wanted), ui.HumanCount(int64(d.Possible)))
	case d.Possible != d.PossibleBefore:
		return fmt.Sprintf("%s: room for %s, before %s.", d.Name, ui.HumanCount(int64(d.Possible)), ui.HumanCount(int64(d.PossibleBefore)))
	case alone && each > 1 && d.Wanted != d.WantedBefore:
		return fmt.Sprintf("%s: about one building in %s has one.", d.Name, ui.HumanCount(int64(each)))
	}
	return ""
}
