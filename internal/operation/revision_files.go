package operation

import (
	"context"
	"io"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

type importDifferences struct {
	Revision int64 `field:"revision,min=1" example:"14"`
	recordCounts
	Files     []importDifference `field:"files"`
	StillUsed []goneType         `field:"still_used" help:"Types that the files no longer have and other records use." example:"[]"`
}

type recordCounts struct {
	Added   int `field:"added_count,min=0"`
	Removed int `field:"removed_count,min=0"`
	Changed int `field:"changed_count,min=0" example:"1"`
}

func countsOf(counts map[string]int) recordCounts {
	return recordCounts{counts[record.Added], counts[record.Removed], counts[record.Changed]}
}

type importDifference struct {
	Path  string `field:"path" help:"Below the server's root." example:"mpmissions/dayzOffline.chernarusplus/db/types.xml"`
	Kind  string `field:"kind" example:"types"`
	First bool   `field:"first" help:"Nothing was imported before, so there is nothing to compare with, and no record is listed."`
	recordCounts
	Note    string              `field:"note,null" help:"Why the records cannot be compared."`
	Records []record.Difference `field:"records,max=1000"`
}

type goneType struct {
	Name string      `field:"name" example:"AKM"`
	Uses []usesOfOne `field:"uses,min=1"`
}

type usesOfOne struct {
	Resource string `field:"resource" example:"events"`
	Count    int64  `field:"count,min=1" help:"How many records of the resource use it." example:"1"`
}

// filesOfRevision answers how the files that a revision imported differ from those imported before, and lists no more than maxDifferences
// records in all.
func filesOfRevision(ctx context.Context, call *Call, in formatChoice) (importDifferences, error) {
	files, err := call.importDifferences(ctx)
	if err != nil {
		return importDifferences{}, err
	}
	if call.wantsCSV(in) {
		call.Export(importedCSV(files))
		return importDifferences{}, nil
	}
	answer, room := importDifferences{Revision: call.revision, StillUsed: goneTypes(files)}, maxDifferences
	for _, f := range files {
		shown := f.Records[:min(room, len(f.Records))]
		room -= len(shown)
		counts := countsOf(f.Counts())
		answer.add(counts)
		answer.Files = append(answer.Files, importDifference{f.Path, string(f.Kind), f.First, counts, f.Note, shown})
	}
	return answer, nil
}

func (c *recordCounts) add(more recordCounts) {
	c.Added += more.Added
	c.Removed += more.Removed
	c.Changed += more.Changed
}

// goneTypes are the types that went and that other records of the instance use.
func goneTypes(files []mission.ImportDifference) (list []goneType) {
	for _, d := range mission.StillUsed(files) {
		one := goneType{Name: d.Name}
		for _, u := range d.Uses {
			one.Uses = append(one.Uses, usesOfOne{u.Resource.Path, u.Count})
		}
		list = append(list, one)
	}
	return list
}

func exportImported(ctx context.Context, call *Call, _ none) (Export, error) {
	files, err := call.importDifferences(ctx)
	return importedCSV(files), err
}

func (c *Call) importDifferences(ctx context.Context) ([]mission.ImportDifference, error) {
	return c.Missions.ImportDifferences(ctx, c.Scope, c.revision, c.Bulk.UsesOfClasses)
}

func importedCSV(files []mission.ImportDifference) Export {
	return csvExport("update.csv", func(w io.Writer) error { return mission.WriteImportCSV(w, files) })
}
