package serverfiles

import (
	"context"
	"fmt"
	"strings"

	"quartermaster/internal/docset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/quest"
	"quartermaster/internal/record"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// referencesOf returns what a document of the mod may refer to; nil for one of the game.
func referencesOf(ctx context.Context, r *site.Request, f *docset.File) (docform.References, error) {
	if !f.OfMod {
		return nil, nil
	}
	references, err := questReferences(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, faction := range expansion.Factions() {
		references[expansion.FactionFormat] = append(references[expansion.FactionFormat], ui.Option{Value: faction})
	}
	loadouts, err := r.Site.DB.All(ctx, record.AILoadouts, r.Scope(), "")
	for _, row := range loadouts {
		references[expansion.LoadoutFormat] = append(references[expansion.LoadoutFormat], ui.Option{Value: record.AILoadouts.TitleOf(row)})
	}
	return references, err
}

// questReferences returns the quests, characters and objectives that something may refer to.
func questReferences(ctx context.Context, r *site.Request) (docform.References, error) {
	files, err := documentsOf(r).Quests(ctx, r.Scope())
	references := docform.References{}
	for _, f := range files {
		if format, option := optionOf(f); format != "" {
			references[format] = append(references[format], option)
		}
	}
	return references, err
}

// optionOf returns the format of fields that may refer to a file of the quests, and the choice of it.
func optionOf(f *docset.File) (expansion.Format, ui.Option) {
	id, _ := f.Tree.Get("ID")
	number := ui.TextOf(id)
	switch {
	case f.Tree == nil || number == "":
		return "", ui.Option{}
	case f.Slug == quest.QuestSlug:
		return expansion.QuestFormat, ui.Option{Value: number, Label: fmt.Sprintf("%s (%s)", strings.TrimSpace(f.Tree.Text("Title")), number)}
	case f.Slug == quest.NPCSlug:
		return expansion.QuestNPCFormat, ui.Option{Value: number, Label: fmt.Sprintf("%s (%s)", titleOf(f), number)}
	}
	typ, _ := f.Tree.Get("ObjectiveType")
	return expansion.ObjectiveFormat, ui.Option{
		Value: docform.ObjectiveValue(ui.TextOf(typ), number), Label: fmt.Sprintf("%s: %s (%s)", objectiveWord(f), titleOf(f), number),
	}
}

// objectiveWord returns the sort of an objective.
func objectiveWord(f *docset.File) string {
	return ui.Capital(strings.TrimPrefix(f.Title, "Objective: "))
}
