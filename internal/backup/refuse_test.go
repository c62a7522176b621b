package backup_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/backup"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// tampering is an archive under change.
type tampering struct {
	t        *testing.T
	members  []member
	manifest backup.Manifest
}

// content changes a member and leaves the manifest alone.
func (x *tampering) content(name string, change func(string) string) {
	i := slices.IndexFunc(x.members, func(m member) bool { return m.name == name })
	x.members[i].content = change(x.members[i].content)
}

// forge changes a member and makes the manifest agree.
func (x *tampering) forge(name string, change func(string) string) {
	x.content(name, change)
	for i, m := range x.members {
		if m.name == name {
			x.declare(m, i)
		}
	}
}

// add puts in a member that the manifest knows.
func (x *tampering) add(m member) {
	x.manifest.Members = append(x.manifest.Members, backup.Member{Name: m.name})
	x.members = append(x.members, m)
	x.declare(m, len(x.manifest.Members)-1)
}

func (x *tampering) declare(m member, i int) {
	sum := sha256.Sum256([]byte(m.content))
	x.manifest.Members[i] = backup.Member{Name: m.name, Size: int64(len(m.content)), SHA256: hex.EncodeToString(sum[:])}
}

// file packs the changed archive.
func (x *tampering) file() string {
	text, err := json.Marshal(x.manifest)
	check(x.t, err)
	return pack(x.t, append(x.members, member{"manifest.json", string(text)}))
}

func constant(text string) func(string) string { return func(string) string { return text } }

func TestChangedArchivesAreRefused(t *testing.T) {
	t.Parallel()
	source := sqlite(t)
	fill(t, source)
	good, _ := write(t, source)
	const events, maps = "tables/events.jsonl", "tables/maps.jsonl"
	for name, c := range map[string]struct {
		change func(*tampering)
		want   string
	}{
		"other rows":    {func(x *tampering) { x.content(maps, constant("[]\n")) }, "tables/maps.jsonl: changed after"},
		"a missing row": {func(x *tampering) { x.forge(maps, constant("")) }, "tables/maps.jsonl has 0 rows"},
		"rows that are no JSON": {func(x *tampering) {
			x.forge(events, func(s string) string { return strings.ReplaceAll(s, "[", "{") })
		}, "table events: line 1"},
		"short rows": {func(x *tampering) {
			x.forge(events, func(s string) string { return strings.ReplaceAll(s, ",null", "") })
		}, "table events: line 1 has"},
		"rows of another instance": {func(x *tampering) {
			x.forge(events, func(s string) string {
				return regexp.MustCompile(`(?m)^(\[\d+,"\w+"),\d+`).ReplaceAllString(s, "$1,99")
			})
		}, "table events"},
		"a member more":     {func(x *tampering) { x.members = append(x.members, member{"more", ""}) }, "files that its manifest names"},
		"a member less":     {func(x *tampering) { x.members = x.members[1:] }, "files that its manifest names"},
		"a member twice":    {func(x *tampering) { x.members = append(x.members, x.members[0]) }, "twice"},
		"a path out":        {func(x *tampering) { x.add(member{"../evil", "x"}) }, `"../evil" has no place`},
		"a stored file out": {func(x *tampering) { x.add(member{"storage/../../evil", "x"}) }, "has no place"},
		"an absolute path":  {func(x *tampering) { x.add(member{"/evil", "x"}) }, "has no place"},
		"a backslash":       {func(x *tampering) { x.add(member{`storage/..\evil`, "x"}) }, "has no place"},
		"a table more":      {func(x *tampering) { x.add(member{"tables/evil.jsonl", ""}) }, "has no place"},
		"an unknown table":  {func(x *tampering) { x.manifest.Tables[0].Name = `evil"; --` }, "has no place"},
		"other columns":     {func(x *tampering) { x.manifest.Tables[0].Columns[1] = `evil"` }, "other columns"},
		"a newer version": {
			func(x *tampering) { x.manifest.Migration = store.NewestMigration() + 1 }, "Quartermaster 1.2.3, which is newer",
		},
		"a newer format":         {func(x *tampering) { x.manifest.Format++ }, "newer"},
		"no version":             {func(x *tampering) { x.manifest = backup.Manifest{} }, "no manifest of a backup"},
		"a key that is not here": {func(x *tampering) { x.manifest.SecretKey = false }, `"secret.key" has no place`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := &tampering{t: t, members: unpack(t, good)}
			last := len(x.members) - 1
			check(t, json.Unmarshal([]byte(x.members[last].content), &x.manifest))
			x.members = x.members[:last]
			c.change(x)
			refused(t, sqlite(t), x.file(), c.want)
		})
	}
}

// refused restores in vain and checks that nothing was made.
func refused(t *testing.T, target backup.Options, file, want string) {
	t.Helper()
	_, err := backup.Restore(t.Context(), target, file, false)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
	if names := listing(t, filepath.Dir(target.Store.Dir)); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
}

func TestDamagedArchivesAreRefused(t *testing.T) {
	t.Parallel()
	source := sqlite(t)
	fill(t, source)
	good, _ := write(t, source)
	whole, err := os.ReadFile(good)
	check(t, err)
	for name, damaged := range map[string][]byte{
		"empty": {}, "cut off": whole[:len(whole)-1], "half": whole[:len(whole)/2], "something else": []byte("no archive"),
	} {
		file := filepath.Join(t.TempDir(), "damaged.zip")
		check(t, os.WriteFile(file, damaged, 0o600))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused(t, sqlite(t), file, "cut off, or no backup")
		})
	}
}

// A flipped bit anywhere is noticed, or changes nothing that counts.
func TestAFlippedBitIsNoticed(t *testing.T) {
	t.Parallel()
	source := sqlite(t)
	fill(t, source)
	good, _ := write(t, source)
	want := contents(t, source)
	whole, err := os.ReadFile(good)
	check(t, err)
	for at := 0; at < len(whole); at += len(whole)/12 + 1 {
		file := filepath.Join(t.TempDir(), "flipped.zip")
		flipped := slices.Clone(whole)
		flipped[at] ^= 4
		check(t, os.WriteFile(file, flipped, 0o600))
		target := sqlite(t)
		if _, err := backup.Restore(t.Context(), target, file, false); err == nil && !cmp.Equal(want, contents(t, target)) {
			t.Errorf("a flipped bit at %d went unnoticed", at)
		}
	}
}

func TestRestoreKeepsWhatIsThere(t *testing.T) {
	each(t, func(t *testing.T, o backup.Options) {
		fill(t, o)
		file, _ := write(t, o)
		db, closeIt := open(t, o)
		storetest.User(t, db)
		closeIt()
		before := contents(t, o)
		if _, err := backup.Restore(t.Context(), o, file, false); err == nil || !strings.Contains(err.Error(), "--force") {
			t.Errorf("without force: %v", err)
		}
		if len(contents(t, o)["users"]) != len(before["users"]) {
			t.Error("a refused restore changed the data")
		}
		done, err := backup.Restore(t.Context(), o, file, true)
		check(t, err)
		if n := len(contents(t, o)["users"]); n != len(before["users"])-1 {
			t.Errorf("%d lines of users after the restore, %d before", n, len(before["users"]))
		}
		wantAside(t, o, done.Aside, before)
	})
}

// wantAside checks that the earlier data are whole.
func wantAside(t *testing.T, o backup.Options, name string, want map[string][]string) {
	t.Helper()
	aside := o
	aside.Store.Dir = filepath.Join(o.Store.Dir, name)
	wantFile(t, filepath.Join(aside.Store.Dir, "secret.key"), keyText)
	wantFile(t, filepath.Join(aside.Store.Dir, "storage", "blobs", "a", "b.png"), "picture")
	if o.Store.DatabaseURL != "" {
		aside.Store.DatabaseURL += "&search_path=" + name
	}
	if got := contents(t, aside); !slices.Equal(got["users"], want["users"]) || !slices.Equal(got["events"], want["events"]) {
		t.Errorf("the earlier data are %v", got)
	}
}

func TestDataInUseAreLeftAlone(t *testing.T) {
	each(t, func(t *testing.T, o backup.Options) {
		fill(t, o)
		file, _ := write(t, o)
		before := listing(t, o.Store.Dir)
		db, closeIt := open(t, o)
		if _, err := backup.Restore(t.Context(), o, file, true); err == nil || !strings.Contains(err.Error(), "in use") {
			t.Errorf("with an open database: %v", err)
		}
		check(t, db.Ping(t.Context()))
		closeIt()
		release, err := store.Claim(t.Context(), o.Store.Dir)
		check(t, err)
		if _, err := backup.Restore(t.Context(), o, file, true); err == nil || !strings.Contains(err.Error(), "in use") {
			t.Errorf("beside a server: %v", err)
		}
		release()
		if after := listing(t, o.Store.Dir); !slices.Equal(before, after) {
			t.Errorf("files were %v, are %v", before, after)
		}
		_, err = backup.Restore(t.Context(), o, file, true)
		check(t, err)
	})
}

// What is too damaged to be opened is what a backup is for.
func TestADamagedDatabaseIsReplacedAndNotBackedUp(t *testing.T) {
	t.Parallel()
	o := sqlite(t)
	fill(t, o)
	file, _ := write(t, o)
	check(t, os.WriteFile(filepath.Join(o.Store.Dir, "quartermaster.db"), []byte(strings.Repeat("damaged ", 1000)), 0o600))
	if _, err := backup.Write(t.Context(), o, file); err == nil {
		t.Error("a damaged database was backed up")
	}
	done, err := backup.Restore(t.Context(), o, file, true)
	check(t, err)
	if len(contents(t, o)["events"]) != 3 || done.Aside == "" {
		t.Errorf("restored beside %q: %v", done.Aside, contents(t, o)["events"])
	}
}
