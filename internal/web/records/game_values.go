package records

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showGameValues says beside the fields in which a record differs from the game's own file what that has there.
func (p *resourcePages) showGameValues(ctx context.Context, r *site.Request, row record.Row, sets []ui.Fieldset) error {
	if !slices.ContainsFunc(p.Resource.Asked(), func(a record.Asked) bool { return a.Test == record.ByGame }) {
		return nil
	}
	version, values, err := r.Site.Missions.GameValues(ctx, r.Scope(), p.Resource, row)
	if err != nil || values == nil {
		return err
	}
	for _, set := range sets {
		for i := range set.Fields {
			if value, differs := values.Get(set.Fields[i].Name); differs {
				set.Fields[i].Help = strings.TrimSpace(set.Fields[i].Help + " " + inGame(version, value))
			}
		}
	}
	return nil
}

// inGame says what the game has in a field.
func inGame(version string, value any) string {
	words, isList := value.([]any)
	switch {
	case value == nil, isList && len(words) == 0:
		return "Changed: version " + version + " of the game has nothing here."
	case !change.IsKnown(value):
		return "Changed: version " + version + " of the game has something else here."
	case isList && !slices.ContainsFunc(words, func(word any) bool { return jsontree.Members(word) != nil }):
		texts := make([]string, len(words))
		for i, word := range words {
			texts[i] = textOf(word)
		}
		return "Changed: version " + version + " of the game has " + strings.Join(texts, ", ") + "."
	case jsontree.Members(value) != nil:
		return "Changed: version " + version + " of the game has something else here."
	}
	return "Changed: version " + version + " of the game has " + textOf(value) + "."
}

func textOf(value any) string {
	if text, isText := value.(string); isText {
		return text
	}
	return string(jsontree.AppendValue(nil, value))
}
