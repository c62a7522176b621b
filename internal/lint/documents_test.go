package lint_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/expansion"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// server is an instance that files are imported into.
type server struct {
	*lint.Service
	t     *testing.T
	db    *store.DB
	scope store.Scope
}

func newServer(t *testing.T, db *store.DB) server {
	t.Helper()
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	return server{lint.New(db), t, db, scope}
}

// load imports files, given as paths and texts in turn.
func (s server) load(files ...string) {
	s.t.Helper()
	var uploads []mission.Upload
	for i := 0; i < len(files); i += 2 {
		uploads = append(uploads, mission.Upload{Path: files[i], Data: []byte(files[i+1])})
	}
	if _, err := mission.New(s.db).Import(context.Background(), s.scope, uploads, mission.Options{}); err != nil {
		s.t.Fatal(err)
	}
}

func (s server) finds(want ...string) {
	s.t.Helper()
	found, err := s.Check(s.t.Context(), s.scope)
	if err != nil {
		s.t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, f.Resource.Path+" "+f.Name+": "+f.Message())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// document returns the text of the only record of a resource, and the number of items that is read out of it.
func (s server) document(r *record.Resource) (text string, items int64) {
	s.t.Helper()
	rows, err := s.db.All(s.t.Context(), r, s.scope, "")
	if err != nil || len(rows) != 1 {
		s.t.Fatalf("%d records, %v", len(rows), err)
	}
	text, _ = rows[0][r.Index("document")].(string)
	items, _ = rows[0][r.Index("items_count")].(int64)
	return text, items
}

// TestFixOfADocument holds that fixes change a document where they are meant to, along with what is read out of it, as one
// revision that can be undone.
func TestFixOfADocument(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newServer(t, db)
		document := expansion.Category.Default()
		item := func(name string) any {
			o := expansion.New(expansion.Category.Field("Items").Fields)
			o.Set("ClassName", name)
			return o
		}
		document.Set("Items", []any{item("AKM"), item("Axe"), item("akm")})
		text := expansion.Text(document)
		document.Set("Items", []any{item("AKM"), item("Axe")})
		want := expansion.Text(document)
		s.load("profiles/ExpansionMod/Market/Guns.json", text)
		s.finds("expansion/market-categories Guns: “akm” is already in the category Guns; the mod ignores it here.")
		choices := []lint.Choice{{Rule: "market-duplicate-class"}}
		changes, err := s.Preview(t.Context(), s.scope, choices)
		if err != nil || len(changes) != 1 || !strings.HasPrefix(string(changes[0].Before["document"]), `{"Items[akm]":{`) ||
			string(changes[0].After["document"]) != `{}` {
			t.Fatalf("%+v, %v", changes, err)
		}
		if _, _, err := s.Fix(t.Context(), s.scope, choices); err != nil {
			t.Fatal(err)
		}
		s.finds()
		if got, items := s.document(record.MarketCategories); got != want || items != 2 {
			t.Errorf("%d items:\n%s", items, cmp.Diff(want, got))
		}
		if _, err := db.Revert(t.Context(), s.scope, store.Revert{To: revision(t, s) - 1}); err != nil {
			t.Fatal(err)
		}
		if got, items := s.document(record.MarketCategories); got != text || items != 3 {
			t.Errorf("after the way back, %d items:\n%s", items, cmp.Diff(text, got))
		}
	})
}

func revision(t *testing.T, s server) (n int64) {
	t.Helper()
	if err := s.db.QueryRow(t.Context(), `SELECT revision FROM instances WHERE id = $1`, s.scope.InstanceID).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFilesThatNoRecordStandsFor holds that kept files of the mod are read, and those of others left alone.
func TestFilesThatNoRecordStandsFor(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newServer(t, db)
		const quests = "profiles/ExpansionMod/Quests/"
		s.load(quests+"Quests/Quest_1.json", `{"ID":1,"Title":5,"FollowUpQuest":2,"IsAchievement":1}`, quests+"NPCs/QuestNPC_1.json", `{"ID":1`,
			quests+"Notes.json", `{"ID":`, "profiles/OtherMod/Quests/Quest_2.json", `{`, "mpmissions/dayzOffline.chernarusplus/db/messages.xml",
			"<messages/>",
			"mpmissions/dayzOffline.chernarusplus/expansion/missions/Airdrop_1.json", `{"Enabled":"yes"}`,
			"mpmissions/dayzOffline.chernarusplus/expansion/missions/Airdrop_2.json",
			`{"MissionName":"`+strings.Repeat("x", 1<<20)+`","Enabled":"yes"}`)
		s.finds(
			"files /"+quests+"Quests/Quest_1.json: FollowUpQuest is the quest 2, which does not exist.",
			"files /"+quests+"NPCs/QuestNPC_1.json: The file cannot be read and is exported as it was uploaded: line 1, column 8: the document "+
				"ends where ',' or '}' is expected.",
			"files /"+quests+"Notes.json: The file cannot be read and is exported as it was uploaded: line 1, column 7: the document ends where "+
				"a value is expected.",
			"files /profiles/OtherMod/Quests/Quest_2.json: The file cannot be read and is exported as it was uploaded: line 1, column 2: the "+
				"document ends where a key in double quotes is expected.",
			"files /"+quests+"Quests/Quest_1.json: The Title field must be a string.",
			"files expansion/missions/Airdrop_1.json: The Enabled field must be true or false.")
	})
}

// TestDocumentsOfOthers holds that nobody is told of files of another user's instance.
func TestDocumentsOfOthers(t *testing.T) {
	t.Parallel()
	s := newServer(t, storetest.Open(t))
	s.load("profiles/ExpansionMod/Quests/Quests/Quest_1.json", `{"ID":`)
	s.scope.UserID = storetest.User(t, s.db)
	if found, err := s.Check(t.Context(), s.scope); err == nil {
		t.Errorf("%+v", found)
	}
}
