package mission_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// TestAnEditOfManyFilesIsThereAtOnce with the records that it changes, while others write, and in few statements at a time.
func TestAnEditOfManyFilesIsThereAtOnce(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	const files = 40
	uploads := make([]mission.Upload, files)
	for i := range uploads {
		uploads[i] = mission.Upload{Path: fmt.Sprintf("profiles/Kept/%d.txt", i), Data: []byte("before")}
	}
	w.loadAll(mission.Merge, uploads...)
	before, transactions := w.seen(w.db), 0
	seen := map[string]bool{before: true}
	w.after = func(statements []string) {
		transactions++
		if seen[w.seen(w.db)] = true; len(statements) > 120 {
			t.Errorf("%d statements in a transaction", len(statements))
		}
	}
	revision, err := mission.New(w.db).EditFiles(t.Context(), w.scope, mission.FilesEdit{
		Summary: say.New("save", "files", []string{"many"}),
		Files: func(context.Context, func(string) *mission.File) (list []mission.NewFile, err error) {
			for i, u := range uploads {
				list = append(list, mission.NewFile{Path: u.Path, Data: []byte(strings.Repeat("after", 1+i)), Deleted: i == 0})
			}
			return list, nil
		},
		Records: func(ctx context.Context, e *store.Edit) error {
			_, err := e.Create(ctx, record.Messages, record.Values{"text": "m", "deadline": int64(60)})
			return err
		},
	})
	w.after = nil
	if err != nil || revision == 0 || transactions < 4 {
		t.Fatalf("revision %d after %d transactions, %v", revision, transactions, err)
	}
	if seen[w.seen(w.db)] = true; len(seen) != 2 {
		t.Errorf("people see %d states, not the one before and the one after alone", len(seen))
	}
	if got := w.serverFile("profiles/Kept/39.txt"); got != strings.Repeat("after", files) {
		t.Errorf("a file is %q", got)
	}
	list, err := mission.New(w.db).Files(t.Context(), w.scope)
	if err != nil || slices.ContainsFunc(list, func(f mission.File) bool { return f.Path == uploads[0].Path }) {
		t.Errorf("a deleted file is there: %v", err)
	}
}
