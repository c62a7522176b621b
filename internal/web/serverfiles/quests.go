package serverfiles

import (
	"context"
	"strings"

	"quartermaster/internal/docset"
	"quartermaster/internal/quest"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func questsURL(r *site.Request) string { return r.Instance.URL + "/quests" }

// showQuests shows what the quests of the mod say, and what must be done before what.
func showQuests(ctx context.Context, r *site.Request) (site.Response, error) {
	files, err := documentsOf(r).Quests(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	byPath := map[string]*docset.File{}
	for _, f := range files {
		byPath[f.Path] = f
	}
	b := quest.Read(docset.QuestFiles(files))
	view := pages.Quests{Lead: "The quests of the Expansion mod: who gives them, their tasks, and their order."}
	for _, q := range b.Quests {
		view.Quests = append(view.Quests, pages.Quest{
			ID: q.ID, Name: q.Name(), URL: urlOf(r, byPath[q.Path]), Said: strings.Join(b.Summary(q), " "), Off: !q.Active,
			Stuck: q.Active && q.IsStuck(),
		})
	}
	if len(view.Quests) == 0 {
		view.Empty = &ui.Empty{
			Title: "No quests yet",
			Text:  "Import the folder ExpansionMod/Quests of the server’s profiles, or make your first quest here.",
		}
	}
	for _, f := range files {
		if f.Slug != quest.QuestSlug {
			view.Others = append(view.Others, pages.QuestFile{Title: f.Title, Name: titleOf(f), URL: urlOf(r, f)})
		}
	}
	view.Chart = chartOf(b.Chart())
	page := r.Inside("Quests")
	page.Actions = []ui.Link{{Label: "New quest", URL: newQuestURL(r)}}
	return site.Response{Page: page, View: view}, nil
}

// titleOf returns what tells a character or objective from others.
func titleOf(f *docset.File) string {
	for _, key := range []string{"NPCName", "ObjectiveText"} {
		if text := strings.TrimSpace(f.Tree.Text(key)); text != "" {
			return text
		}
	}
	return f.Name[strings.LastIndexByte(f.Name, '/')+1:]
}

// The measures of the chart, in pixels.
const (
	boxWidth, boxHeight = 180, 40
	gapWidth, gapHeight = 60, 16
	maxName             = 22 // characters in a box
)

// chartOf draws a chart; nil for one without columns.
func chartOf(c quest.Chart) *pages.QuestChart {
	if len(c.Columns) == 0 {
		return nil
	}
	drawn := &pages.QuestChart{Width: len(c.Columns)*(boxWidth+gapWidth) - gapWidth + 2}
	at := map[*quest.Quest][2]int{}
	for i, column := range c.Columns {
		for j, q := range column {
			x, y := 1+i*(boxWidth+gapWidth), 1+j*(boxHeight+gapHeight)
			at[q] = [2]int{x, y}
			drawn.Height = max(drawn.Height, y+boxHeight+1)
			drawn.Boxes = append(drawn.Boxes, pages.QuestBox{
				X: x, Y: y, TextX: x + 10, TextY: y + boxHeight/2 + 5, Width: boxWidth, Height: boxHeight, Name: shortened(q.Name()), Off: !q.Active,
			})
		}
	}
	for _, l := range c.Links {
		from, to := at[l.From], at[l.To]
		drawn.Lines = append(drawn.Lines, pages.QuestLine{
			X1: from[0] + boxWidth, Y1: from[1] + boxHeight/2, X2: to[0], Y2: to[1] + boxHeight/2, Must: l.Must,
		})
		words := " leads on to "
		if l.Must {
			words = " must be done before "
		}
		drawn.Words = append(drawn.Words, l.From.Name()+words+l.To.Name())
	}
	return drawn
}

func shortened(name string) string {
	if runes := []rune(name); len(runes) > maxName {
		return string(runes[:maxName-1]) + "…"
	}
	return name
}
