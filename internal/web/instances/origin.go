package instances

import (
	"context"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// originLine says which version of the game files come from: Chernarus 1.28 with 65 own changes. It is empty where that is not known.
func originLine(r *site.Request, origins map[string]mission.Origin) string {
	o, known := mission.Standing(origins)
	if !known {
		return ""
	}
	var own []string
	if o.OwnChanges > 0 {
		own = append(own, ui.Plural(o.OwnChanges, "own change", "own changes"))
	}
	if o.OwnEntries > 0 {
		own = append(own, ui.Plural(o.OwnEntries, "own entry", "own entries"))
	}
	if o.Missing > 0 {
		own = append(own, ui.Plural(o.Missing, "entry left out", "entries left out"))
	}
	line := r.Instance.Text("map_name") + " " + o.Version
	if len(own) == 0 {
		return line + " as the game has it"
	}
	return line + " with " + joined(own)
}

// joined lists texts in words.
func joined(list []string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// showOrigin says where the files of an import come from.
func showOrigin(ctx context.Context, r *site.Request, view *pages.ImportReport, result imports.Result) error {
	files, err := generatedFiles(ctx, r)
	if err != nil {
		return err
	}
	imported := map[string]bool{}
	for _, f := range result.Files {
		imported[f.Path] = f.Status == mission.Imported
	}
	origins, err := r.Site.Missions.Origins(ctx, files)
	maps.DeleteFunc(origins, func(path string, _ mission.Origin) bool { return !imported[path] })
	view.Origin = originLine(r, origins)
	return err
}

// basesOf says with what files were compared in an update, with the number of files.
func basesOf(reports []mission.Report) []string {
	count := map[string]int{}
	for _, f := range reports {
		if f.Base != nil {
			count[f.Base.String()]++
		}
	}
	lines := make([]string, 0, len(count))
	for _, base := range slices.Sorted(maps.Keys(count)) {
		lines = append(lines, ui.Plural(count[base], "file is", "files are")+" compared with "+base+".")
	}
	return lines
}

// ownOf says what becomes of the owner's own in an update.
func ownOf(reports []mission.Report) (lines []string) {
	var own mission.Own
	for _, f := range reports {
		own.Kept, own.Taken, own.Removed = own.Kept+f.Own.Kept, own.Taken+f.Own.Taken, own.Removed+f.Own.Removed
	}
	if own.Kept+own.Taken > 0 {
		lines = append(lines, ui.Plural(own.Kept, "of your values stays", "of your values stay")+", "+
			ui.Plural(own.Taken, "is replaced", "are replaced")+" by the update’s.")
	}
	if own.Removed > 0 {
		lines = append(lines, ui.Plural(own.Removed, "of your entries is removed", "of your entries are removed")+".")
	}
	return lines
}
