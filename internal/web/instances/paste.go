package instances

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const pasteForm = "paste"

func pasteURL(r *site.Request) string { return r.Instance.URL + "/paste" }

// pastable is a sort of text that can be pasted: what its elements are called, and the file that they belong into.
type pastable struct {
	root     string // the element around all; empty for text that is no XML
	entries  *regexp.Regexp
	file     string
	resource *record.Resource // whose source files a part may belong to; nil for one file alone
}

// pastables are tried in this order: an entry of spawnable types or positions is one of types or events with more in it.
var pastables = []pastable{
	{
		"spawnabletypes", regexp.MustCompile(`(?s)<type\b[^>]*>.*<(cargo|attachments|hoarder|tag|damage)\b`), "cfgspawnabletypes.xml",
		record.SpawnableTypes,
	},
	{"types", regexp.MustCompile(`<type\b`), "db/types.xml", record.Types},
	{"eventposdef", regexp.MustCompile(`(?s)<event\b[^>]*>.*<(pos|zone)\b`), "cfgeventspawns.xml", nil},
	{"events", regexp.MustCompile(`<event\b`), "db/events.xml", record.Events},
	{"", regexp.MustCompile(`(?m)^\s*<(Trader|Category|CurrencyName|Currency)>`), "TraderConfig.txt", nil},
}

// pasteFile makes a file of a pasted text. A part of a file gets the element around it.
func pasteFile(text, into string) (file mission.Upload, problems validate.Errors) {
	for _, p := range pastables {
		if p.root != "" && strings.Contains(text, "<"+p.root) {
			return mission.Upload{Path: cmp.Or(into, p.file), Data: []byte(text)}, nil
		}
	}
	for _, p := range pastables {
		if !p.entries.MatchString(text) {
			continue
		}
		if p.root != "" {
			text = "<" + p.root + ">\n" + text + "\n</" + p.root + ">\n"
		}
		return mission.Upload{Path: cmp.Or(into, p.file), Data: []byte(text)}, nil
	}
	return file, validate.Refusal("text",
		"This wasn’t recognized. Paste the XML of types, spawnable types, events or event spawns, or lines of a TraderConfig.txt.")
}

func showPaste(ctx context.Context, r *site.Request) (site.Response, error) {
	return drawPaste(ctx, r, nil)
}

// drawPaste draws the page, with the preview of what was entered and the names that are there already.
func drawPaste(ctx context.Context, r *site.Request, report *pages.ImportReport, doubles ...string) (site.Response, error) {
	files, err := sourceFiles(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	form := ui.Form{ID: pasteForm, Action: pasteURL(r), Submit: "Preview", Cancel: r.Instance.URL, Sets: []ui.Fieldset{{Fields: []ui.Field{
		{
			Name: "text", Label: "Text", Kind: ui.TextArea, Required: true, Code: true, Wide: true,
			Help: "XML of types, spawnable types, events or event spawns as a mod’s author offers it, whole or only some entries; or lines of a " +
				"TraderConfig.txt.",
		},
		{
			Name: "into", Label: "Into the file", Kind: ui.Select, Options: files,
			Help: "Existing entries are changed, new ones are added. Nothing is deleted.",
		},
	}}}}
	form = r.Restore(form)
	if report != nil {
		form.Submit, form.Quiet = "Preview again", true
	}
	page := r.Inside("Paste from a file")
	return site.Response{Page: page, View: pages.Paste{Form: form, Report: report, Doubles: doubles}}, nil
}

// mostSourceFiles is how many files the page offers of a resource.
const mostSourceFiles = 200

// sourceFiles offers the files that records of types, spawnable types and events come from.
func sourceFiles(ctx context.Context, r *site.Request) ([]ui.Option, error) {
	options := []ui.Option{{Label: "the main file of its kind"}}
	var names []string
	for _, p := range pastables {
		if p.resource == nil {
			continue
		}
		found, err := r.Site.DB.ValuesOf(ctx, p.resource, r.Scope(), "source_file", mostSourceFiles)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	return append(options, recordform.TextOptions(slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		return name == ""
	}))...), nil
}

// paste shows what a pasted text would change, or imports it where that has been seen.
func paste(ctx context.Context, r *site.Request) (site.Response, error) {
	dry := r.Text("import") != "1"
	file, problems := pasteFile(r.Text("text"), r.Text("into"))
	if len(problems) > 0 {
		return r.Invalid(pasteForm, pasteURL(r), problems), nil
	}
	before, err := r.Site.DB.Get(ctx, record.Instances, r.Scope(), r.Param("instance"))
	if err != nil {
		return site.Response{}, err
	}
	if dry || r.Text("again") != "1" {
		preview, doubles, err := rehearsePaste(ctx, r, file)
		switch {
		case err != nil:
			return site.Response{}, err
		case pasteError(preview) != "":
			return r.Invalid(pasteForm, pasteURL(r), validate.Refusal("text", pasteError(preview))), nil
		case dry || len(doubles) > 0:
			return previewPaste(ctx, r, preview, doubles)
		}
	}
	done, err := importPasted(ctx, r, file, false)
	if err != nil {
		return site.Response{}, err
	}
	if text := pasteError(done); text != "" {
		return r.Invalid(pasteForm, pasteURL(r), validate.Refusal("text", text)), nil
	}
	return pasted(ctx, r, done, before)
}

func importPasted(ctx context.Context, r *site.Request, file mission.Upload, dry bool) (imports.Result, error) {
	done, err := r.Site.Imports.Import(ctx, r.Scope(), &imports.Upload{Files: []mission.Upload{file}},
		imports.Order{Mode: mission.Merge, DryRun: dry})
	return done.Result, err
}

// rehearsePaste returns what importing a pasted text would do, and sentences about the names of new records that are there already: in
// another file than that which it goes into.
func rehearsePaste(ctx context.Context, r *site.Request, file mission.Upload) (result imports.Result, doubles []string, err error) {
	if result, err = importPasted(ctx, r, file, true); err != nil {
		return result, nil, err
	}
	added := map[*record.Resource][]string{}
	for _, d := range result.Changes {
		if d.Change() == "added" && d.Resource.Title != nil && len(d.Resource.Key) == 1 {
			added[d.Resource] = append(added[d.Resource], strings.ToLower(d.Title))
		}
	}
	for res, names := range added {
		match := record.Match{Test: record.OneOf, Field: res.Title, Among: names}
		there, err := r.Site.DB.View(r.Scope()).Flat(ctx, res, []record.Condition{{Any: []record.Match{match}}})
		if err != nil {
			return result, nil, err
		}
		_, many := r.NounsOf(res)
		for _, row := range there {
			doubles = append(doubles, site.AlreadyThere(res, row, r.NameOf(res, row), many))
		}
	}
	slices.Sort(doubles)
	return result, doubles, nil
}

// pasteError returns why a text could not be taken in.
func pasteError(result imports.Result) string {
	for _, f := range result.Files {
		switch {
		case !f.Error.IsNone():
			return mission.Sentence(f.Error)
		case f.Created+f.Updated+f.Unchanged == 0:
			return "No entries found. " + strings.Join(mission.Sentences(f.Warnings), " ")
		}
	}
	return ""
}

func previewPaste(ctx context.Context, r *site.Request, result imports.Result, doubles []string) (site.Response, error) {
	report, err := reportView(ctx, r, result, mission.Merge)
	if err != nil {
		return site.Response{}, err
	}
	r.ShowEntered(pasteForm, nil)
	return drawPaste(ctx, r, report, doubles...)
}

// pasted tells what was imported, with a way back.
func pasted(ctx context.Context, r *site.Request, result imports.Result, before record.Row) (site.Response, error) {
	now, err := r.Site.DB.Get(ctx, record.Instances, r.Scope(), r.Param("instance"))
	if err != nil {
		return site.Response{}, err
	}
	report, revision := result.Files[0], record.Instances.Index("revision")
	text := ui.Plural(report.Created, "record was", "records were") + " created, " + strconv.Itoa(report.Updated) + " changed; " +
		strconv.Itoa(report.Unchanged) + " already had these values."
	notice := ui.Notice{Tone: ui.Good, Text: text}
	if number := ui.TextOf(recordform.Shown(record.Instances.Fields[revision], now[revision])); now[revision] != before[revision] {
		notice.Undo = r.Instance.URL + "/history/" + number + "/undo?seen=" + number
	}
	notices := []ui.Notice{notice}
	for _, warning := range report.Warnings {
		notices = append(notices, ui.Notice{Tone: ui.Warn, Text: mission.Sentence(warning)})
	}
	answer := r.Tell(pasteURL(r), notices...)
	answer.Status = http.StatusFound
	return answer, nil
}
