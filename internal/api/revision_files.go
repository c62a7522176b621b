package api

import (
	"context"
	"io"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
)

// revisionFiles answers how the files that a revision imported differ from those imported before.
func (a *API) revisionFiles(ctx context.Context, r *request, scope store.Scope, number int64, in *jsontree.Object) (response, error) {
	files, err := a.Missions.ImportDifferences(ctx, scope, number, a.bulk.UsesOfClasses)
	if err != nil {
		return response{}, err
	}
	if asksForCSV(r, in) {
		return exported(csvFile, "update.csv", func(w io.Writer) error { return mission.WriteImportCSV(w, files) }), nil
	}
	return ok(appendImportDifferences(nil, number, files)), nil
}

// appendImportDifferences lists no more than maxDifferences records in all.
func appendImportDifferences(b []byte, number int64, files []mission.ImportDifference) []byte {
	total := map[mission.Op]int{}
	for _, f := range files {
		for op, n := range f.Counts() {
			total[op] += n
		}
	}
	b = strconv.AppendInt(append(b, `{"data":{"revision":`...), number, 10)
	b = appendOps(b, total)
	room := maxDifferences
	b = jsontree.AppendList(append(b, `,"files":`...), files, func(b []byte, f mission.ImportDifference) []byte {
		shown := f.Records[:min(room, len(f.Records))]
		room -= len(shown)
		return appendImportDifference(b, f, shown)
	})
	return append(appendStillUsed(b, mission.StillUsed(files)), "}}"...)
}

// appendStillUsed lists the types that went and that other records of the instance use.
func appendStillUsed(b []byte, gone []mission.Difference) []byte {
	return jsontree.AppendList(append(b, `,"still_used":`...), gone, func(b []byte, d mission.Difference) []byte {
		b = jsontree.AppendString(append(b, `{"name":`...), d.Name)
		b = jsontree.AppendList(append(b, `,"uses":`...), d.Uses, func(b []byte, u mission.Use) []byte {
			b = jsontree.AppendString(append(b, `{"resource":`...), u.Resource.Path)
			return append(strconv.AppendInt(append(b, `,"count":`...), u.Count, 10), '}')
		})
		return append(b, '}')
	})
}

func appendImportDifference(b []byte, f mission.ImportDifference, shown []mission.Difference) []byte {
	b = jsontree.AppendString(append(b, `{"path":`...), f.Path)
	b = jsontree.AppendString(append(b, `,"kind":`...), string(f.Kind))
	b = jsontree.AppendBool(append(b, `,"first":`...), f.First)
	b = appendOps(b, f.Counts())
	b = jsontree.AppendValue(append(b, `,"note":`...), orNil(f.Note))
	b = jsontree.AppendList(append(b, `,"records":`...), shown, func(b []byte, d mission.Difference) []byte { return d.AppendJSON(b) })
	return append(b, '}')
}

// appendOps appends how many records were added, removed and changed.
func appendOps(b []byte, counts map[mission.Op]int) []byte {
	for _, op := range []mission.Op{mission.Added, mission.Removed, mission.Altered} {
		b = strconv.AppendInt(append(b, `,"`+string(op)+`_count":`...), int64(counts[op]), 10)
	}
	return b
}
