package revisions

import (
	"strings"

	"quartermaster/internal/say"
)

// summaries are the sentences of what a revision did.
var summaries = say.Table{
	"record":      "{records}: {title}",
	"record-back": "{records}: {title} back to revision {revision}",

	"undo":              "undo revision {revision}",
	"draft":             "draft of {name} at revision {revision}",
	"merge":             "draft {name} brought in",
	"refresh":           "changes of {name} taken in",
	"layer-on":          "layer {name} on",
	"layer-off":         "layer {name} off",
	"layer-changed":     "layer {name} changed",
	"layer-settled":     "layer {name} settled",
	"layer-on-planned":  "layer {name} on, as {by} has planned it",
	"layer-off-planned": "layer {name} off, as {by} has planned it",
	"layer":             "layer {name}",
	"undo-several":      "undo revisions {first} to {last}",
	"back":              "back to revision {revision}",

	"import":      "import {files}",
	"import-more": "import {files} and {n} more",
	"save":        "save {files}",
	"save-more":   "save {files} and {n} more",
	"traders":     "convert traders from {from} to {to}",
	"delete-file": "delete {file}",
	"rename-file": "rename {file} to {to}",

	"bulk":          "{records}: {operations}",
	"recipe":        "recipe: {recipes}",
	"batch":         "{n|operation|operations}",
	"csv":           "{list}: {n|row|rows} of CSV",
	"fix":           "fix: {title}",
	"lint-settings": "lint settings",
	"prices":        "prices by rarity",
	"mods":          "take the list of mods",
	"transfer":      "hand over to {to}",

	"grid":             "{of}: {values:grouped|value|values} in the grid",
	"grid-new":         "{of}: {values:grouped|value|values} in the grid, {new:grouped} new",
	"grid-deleted":     "{of}: {values:grouped|value|values} in the grid, {deleted:grouped} deleted",
	"grid-new-deleted": "{of}: {values:grouped|value|values} in the grid, {new:grouped} new, {deleted:grouped} deleted",

	"map":             "map: {moved:grouped|position|positions} changed",
	"map-new":         "map: {moved:grouped|position|positions} changed, {new:grouped} new",
	"map-removed":     "map: {moved:grouped|position|positions} changed, {removed:grouped} removed",
	"map-new-removed": "map: {moved:grouped|position|positions} changed, {new:grouped} new, {removed:grouped} removed",
}

// subjects are what revisions are about, behind a verb that says what was done.
var subjects = say.Table{
	"import":      "{files}",
	"import-more": "{files} and {n} more",
}

// longest is how many characters of a summary are shown.
const longest = 200

var pathWords = strings.NewReplacer("/", " ", "-", " ")

// Summary returns what a revision did, in a few words.
func Summary(m say.Message) string { return shown(summaries, m) }

// Subject returns what a revision is about, for where something else says what was done.
func Subject(m say.Message) string { return shown(subjects, m) }

func shown(first say.Table, m say.Message) string {
	if path, isOf := m.Param("resource").(string); isOf {
		m = m.With("records", pathWords.Replace(path))
	}
	text := []rune(first.Sentence(m, summaries))
	return string(text[:min(len(text), longest)])
}
