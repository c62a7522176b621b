package store_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// last returns the instance's newest revision and its changes.
func (w world) last(t *testing.T) (store.Revision, []store.Change) {
	t.Helper()
	revisions, _, err := w.Revisions(t.Context(), w.Scope, 0, 1)
	if err != nil || len(revisions) != 1 {
		t.Fatalf("%d revisions, %v", len(revisions), err)
	}
	changes, err := w.Changes(t.Context(), w.Scope, revisions[0].Number, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	return revisions[0], changes
}

// object decodes a JSON object; empty text gives nil.
func object(t *testing.T, text string) map[string]any {
	t.Helper()
	var members map[string]any
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return members
}

func TestHistoryOfCreate(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		clock := time.Date(2026, 2, 1, 12, 0, 0, 0, time.UTC)
		store.SetClock(w.DB, func() time.Time { return clock })
		r := record.Events
		event := w.create(t, r, record.Values{"name": "Loot", "nominal": int64(3), "raw": "<event/>"})
		revision, changes := w.last(t)
		want := store.Revision{
			Number: 2, Author: revision.Author, Action: "create", Summary: say.New("record", "resource", "events", "title", "Loot"), Records: 1,
			CreatedAt: clock.UnixMicro(),
		}
		if !reflect.DeepEqual(revision, want) || !strings.HasPrefix(revision.Author, "User ") {
			t.Errorf("revision %+v, want %+v by a user", revision, want)
		}
		if len(changes) != 1 || changes[0].Resource != "events" || changes[0].SID != r.SID(event) || changes[0].Title != "Loot" ||
			changes[0].Before != "" {
			t.Fatalf("changes %+v", changes)
		}
		shown := regexp.MustCompile(`"[a-z_]+":null,`).ReplaceAllString(string(r.AppendJSON(nil, event)), "")
		if diff := cmp.Diff(shown, changes[0].After); diff != "" {
			t.Errorf("a new record is kept as it is shown, without what is not set:\n%s", diff)
		}
	})
}

func TestHistoryOfUpdate(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		clock := time.Date(2026, 2, 1, 12, 0, 0, 0, time.UTC)
		store.SetClock(w.DB, func() time.Time { clock = clock.Add(time.Minute); return clock })
		r := record.Types
		made := w.create(t, r, record.Values{"instance_classname_id": w.classname(t, "AKM"), "nominal": int64(4), "usage_ids": []int64{1, 2}})
		_, err := w.Update(t.Context(), r, w.Scope, r.SID(made), record.Values{
			"nominal":   nil,
			"cost":      int64(100),
			"crafted":   int64(1),
			"usage_ids": []int64{2},
			"raw":       "<type/>",
			"enabled":   int64(1),
		})
		if err != nil {
			t.Fatal(err)
		}
		revision, changes := w.last(t)
		if revision.Action != "update" || revisions.Summary(revision.Summary) != "types: AKM" || len(changes) != 1 {
			t.Fatalf("revision %+v, changes %+v", revision, changes)
		}
		before := map[string]any{"nominal": 4.0, "cost": nil, "crafted": false, "usage_ids": []any{1.0, 2.0}, "raw": nil}
		after := map[string]any{"nominal": nil, "cost": 100.0, "crafted": true, "usage_ids": []any{2.0}, "raw": "<type/>"}
		if diff := cmp.Diff(before, object(t, changes[0].Before)); diff != "" {
			t.Errorf("before:\n%s", diff)
		}
		if diff := cmp.Diff(after, object(t, changes[0].After)); diff != "" {
			t.Errorf("after:\n%s", diff)
		}
	})
}

func TestHistoryOfDelete(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.InstanceClassnames
		class := w.create(t, r, record.Values{"name": "AKM"})
		made := w.create(t, record.Types, record.Values{"instance_classname_id": r.ID(class), "raw": "<type/>", "usage_ids": []int64{4}})
		if _, err := w.Delete(t.Context(), r, w.Scope, r.SID(class)); err != nil {
			t.Fatal(err)
		}
		revision, changes := w.last(t)
		if revision.Action != "delete" || revisions.Summary(revision.Summary) != "classnames: AKM" || revision.Records != 2 || len(changes) != 2 {
			t.Fatalf("revision %+v, changes %+v", revision, changes)
		}
		before := object(t, changes[0].Before)
		if changes[0].SID != record.Types.SID(made) || changes[0].After != "" {
			t.Errorf("the type's change is %+v", changes[0])
		}
		if before["raw"] != "<type/>" || len(before["usage_ids"].([]any)) != 1 || before["id"] != float64(record.Types.ID(made)) {
			t.Errorf("all of a deleted record is kept, not %v", before)
		}
	})
}

func TestHistoryKeepsWhatItsAuthorDid(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.event(t, "Loot")
		if _, err := w.Exec(t.Context(), `UPDATE users SET name = '2026-02-01T12:00:00Z' WHERE id = $1`, w.UserID); err != nil {
			t.Fatal(err)
		}
		if revision, _ := w.last(t); revision.Author != "2026-02-01T12:00:00Z" {
			t.Errorf("a name that looks like a time reads %q", revision.Author)
		}
		other := newWorld(t, w.DB)
		if _, err := w.Exec(t.Context(), `UPDATE revisions SET user_id = $1`, other.UserID); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Exec(t.Context(), `DELETE FROM users WHERE id = $1`, other.UserID); err != nil {
			t.Fatal(err)
		}
		if revision, changes := w.last(t); revision.Author != "" || len(changes) != 1 {
			t.Errorf("without its author: %+v, %d changes", revision, len(changes))
		}
	})
}

func TestRevisionsByPage(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for range 4 {
			w.event(t, "Loot")
		}
		list, total, err := w.Revisions(t.Context(), w.Scope, 1, 2)
		if err != nil || total != 5 || len(list) != 2 || list[0].Number != 4 || list[1].Number != 3 {
			t.Errorf("second and third newest of %d: %+v, %v", total, list, err)
		}
	})
}

const password = "correct horse battery staple"

func TestSecretsAreSealed(t *testing.T) {
	key := bytes.Repeat([]byte{3}, store.KeySize)
	eachConfig(t, func(t *testing.T, c store.Config) {
		c.Key = key
		w := newWorld(t, open(t, c))
		r := record.Instances
		made, err := w.CreateInstance(t.Context(), w.UserID, record.Values{"name": "Server", "map_id": int64(1), "password": password})
		if err != nil {
			t.Fatal(err)
		}
		scope := store.Scope{UserID: w.UserID, InstanceID: r.ID(made)}
		first := field(r, made, "password")
		update := func(password string) any {
			row, err := w.UpdateInstance(t.Context(), scope, r.SID(made), record.Values{"password": password})
			if err != nil {
				t.Fatal(err)
			}
			return field(r, row, "password")
		}
		if again := update(password); again != first {
			t.Error("the same password is a change")
		}
		if other := update(password + "!"); other == first {
			t.Error("another password is no change")
		}
		if revision, changes := (world{
			w.DB, scope, "",
		}).last(t); revision.Number != 2 || changes[0].Before != `{"password":null}` || changes[0].After != `{"password":null}` {
			t.Errorf("revision %d: %+v", revision.Number, changes)
		}
		wantNowhere(t, w, c)
	})
}

// wantNowhere checks that no table, and no file of SQLite, holds the password.
func wantNowhere(t *testing.T, w world, c store.Config) {
	t.Helper()
	var sealed string
	if err := w.QueryRow(t.Context(), `SELECT password FROM instances WHERE password IS NOT NULL`).Scan(&sealed); err != nil {
		t.Fatal(err)
	}
	kept := sealed + strings.Join(texts(t, w.DB, `SELECT COALESCE(before, '') || COALESCE(after, '') FROM changes`), "")
	for _, file := range []string{"quartermaster.db", "quartermaster.db-wal"} {
		data, err := os.ReadFile(filepath.Join(c.Dir, file))
		if err != nil && c.Dir != "" {
			t.Fatal(err)
		}
		kept += string(data)
	}
	if strings.Contains(kept, password) {
		t.Error("the password can be read in the database")
	}
}

func TestSecretsNeedAKey(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		w := newWorld(t, open(t, c))
		_, err := w.UpdateInstance(t.Context(), w.Scope, w.sid, record.Values{"password": password})
		if err == nil || strings.Contains(err.Error(), password) {
			t.Errorf("without a key: %v", err)
		}
	})
}
