package settings

import (
	"fmt"
	"strconv"
	"strings"

	"quartermaster/internal/aipreset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// presetPanel returns the panel with a prompt, or with the errors of the one before.
func (s *setting) presetPanel(prompt string) *pages.PresetPanel {
	panel := &pages.PresetPanel{
		Generate: s.url() + "/ai-preset/preview", Apply: s.url() + "/ai-preset/apply", Examples: aipreset.Examples(s.schema),
		Prompt: ui.Field{
			Name: "prompt", Label: "What should change", Kind: ui.TextArea, Value: prompt, Required: true, MaxLength: aipreset.MaxPrompt,
			Help: "A playstyle (" + strings.Join(aipreset.Playstyles(s.schema), ", ") +
				") or a description in plain language. Nothing is changed until you apply it.",
		},
	}
	left := s.r.Flash()
	if left.Form != presetForm {
		return panel
	}
	panel.Prompt.Restore(jsontree.ParseBody(left.Input), left.Problems)
	for _, problem := range left.Problems {
		if problem.Field != "prompt" {
			panel.Problems = append(panel.Problems, problem.Texts()...)
		}
	}
	return panel
}

// presetPage shows the panel on a page of its own, for browsers without scripts.
func (s *setting) presetPage(status int, panel *pages.PresetPanel) site.Response {
	page := s.r.Inside("Suggested changes", ui.Link{Label: settingsTitle, URL: documents.URL(s.r)}, ui.Link{
		Label: s.schema.Title, URL: s.url(),
	})
	return site.Response{Status: status, Page: page, View: pages.Preset{Panel: panel}}
}

func previewOf(p aipreset.Preview) *pages.PresetPreview {
	drawn := &pages.PresetPreview{
		Summary: p.Summary, Provider: p.Provider, Warnings: p.Warnings, Preset: string(jsontree.AppendValue(nil, p.Preset)),
	}
	for _, c := range p.Values {
		drawn.Changes = append(drawn.Changes, pages.PresetChange{
			Label: c.Field.Label, Code: c.Path, Before: presetValue(c.Field, c.Old), After: presetValue(c.Field, c.New), Reason: c.Reason,
		})
	}
	return drawn
}

// maxPresetValue bounds a value in a preview, in characters.
const maxPresetValue = 400

// presetValue returns a value in words, cut off if it is long.
func presetValue(f *expansion.Field, value any) string {
	text := presetText(f, value)
	if runes := []rune(text); len(runes) > maxPresetValue {
		return string(runes[:maxPresetValue]) + " …"
	}
	return text
}

func presetText(f *expansion.Field, value any) string {
	switch v := value.(type) {
	case nil:
		return "not in the file"
	case []any:
		return presetList(f, v)
	case *jsontree.Object:
		return presetMembers(f, v)
	}
	return docform.Word(f, ui.TextOf(value))
}

func presetList(f *expansion.Field, list []any) string {
	if len(list) == 0 {
		return "empty"
	}
	parts := make([]string, len(list))
	for i, member := range list {
		parts[i] = presetText(f, member)
	}
	if f.Type == expansion.Object {
		return strings.Join(parts, "; ")
	}
	return strings.Join(parts, ", ")
}

func presetMembers(f *expansion.Field, object *jsontree.Object) string {
	if object.Has("Weekday") && object.Has("DurationMinutes") {
		return presetTime(object)
	}
	var parts []string
	for key, value := range object.All() {
		label, inner := key, f
		if child := f.Field(key); child != nil {
			label, inner = child.Label, child
		}
		parts = append(parts, label+" "+presetText(inner, value))
	}
	return strings.Join(parts, ", ")
}

// presetTime returns an entry of a schedule in words: day, start and duration.
func presetTime(object *jsontree.Object) string {
	whole := func(key string) int {
		value, _ := object.Get(key)
		n, _ := strconv.Atoi(ui.TextOf(value))
		return n
	}
	day, _ := object.Get("Weekday")
	lasts := ui.HumanDuration(60 * int64(whole("DurationMinutes")))
	return fmt.Sprintf("%s %02d:%02d for %s", ui.TextOf(day), whole("StartHour"), whole("StartMinute"), lasts)
}

// presetForm is the id of the form of the prompt.
const presetForm = "ai-preset"

func (s *setting) presetURL() string { return s.url() + "#" + presetForm }
