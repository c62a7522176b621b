package instances

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/say"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// findings groups remarks that say the same, in the order of their first appearance.
type findings struct {
	list []pages.Finding
	at   map[string]int
}

// add adds a remark about a file, which leads to the line where there is an address of the text. A suffix follows what it says.
func (f *findings) add(tone ui.Tone, file ui.Link, remark say.Message, suffix string) {
	of, place := mission.RemarkOf(remark), file
	text := of.Text
	if of.More > 0 {
		text = "More remarks than the report lists"
	}
	if of.Line > 0 {
		place.Label += ", line " + strconv.Itoa(of.Line)
		place.URL = atLine(file.URL, strconv.Itoa(of.Line))
	}
	if of.Entry != "" {
		place.Label += ", " + of.Entry
	}
	text = strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):] + suffix
	if f.at == nil {
		f.at = map[string]int{}
	}
	i, known := f.at[text]
	if !known {
		i = len(f.list)
		f.at[text], f.list = i, append(f.list, pages.Finding{Tone: tone, Text: text})
	}
	f.list[i].Count += max(of.More, 1)
	f.list[i].Places = append(f.list[i].Places, place)
}

func atLine(address, line string) string {
	if address == "" {
		return ""
	}
	return address + "?line=" + line
}

// sorted sorts the files of an import into the parts of the report.
func sorted(r *site.Request, view *pages.ImportReport, reports []mission.Report) {
	var failed, odd, logs, left findings
	for _, report := range reports {
		file := ui.Link{Label: report.Path}
		if !view.DryRun && (report.Kept || report.Status == mission.Imported) {
			file.URL = r.TextURL(report.Path)
		}
		switch {
		case report.Status == mission.Failed && report.Kept:
			failed.add(ui.Bad, uploadedAs(file, report), report.Error,
				". The file is kept as it was uploaded, and the game gets it as it is. Fix it as text, or import it again.")
		case report.Status == mission.Failed:
			failed.add(ui.Bad, uploadedAs(file, report), report.Error, ". Nothing of the file was imported.")
		case report.Status == mission.Skipped && report.Kind == mission.KindLog:
			logs.add(ui.Neutral, file, reasonOf(report), "")
			continue
		case report.Status == mission.Skipped:
			left.add(ui.Neutral, file, reasonOf(report), "")
			continue
		case report.StoredUnchanged() && report.OpensAs != "":
			view.Forms = append(view.Forms, formFile(r, view.DryRun, report))
		case report.StoredUnchanged():
			view.Unread = append(view.Unread, report.Path)
		case report.Status == mission.Imported:
			view.Kinds = taken(view.Kinds, report)
		}
		for _, warning := range report.Warnings {
			odd.add(ui.Warn, file, warning, "")
		}
	}
	view.Findings, view.Logs, view.Left = slices.Concat(failed.list, odd.list), logs.list, left.list
}

// formFile shows a file whose values are changed in a form, and leads there once the file is stored.
func formFile(r *site.Request, dryRun bool, report mission.Report) pages.FormFile {
	f := pages.FormFile{Path: report.Path, OpensAs: report.OpensAs}
	if !dryRun {
		f.URL = r.FormURL(report.Path).With("at", "")
	}
	return f
}

// uploadedAs adds to the path of a file the one that it was uploaded with, where that is another one.
func uploadedAs(file ui.Link, report mission.Report) ui.Link {
	if report.Uploaded != "" {
		file.Label += " (uploaded as " + report.Uploaded + ")"
	}
	return file
}

// reasonOf says why a file was left out.
func reasonOf(report mission.Report) say.Message {
	if len(report.Warnings) > 0 {
		return report.Warnings[0]
	}
	return say.Plain("files of this kind are not imported")
}

// taken adds an imported file to the total of its kind. All settings are one kind.
func taken(totals []pages.KindTotal, report mission.Report) []pages.KindTotal {
	label, _, _ := strings.Cut(report.Kind.Label(), ":")
	for i := range totals {
		if totals[i].Kind == label {
			count(&totals[i], report)
			return totals
		}
	}
	total := pages.KindTotal{Kind: label}
	count(&total, report)
	return append(totals, total)
}

func count(total *pages.KindTotal, report mission.Report) {
	total.Files++
	total.Created += int64(report.Created)
	total.Updated += int64(report.Updated)
	total.Unchanged += int64(report.Unchanged)
	total.Deleted += int64(report.Deleted)
}
