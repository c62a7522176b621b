package mission

import (
	"context"
	"strings"
	"sync"
)

// fileList collects the files of an instance.
type fileList struct {
	*listing
	out []File
}

// addKind adds the files of a kind. If finding them fails, it adds the imported ones, or else the main file, as Unwritten.
func (l *fileList) addKind(ctx context.Context, k fileKind) error {
	info, before := k.info(), len(l.out)
	err := l.instance.guard.run(ctx, "listed", info.name, info.main, func() error { return l.addFiles(ctx, k) })
	if isOurs(ctx, err) {
		return err
	}
	defer l.addBroken(k, before)
	if err == nil {
		return nil
	}
	l.out = l.out[:before]
	for _, f := range l.filesOf(info.name) {
		l.add(k, f.Path)
	}
	if len(l.out) == before {
		l.add(k, info.main)
	}
	for i := range l.out[before:] {
		l.out[before+i].fail(err)
	}
	return nil
}

// addFiles adds the files of a kind with what is cached about them.
func (l *fileList) addFiles(ctx context.Context, k fileKind) error {
	info := k.info()
	known, err := l.lookup(ctx, k)
	if err != nil {
		return err
	}
	for _, rel := range known.paths {
		file := l.add(k, rel)
		switch w := known.files[rel]; {
		case w.sha256 != "":
			file.note(w)
		case w.entries != nil:
			l.known[fileKey{info.name, rel}] = w
		}
	}
	return nil
}

// add adds a file. The content of one that is stored as uploaded is known at once.
func (l *fileList) add(k fileKind, rel string) *File {
	f := File{Path: l.instance.path(rel), Kind: k.info().name, kind: k, rel: rel, from: l.listing}
	if stored := l.stored(k.info(), rel); stored.ContentID != nil {
		c := l.contents[*stored.ContentID]
		f.note(written{size: c.size, sha256: c.sha256})
	}
	l.out = append(l.out, f)
	return &l.out[len(l.out)-1]
}

// addBroken adds the files of a kind that could not be read, as they were uploaded. They replace what would be generated at the same
// paths.
func (l *fileList) addBroken(k fileKind, first int) {
	for _, f := range l.files {
		if f.Kind != string(k.info().name) || f.Broken == nil || f.ContentID == nil {
			continue
		}
		c := l.contents[*f.ContentID]
		file := File{
			Path: l.instance.path(f.Path), Kind: k.info().name, kind: k, rel: f.Path, from: l.listing, Error: StoredReason(*f.Broken),
			Broken: true,
		}
		file.note(written{size: c.size, sha256: c.sha256})
		if l.remove(first, f.Path) && k != economyCore {
			file.Warnings = []string{"records that belong to this file are not written: fix the file as text, or import it again"}
		}
		l.out = append(l.out, file)
	}
}

// remove removes the file at a path from those added since first. It reports whether there was one.
func (l *fileList) remove(first int, rel string) bool {
	for i := first; i < len(l.out); i++ {
		if strings.EqualFold(l.out[i].rel, rel) && !l.out[i].Broken {
			l.out = append(l.out[:i], l.out[i+1:]...)
			return true
		}
	}
	return false
}

// nameCopies marks the files that nothing reads as copies of others and as notes, by their names.
func (l *fileList) nameCopies(ctx context.Context) error {
	paths := map[string]string{}
	for _, f := range l.out {
		paths[strings.ToLower(f.rel)] = f.rel
	}
	at := func(rel string) string { return paths[strings.ToLower(rel)] }
	isNamed := l.namedByGameplay(ctx)
	for i := range l.out {
		f := &l.out[i]
		if !f.kind.info().unread || f.kind.info().isAt(f.rel) {
			continue
		}
		of := copyOf(f.rel, at)
		if of != "" {
			named, err := isNamed(f.rel)
			if err != nil {
				return err
			}
			if !named {
				f.CopyOf = l.instance.path(of)
			}
		}
		f.Note = f.CopyOf == "" && f.kind == other && isNote(f.rel)
	}
	return nil
}

// namedByGameplay returns a function that reports whether cfggameplay.json, which it reads once, mentions a file.
func (l *fileList) namedByGameplay(ctx context.Context) func(rel string) (bool, error) {
	gameplay := sync.OnceValues(func() (string, error) {
		stored := l.byPath[gameplayFile]
		if stored.ContentID == nil {
			return "", nil
		}
		var text strings.Builder
		err := l.copyContent(ctx, &text, *stored.ContentID)
		return text.String(), err
	})
	return func(rel string) (bool, error) {
		if !mayBeMentioned(rel) {
			return false, nil
		}
		text, err := gameplay()
		return mentions(text, rel), err
	}
}
