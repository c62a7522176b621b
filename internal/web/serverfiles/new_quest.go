package serverfiles

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"quartermaster/internal/docset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/quest"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const newQuestPath = "/quests/new"

func newQuestURL(r *site.Request) string { return r.Instance.URL + newQuestPath }

// showNewQuest asks what a new quest is to be and, once that is answered, shows what would be made.
func showNewQuest(ctx context.Context, r *site.Request) (site.Response, error) {
	view, _, err := newQuest(ctx, r)
	return site.Response{Page: r.Inside("New quest", ui.Link{Label: "Quests", URL: questsURL(r)}), View: view}, err
}

// makeQuest makes the quest that was shown.
func makeQuest(ctx context.Context, r *site.Request) (site.Response, error) {
	view, wish, err := newQuest(ctx, r)
	if err != nil || view.Plan == nil {
		return site.Response{Page: r.Inside("New quest", ui.Link{Label: "Quests", URL: questsURL(r)}), View: view}, err
	}
	path, err := documentsOf(r).MakeQuest(ctx, r.Scope(), wish)
	if errors.Is(err, docset.ErrThere) {
		return r.Tell(newQuestURL(r)+"?"+r.URL.RawQuery, ui.Notice{
			Tone: ui.Bad, Text: "Someone else just made a quest. Check the preview, and create yours again.",
		}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Tell(listURL(r)+"/"+quest.QuestSlug+"?file="+url.QueryEscape(path), ui.Notice{
		Tone: ui.Good, Text: "Quest created. You can add to it here.",
	}), nil
}

// newQuest reads the answers. The view has a plan if all are there.
func newQuest(ctx context.Context, r *site.Request) (view pages.NewQuest, wish quest.Wish, err error) {
	references, err := questReferences(ctx, r)
	if err != nil {
		return view, wish, err
	}
	form := questions(references)
	view = pages.NewQuest{
		Lead: "Answer a few questions to make a quest with one objective. You see the result before anything is stored.", Form: form,
		Action: newQuestURL(r), Create: newQuestURL(r) + "?" + r.URL.RawQuery,
	}
	if !r.Input.Has("title") {
		return view, wish, nil
	}
	wish, problems := wishOf(r)
	form.Fill(r.Input, problems...)
	if len(problems) > 0 {
		return view, wish, nil
	}
	plan, err := documentsOf(r).PlanQuest(ctx, r.Scope(), wish)
	var rejected docset.Rejection
	if errors.As(err, &rejected) {
		view.Refused = rejected.Error()
		return view, wish, nil
	}
	view.Plan = planOf(plan)
	return view, wish, err
}

func planOf(plan docset.QuestPlan) *pages.QuestPlan {
	shown := &pages.QuestPlan{Summary: plan.Summary}
	for _, f := range plan.Files {
		shown.Files = append(shown.Files, pages.QuestPlanFile{Path: f.Path, Text: string(f.Data)})
	}
	return shown
}

// newCharacter is the answer that somebody new offers the quest.
const newCharacter = "0"

// questions returns the form of a wish.
func questions(known map[expansion.Format][]ui.Option) ui.Form {
	kinds := ui.Field{Name: "kind", Label: "What is the task?", Kind: ui.Radios}
	for i, sort := range quest.Sorts() {
		kinds.Options = append(kinds.Options, ui.Option{Value: sort.Slug, Label: sort.Word, Help: sort.Help, Selected: i == 0})
	}
	givers := append([]ui.Option{{Value: newCharacter, Label: "Someone new"}}, known[expansion.QuestNPCFormat]...)
	before := append([]ui.Option{{Value: "0", Label: "None"}}, known[expansion.QuestFormat]...)
	position := func(name, label, help string) ui.Field {
		return ui.Field{
			Name: name, Label: label, Help: help, Unit: "m", Kind: ui.Triple, Position: ui.PositionXYZ,
			Parts: []ui.Part{{Label: "x"}, {Label: "y"}, {Label: "z"}},
		}
	}
	class := func(name, label, help string) ui.Field {
		return ui.Field{Name: name, Label: label, Help: help, Kind: ui.Text, Code: true, MaxLength: 255, List: ui.ClassNamesList}
	}
	return ui.Form{ID: "new-quest", Sets: []ui.Fieldset{
		{Title: "The quest", Fields: []ui.Field{
			{Name: "title", Label: "What is it called?", Kind: ui.Text, Required: true, MaxLength: 200},
			{Name: "offer", Label: "What does the quest giver say?", Kind: ui.TextArea, Wide: true, MaxLength: 2000},
			kinds,
		}},
		{Title: "Quest giver", Fields: []ui.Field{
			{Name: "giver", Label: "Character", Kind: ui.Select, Options: givers},
			{Name: "npc_name", Label: "Name of the new character", Kind: ui.Text, MaxLength: 200},
			class("npc_class", "Class of the new character", "Such as ExpansionQuestNPCDenis."),
			position("npc_position", "Where the new character stands", ""),
		}},
		{Title: "What is wanted?", Fields: []ui.Field{
			class("class", "Class", "What to kill, bring or craft; leave it empty to kill anything. Not for a journey."),
			{Name: "amount", Label: "How many?", Kind: ui.Number, Value: "1", Min: "1", Max: "100000"},
			position("place", "Where to?", "Only for a journey."),
			{Name: "radius", Label: "How near?", Help: "Only for a journey.", Unit: "m", Kind: ui.Number, Value: "10", Min: "1", Step: "any"},
		}},
		{Title: "Rewards and requirements", Fields: []ui.Field{
			class("reward", "Reward", "A class; empty for none."),
			{Name: "reward_amount", Label: "How many?", Kind: ui.Number, Value: "1", Min: "1", Max: "100000"},
			{Name: "before", Label: "Required quest", Kind: ui.Select, Options: before},
		}},
	}}
}

// wishOf reads the answers, and says what is missing in them.
func wishOf(r *site.Request) (quest.Wish, validate.Errors) {
	a := answers{Request: r}
	w := quest.Wish{
		Title: a.text("title"), Offer: a.text("offer"), Class: a.text("class"), Amount: a.count("amount"), Reward: a.text("reward"),
		RewardSize: a.count("reward_amount"),
		Character:  quest.Character{Name: a.text("npc_name"), Class: a.text("npc_class")},
	}
	w.Giver, _ = strconv.ParseInt(a.text("giver"), 10, 64)
	w.Before, _ = strconv.ParseInt(a.text("before"), 10, 64)
	w.Radius, _ = strconv.ParseFloat(a.text("radius"), 64)
	for _, sort := range quest.Sorts() {
		if sort.Slug == a.text("kind") {
			w.Sort = sort
		}
	}
	a.require(w.Sort.Slug != "", "kind", "Choose a task.")
	a.require(w.Title != "", "title", "The quest needs a name.")
	a.place(&w)
	a.require(w.Class != "" || !w.Sort.NeedsClass(), "class", "Enter the class of the item.")
	return w, a.problems
}

// answers are what was entered, and what is wrong with it.
type answers struct {
	*site.Request
	problems validate.Errors
}

func (a *answers) text(name string) string { return strings.TrimSpace(a.Text(name)) }

func (a *answers) count(name string) int64 {
	n, err := strconv.ParseInt(a.text(name), 10, 32)
	a.require(err == nil && n > 0, name, "Enter a whole number of at least 1.")
	return n
}

// require notes a sentence where an answer is not there.
func (a *answers) require(there bool, name, sentence string) {
	if !there {
		a.problems.AddSentence(name, sentence)
	}
}

// place reads where somebody new stands, and where a journey leads.
func (a *answers) place(w *quest.Wish) {
	if w.Giver < 1 {
		w.Giver, w.Character.Position = 0, positionIn(a.Request, "npc_position")
		a.require(w.Character.Name != "", "npc_name", "Someone new needs a name.")
		a.require(w.Character.Class != "", "npc_class", "Someone new needs a class, such as ExpansionQuestNPCDenis.")
		a.require(w.Character.Position != nil, "npc_position", "Enter where the new character stands.")
	}
	if w.Sort.Travels() {
		w.Position = positionIn(a.Request, "place")
		a.require(w.Position != nil, "place", "Enter where the journey goes.")
		a.require(w.Radius > 0, "radius", "Enter a distance above 0.")
	}
}

// positionIn returns the three numbers of an answer; nil if one is missing or none differs from 0.
func positionIn(r *site.Request, name string) (position []float64) {
	sent, _ := r.Input.Get(name)
	somewhere := false
	for _, member := range jsontree.Members(sent) {
		n, err := strconv.ParseFloat(strings.TrimSpace(ui.TextOf(member)), 32)
		if err != nil {
			return nil
		}
		somewhere = somewhere || n != 0
		position = append(position, n)
	}
	if len(position) != 3 || !somewhere {
		return nil
	}
	return position
}
