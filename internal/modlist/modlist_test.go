package modlist_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/gameserver"
	"quartermaster/internal/modlist"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// shown returns the list as folders with their numbers; those for the server alone have a star.
func shown(t *testing.T, db *store.DB, scope store.Scope) (texts []string) {
	t.Helper()
	list, err := modlist.Read(t.Context(), db, scope)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		text := m.Name
		if m.SteamID != nil {
			text += " " + *m.SteamID
		}
		if m.ServerOnly {
			text += " *"
		}
		texts = append(texts, text)
	}
	return texts
}

func TestTake(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	first, err := db.View(scope).Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	told := []gameserver.Mod{{WorkshopID: 2291785308, Name: "DayZ-Expansion-Core"}, {WorkshopID: 1559212036, Name: "CF"}}
	for _, step := range []struct {
		mods []modlist.Mod
		want []string
	}{
		{modlist.OfStartLine(`x.exe "-mod=@CF;@1564026768;@Old" -serverMod=@Own`), []string{"@CF", "@1564026768 1564026768", "@Old", "@Own *"}},
		{modlist.OfServer(told), []string{"@DayZ-Expansion-Core 2291785308", "@CF 1559212036", "@Own *"}},
		{modlist.OfServer(told), []string{"@DayZ-Expansion-Core 2291785308", "@CF 1559212036", "@Own *"}},
		{
			modlist.OfStartLine(`"-mod=@cf;@DayZ Expansion Core" "-serverMod=@Other"`),
			[]string{"@cf 1559212036", "@DayZ Expansion Core 2291785308", "@Other *"},
		},
	} {
		if err := modlist.Take(t.Context(), db, scope, step.mods); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.want, shown(t, db, scope)); diff != "" {
			t.Error(diff)
		}
	}
	list, err := modlist.Read(t.Context(), db, scope)
	if line := `"-mod=@cf;@DayZ Expansion Core" "-serverMod=@Other"`; err != nil || modlist.StartLine(list) != line {
		t.Errorf("%s instead of %s: %v", modlist.StartLine(list), line, err)
	}
	revision, err := db.View(scope).Revision(t.Context())
	if err != nil || revision != first+3 {
		t.Errorf("revision %d: taking the same list again must make none (%v)", revision, err)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	list := []record.ServerMod{{Name: "@CF", SteamID: new("1")}, {Name: "@Two Words"}, {Name: "@Own", ServerOnly: true}}
	for _, test := range []struct {
		told []modlist.Mod
		want modlist.Difference
	}{
		{[]modlist.Mod{{Title: "Community", SteamID: "1"}, {Title: "Two-Words"}}, modlist.Difference{}},
		{[]modlist.Mod{{Title: "Two-Words"}, {Title: "CF"}}, modlist.Difference{Order: true}},
		{[]modlist.Mod{{Title: "New"}, {Title: "CF"}}, modlist.Difference{Missing: []string{"@Two Words"}, Added: []string{"New"}}},
	} {
		if diff := cmp.Diff(test.want, modlist.Compare(list, test.told)); diff != "" {
			t.Error(diff)
		}
	}
}
