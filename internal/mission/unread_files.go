package mission

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// unreadFile is a file that is stored as uploaded. It is packed before the transaction begins.
type unreadFile struct {
	incomingFile
	info    *kindInfo
	at      string // its path
	content store.Content
	upload  store.Content // what came, where an update stores something else; else without a digest
	report  Report
	stored  record.File // as stored by an earlier import; its id is 0 if there was none
	update  *update     // nil in other modes than Update

	instance instance
	mode     Mode
	wrong    error // why it is not stored
}

// storeUnread stores files as uploaded, in one transaction with few statements. Files that cannot be stored are left out, with the
// reasons in their reports.
func storeUnread(ctx context.Context, i instance, batch []incomingFile, o Options, edit store.EditFunc, progress func(n int)) error {
	files, packer := make([]*unreadFile, len(batch)), new(store.Packer)
	for n, f := range batch {
		progress(n)
		files[n] = newUnreadFile(i, f, o)
		files[n].wrong = i.guard.run(ctx, "stored", f.kind.info().name, f.rel, func() error { return files[n].pack(packer) })
	}
	sound := soundOnes(files)
	failed := edit(ctx, func(e *store.Edit) error {
		e.Summary = e.Summary.Or(summaryOf(pathsOf(sound)...))
		return storeAllUnread(ctx, e, sound)
	})
	for _, f := range files {
		if failed != nil {
			f.wrong = failed
		}
		if err := f.end(f.report, f.wrong); err != nil {
			return err
		}
	}
	return nil
}

func newUnreadFile(i instance, f incomingFile, o Options) *unreadFile {
	u := &unreadFile{incomingFile: f, info: f.kind.info(), report: *f.report, instance: i, mode: o.Mode}
	if o.Mode == Update {
		u.update = newUpdate(o, &u.report)
	}
	return u
}

// pack sets the path of the file, and compresses its content unless it is stored already. It returns a fileError if the path is not free.
func (f *unreadFile) pack(packer *store.Packer) error {
	f.at = f.info.find(f.resolvedPath, nil)
	if err := f.instance.take(f.info, f.at, f.incomingFile.report); err != nil {
		return err
	}
	f.report.storedAt(f.instance.path(f.at))
	f.content = store.Content{SHA256: f.sum, Size: int64(len(f.data))}
	if !f.instance.settling.stored[f.content.SHA256] {
		f.content.Packed = packer.Pack(f.data)
	}
	return nil
}

// soundOnes returns the files without an error so far.
func soundOnes(files []*unreadFile) (sound []*unreadFile) {
	for _, f := range files {
		if f.wrong == nil {
			sound = append(sound, f)
		}
	}
	return sound
}

func pathsOf(files []*unreadFile) []string {
	paths := make([]string, len(files))
	for n, f := range files {
		paths[n] = f.at
	}
	return paths
}

// storeAllUnread stores packed files.
func storeAllUnread(ctx context.Context, e *store.Edit, files []*unreadFile) error {
	if err := findStored(ctx, e, files); err != nil {
		return err
	}
	if err := refuseDisplacing(ctx, e, files); err != nil {
		return err
	}
	if err := mergeUnread(ctx, e, soundOnes(files)); err != nil {
		return err
	}
	files = soundOnes(files)
	ids, err := storeContents(ctx, e, files)
	if err != nil {
		return err
	}
	var before, after, fresh []record.Row
	for _, f := range soundOnes(files) {
		id := ids[f.content.SHA256]
		f.report.count(f.stored, f.stored.ContentID != nil && *f.stored.ContentID == id)
		row := f.row(ids)
		if f.stored.ID == 0 {
			fresh = append(fresh, row)
		} else {
			before, after = append(before, record.Files.Encode(&f.stored)), append(after, row)
		}
	}
	if err := e.UpdateAll(ctx, record.Files, before, after); err != nil {
		return err
	}
	return e.InsertAll(ctx, record.Files, fresh)
}

// row returns the record of a file. ids are those of the contents.
func (f *unreadFile) row(ids map[string]int64) record.Row {
	file, content := f.stored, ids[f.content.SHA256]
	file.OriginalID, file.BaseID = f.original(ids), nil
	file.Path, file.Kind, file.ContentID = f.at, string(f.info.name), &content
	if f.mode != edited {
		file.ByUpdate = f.update != nil
	}
	file.Skeleton, file.Content, file.Broken, file.Encoding = nil, nil, nil, nil
	if f.known != nil {
		file.Encoding = orNil(string(*f.known))
	}
	if f.broken != nil {
		file.Broken = new(reasonOf(f.broken).Stored())
	}
	return record.Files.Encode(&file)
}

// original returns the id of the last import of a file, nil where that is the content itself.
func (f *unreadFile) original(ids map[string]int64) *int64 {
	var last *int64
	switch {
	case f.upload.SHA256 != "":
		last = new(ids[f.upload.SHA256])
	case f.mode == edited:
		last = cmp.Or(f.stored.BaseID, f.stored.OriginalID, f.stored.ContentID)
	}
	if last == nil || *last == ids[f.content.SHA256] {
		return nil
	}
	return last
}

// contents returns what is to be stored of the file.
func (f *unreadFile) contents() []store.Content {
	if f.upload.SHA256 == "" {
		return []store.Content{f.content}
	}
	return []store.Content{f.content, f.upload}
}

// findStored reads the files as stored by earlier imports.
func findStored(ctx context.Context, e *store.Edit, files []*unreadFile) error {
	var kinds []string
	for _, f := range files {
		if !f.info.several {
			kinds = append(kinds, string(f.info.name))
		}
	}
	rows, err := e.FilesAt(ctx, pathsOf(files), kinds)
	byPath, byKind := map[string][]record.Row{}, map[string][]record.Row{}
	for _, row := range rows {
		rel, kind := strings.ToLower(row[record.Files.Index("path")].(string)), row[record.Files.Index("kind")].(string)
		byPath[rel], byKind[kind] = append(byPath[rel], row), append(byKind[kind], row)
	}
	for _, f := range files {
		found := byPath[strings.ToLower(f.at)]
		if !f.info.several {
			found = slices.Concat(found, byKind[string(f.info.name)])
		}
		f.stored = f.info.storedAmong(found)
	}
	return err
}

// refuseDisplacing sets the errors of files that would replace one with records. It returns a failure of the service.
func refuseDisplacing(ctx context.Context, e *store.Edit, files []*unreadFile) error {
	for _, f := range files {
		if f.wrong = displaces(ctx, e, f.info, f.stored); f.wrong != nil && !isFileError(f.wrong) {
			return f.wrong
		}
	}
	return nil
}

// storeContents stores the missing contents as long as there is room, and returns the ids of all contents by digest.
func storeContents(ctx context.Context, e *store.Edit, files []*unreadFile) (map[string]int64, error) {
	var digests []string
	for _, f := range files {
		for _, c := range f.contents() {
			digests = append(digests, c.SHA256)
		}
	}
	known, err := e.ContentIDs(ctx, digests)
	if err != nil {
		return nil, err
	}
	left, err := roomOf(ctx, e, missingBytes(files, known))
	if err != nil {
		return nil, err
	}
	if known, err = e.ContentIDs(ctx, digests); err != nil { // again, because roomOf may have deleted some
		return nil, err
	}
	added, err := e.AddContents(ctx, admit(files, known, left))
	maps.Copy(known, added)
	return known, err
}

// missingBytes returns the total size of the contents that the instance does not have.
func missingBytes(files []*unreadFile, known map[string]int64) (size int64) {
	for _, c := range missing(files, known) {
		size += c.Size
	}
	return size
}

// missing returns the contents that are not in known, each once.
func missing(files []*unreadFile, known map[string]int64) (list []store.Content) {
	seen := map[string]bool{}
	for _, f := range files {
		for _, c := range f.contents() {
			if known[c.SHA256] == 0 && !seen[c.SHA256] {
				seen[c.SHA256] = true
				list = append(list, f.packed(c))
			}
		}
	}
	return list
}

// packed returns a content with its bytes: it was stored when the file came, and has been removed since.
func (f *unreadFile) packed(c store.Content) store.Content {
	if c.Packed == nil {
		c.Packed = store.PackContent(f.data)
	}
	return c
}

// admit returns the missing contents that fit into the bytes that are left. It sets errKeptFull on the files of the others.
func admit(files []*unreadFile, known map[string]int64, left int64) (list []store.Content) {
	refused := map[string]bool{}
	for _, c := range missing(files, known) {
		if refused[c.SHA256] = c.Size > left; !refused[c.SHA256] {
			left -= c.Size
			list = append(list, c)
		}
	}
	for _, f := range files {
		if slices.ContainsFunc(f.contents(), func(c store.Content) bool { return refused[c.SHA256] }) {
			f.wrong = fileError{errKeptFull}
		}
	}
	return list
}
