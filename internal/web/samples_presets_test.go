package web_test

import (
	"quartermaster/internal/aipreset"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// presetSamples are the panel of a request with what comes of it.
func presetSamples() []sample {
	page := func() *ui.Page {
		return under(under(inside("Suggested changes", "/preset"), "Expansion settings", "/gui"), "Raids", "/gui/raid")
	}
	return []sample{
		{"preset", 200, page(), pages.Preset{Panel: samplePanel(func(p *pages.PresetPanel) {
			p.Preview = &pages.PresetPreview{
				Summary: "Understood: “no raiding on weekdays”. Not understood: “paint the moon”.", Provider: "built-in", Preset: `{"CanRaidSafes":0}`,
				Warnings: []string{"“paint the moon” was left out: no setting has this name."},
				Changes: []pages.PresetChange{
					{Label: "Safes can be raided", Code: "CanRaidSafes", Before: "on", After: "off", Reason: "Playstyle PvE"},
					{
						Label: "Times", Code: "Schedule", Before: "Day Sunday, Hour 0 h, Minute 0 min, Duration 1440 min",
						After: "Day Saturday, Hour 0 h, Minute 0 min, Duration 1440 min", Reason: "no raiding on weekdays",
					},
				},
			}
		})}},
		{"preset-nothing", 200, page(), pages.Preset{Panel: samplePanel(func(p *pages.PresetPanel) {
			p.Preview = &pages.PresetPreview{Summary: "Understood: “vanilla”.", Provider: "built-in", Preset: "{}"}
		})}},
		{
			"preset-failed", 502, page(),
			pages.Preset{Panel: samplePanel(func(p *pages.PresetPanel) { p.Failure = "The AI provider did not answer within 20s." })},
		},
		{"preset-wrong", 200, page(), pages.Preset{Panel: samplePanel(func(p *pages.PresetPanel) {
			p.Prompt.Error, p.Problems = "The prompt field is required.", []string{"The preset.Sudo field is unknown."}
		})}},
	}
}

func samplePanel(change func(*pages.PresetPanel)) *pages.PresetPanel {
	panel := &pages.PresetPanel{
		Generate: root + "/raid/ai-preset/preview", Apply: root + "/raid/ai-preset/apply",
		Examples: []string{"Hardcore", "No raiding on weekdays"},
		Prompt: ui.Field{
			Name: "prompt", Label: "What should change", Kind: ui.TextArea, Value: "no raiding on weekdays", Required: true,
			MaxLength: aipreset.MaxPrompt, Help: "A playstyle or plain statements.",
		},
	}
	change(panel)
	return panel
}
