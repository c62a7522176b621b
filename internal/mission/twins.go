package mission

import (
	"errors"
	"strings"

	"quartermaster/internal/say"
)

// leaveDoublesOut leaves out, of files that were uploaded with the same path, all but the first.
func leaveDoublesOut(files []incomingFile) {
	uploaded := map[string]bool{}
	for i := range files {
		f := &files[i]
		key := strings.ToLower(strings.Join(segments(f.report.Path), "/"))
		if uploaded[key] && !f.done {
			f.leaveOut(say.New("twin"))
		}
		uploaded[key] = true
	}
}

// setTwinsAside sees to files of an upload that belong at the same path, where one would take the place of the other: the one that the
// upload shows to be there stays, and the other keeps the path that it was uploaded with.
func setTwinsAside(files []incomingFile) {
	placed := map[string]*incomingFile{}
	for i := range files {
		f := &files[i]
		if f.done {
			continue
		}
		key := strings.ToLower(f.kind.info().find(f.resolvedPath, nil))
		first := placed[key]
		if first == nil {
			placed[key] = f
			continue
		}
		if f.rooted && !first.rooted {
			f, placed[key] = first, f
		}
		f.resolvedPath = asUploaded(segments(f.report.Path))
		f.setAside(say.New("place-taken"))
	}
}

// claim notes that a file of an upload is stored at a path. It returns a fileError if another one is.
func (t *takenPaths) claim(name string, by *Report) error {
	key := strings.ToLower(name)
	if other := t.claimed[key]; other != nil && other != by {
		return fileError{errors.New("another file of the upload is stored at this path; upload this one by itself")}
	}
	t.claimed[key] = by
	return nil
}
