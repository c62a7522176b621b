package mission

import (
	"context"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// parcel is a file that is kept as it came, made ready before others have to wait for it.
type parcel struct {
	arrival
	place   string
	content store.Content
	report  Report
	stored  record.File // as an earlier import has left it; without an id when there was none
	wrong   error       // why it is not kept
}

// keepGroup keeps files as they came, as one change of few statements. One that cannot be kept is found out before anything of it is
// written, so that the others are kept all the same.
func keepGroup(ctx context.Context, i instance, group []arrival, edit store.EditFunc, tell func(n int)) error {
	parcels, packer := make([]*parcel, len(group)), new(store.Packer)
	for n, a := range group {
		tell(n)
		parcels[n] = &parcel{arrival: a, report: *a.report}
		parcels[n].wrong = i.ward.run(ctx, "stored", a.kind.name, a.path, func() error { return parcels[n].pack(i, packer) })
	}
	sound := soundOnes(parcels)
	failed := edit(ctx, func(e *store.Edit) error {
		e.Summary = summaryOf(placesOfAll(sound)...)
		return keepAll(ctx, e, sound)
	})
	for _, p := range parcels {
		if failed != nil {
			p.wrong = failed
		}
		if err := p.end(p.report, p.wrong); err != nil {
			return err
		}
	}
	return nil
}

// pack finds out what is to be stored of a file.
func (p *parcel) pack(i instance, packer *store.Packer) error {
	p.place = p.kind.find(p.spot, nil)
	if err := i.claim(p.kind, p.place); err != nil {
		return err
	}
	p.report.Path = i.path(p.place)
	p.content = store.Content{SHA256: digest(p.data), Size: int64(len(p.data)), Packed: packer.Pack(p.data)}
	return nil
}

// soundOnes returns the files that nothing is wrong with so far.
func soundOnes(parcels []*parcel) (sound []*parcel) {
	for _, p := range parcels {
		if p.wrong == nil {
			sound = append(sound, p)
		}
	}
	return sound
}

func placesOfAll(parcels []*parcel) []string {
	places := make([]string, len(parcels))
	for n, p := range parcels {
		places[n] = p.place
	}
	return places
}

// keepAll stores files.
func keepAll(ctx context.Context, e *store.Edit, parcels []*parcel) error {
	if err := findStored(ctx, e, parcels); err != nil {
		return err
	}
	if err := refuseDisplacing(ctx, e, parcels); err != nil {
		return err
	}
	parcels = soundOnes(parcels)
	ids, err := keepContents(ctx, e, parcels)
	if err != nil {
		return err
	}
	var before, after, fresh []record.Row
	for _, p := range soundOnes(parcels) {
		id := ids[p.content.SHA256]
		p.report.count(p.stored, p.stored.ContentID != nil && *p.stored.ContentID == id)
		row := p.row(id)
		if p.stored.ID == 0 {
			fresh = append(fresh, row)
		} else {
			before, after = append(before, record.Files.Encode(&p.stored)), append(after, row)
		}
	}
	if err := e.UpdateAll(ctx, record.Files, before, after); err != nil {
		return err
	}
	return e.InsertAll(ctx, record.Files, fresh)
}

// row is what is to be stored of a file whose content has the id.
func (p *parcel) row(content int64) record.Row {
	file := p.stored
	file.Path, file.Kind, file.ContentID = p.place, string(p.kind.name), &content
	file.Skeleton, file.Content, file.OriginalID, file.Broken = nil, nil, nil, nil
	if p.broken != nil {
		reason := p.broken.Error()
		file.Broken = &reason
	}
	return record.Files.Encode(&file)
}

// findStored reads what earlier imports have left of files.
func findStored(ctx context.Context, e *store.Edit, parcels []*parcel) error {
	var kinds []string
	for _, p := range parcels {
		if !p.kind.several {
			kinds = append(kinds, string(p.kind.name))
		}
	}
	rows, err := e.FilesAt(ctx, placesOfAll(parcels), kinds)
	byPlace, byKind := map[string][]record.Row{}, map[string][]record.Row{}
	for _, row := range rows {
		place, kind := strings.ToLower(row[record.Files.Index("path")].(string)), row[record.Files.Index("kind")].(string)
		byPlace[place], byKind[kind] = append(byPlace[place], row), append(byKind[kind], row)
	}
	for _, p := range parcels {
		found := byPlace[strings.ToLower(p.place)]
		if !p.kind.several {
			found = slices.Concat(found, byKind[string(p.kind.name)])
		}
		p.stored = p.kind.storedAmong(found)
	}
	return err
}

// refuseDisplacing finds out which files would take the place of one with records.
func refuseDisplacing(ctx context.Context, e *store.Edit, parcels []*parcel) error {
	for _, p := range parcels {
		if p.wrong = displaces(ctx, e, p.kind, p.stored); p.wrong != nil && !isFileError(p.wrong) {
			return p.wrong
		}
	}
	return nil
}

// keepContents stores the contents that the instance does not have yet, as long as there is room, and returns the ids of all.
func keepContents(ctx context.Context, e *store.Edit, parcels []*parcel) (map[string]int64, error) {
	digests := make([]string, len(parcels))
	for n, p := range parcels {
		digests[n] = p.content.SHA256
	}
	known, err := e.ContentIDs(ctx, digests)
	if err != nil {
		return nil, err
	}
	left, err := roomOf(ctx, e, missingBytes(parcels, known))
	if err != nil {
		return nil, err
	}
	if known, err = e.ContentIDs(ctx, digests); err != nil { // anew: some may have made room
		return nil, err
	}
	added, err := e.AddContents(ctx, admit(parcels, known, left))
	maps.Copy(known, added)
	return known, err
}

// missingBytes is how large those contents are together that the instance does not have yet.
func missingBytes(parcels []*parcel, known map[string]int64) (size int64) {
	for _, c := range missing(parcels, known) {
		size += c.Size
	}
	return size
}

// missing returns the contents that are not known, each once.
func missing(parcels []*parcel, known map[string]int64) (list []store.Content) {
	seen := map[string]bool{}
	for _, p := range parcels {
		if sum := p.content.SHA256; known[sum] == 0 && !seen[sum] {
			seen[sum] = true
			list = append(list, p.content)
		}
	}
	return list
}

// admit returns the contents that are to be stored, which take no more than the bytes that are left. Files whose content finds no
// room are not kept.
func admit(parcels []*parcel, known map[string]int64, left int64) (list []store.Content) {
	refused := map[string]bool{}
	for _, c := range missing(parcels, known) {
		if refused[c.SHA256] = c.Size > left; !refused[c.SHA256] {
			left -= c.Size
			list = append(list, c)
		}
	}
	for _, p := range parcels {
		if refused[p.content.SHA256] {
			p.wrong = fileError{errKeptFull}
		}
	}
	return list
}
