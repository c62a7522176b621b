package tradermod

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/modtest"
)

// genuineSets returns the files of traders of real servers, which lie beside the project.
func genuineSets(t *testing.T) map[Mod][][]File {
	t.Helper()
	shared := os.DirFS("../../../shared/data")
	sets := map[Mod][][]File{
		Jones:     {under(t, shared, "trader/helkhiana", "profiles/")},
		Expansion: {under(t, shared, "expansion/omniv1/profiles", "profiles/")},
	}
	servers := map[string][]File{}
	for name, data := range modtest.Files(t) {
		if server, at, found := strings.Cut(strings.TrimPrefix(name, "trader-plus/"), "/"); found && Plus.Takes(name) {
			servers[server] = append(servers[server], File{"profiles/" + at, string(data)})
		}
	}
	for _, files := range servers {
		sets[Plus] = append(sets[Plus], files)
	}
	return sets
}

func under(t *testing.T, shared fs.FS, folder, to string) (files []File) {
	t.Helper()
	err := fs.WalkDir(shared, folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(shared, path)
		rel, _ := filepath.Rel(folder, path)
		files = append(files, File{to + filepath.ToSlash(rel), string(data)})
		return err
	})
	if err != nil {
		t.Skip("genuine server files are not beside the project")
	}
	return files
}

func TestGenuineTradersThereAndBack(t *testing.T) {
	t.Parallel()
	for from, sets := range genuineSets(t) {
		for _, files := range sets {
			for _, to := range []Mod{Jones, Plus, Expansion} {
				if to != from {
					thereAndBack(t, from, to, files)
				}
			}
		}
	}
}

// thereAndBack converts files to another mod, and what that makes back to the first.
func thereAndBack(t *testing.T, from, to Mod, files []File) {
	t.Helper()
	there, err := Convert(wish(from, to), files)
	if errors.As(err, new(Refusal)) || errors.Is(err, ErrNothing) {
		return // a server has broken files, another one only some
	}
	if err != nil {
		t.Fatal(err)
	}
	back, err := Convert(wish(to, from), there.Files)
	if err != nil {
		t.Errorf("%s to %s and back: %v", from, to, err)
		return
	}
	was, now := offersOf(t, from, files), offersOf(t, from, back.Files)
	doubled := tells(there, "doubled")
	for key, p := range was {
		got, there := now[key]
		_, class, _ := strings.Cut(key, "/")
		if (!there || got != p) && p != (price{never, never}) && !doubled && class != "expansionbanknotehryvnia" {
			t.Errorf("%s to %s and back: %s costs %v and then %v", from, to, key, p, got)
		}
	}
	again, err := Convert(wish(from, to), slices.Concat(there.Files, files))
	if err != nil || len(again.Files) > 0 {
		t.Errorf("%s to %s again: %v changes %d files", from, to, err, len(again.Files))
	}
}

// tells reports whether a conversion tells something by a rule.
func tells(r Result, rule string) bool {
	return slices.ContainsFunc(r.Notes, func(n Note) bool { return n.Says.Rule == rule })
}

func wish(from, to Mod) Wish {
	return Wish{From: from, To: to, Mission: "m", Spelling: func(class string) string { return class }}
}

type price struct{ buy, sell int64 }

// offersOf returns the prices of classes by traders, all in lower case.
func offersOf(t *testing.T, m Mod, files []File) map[string]price {
	t.Helper()
	r := &reading{wish: wish(m, m), files: filesOf(m, files), notes: new(notes)}
	market := mods[m].read(r)
	if r.err != nil {
		t.Fatal(r.err)
	}
	offers := map[string]price{}
	for _, trader := range market.Traders {
		for _, name := range trader.Categories {
			for _, i := range market.category(name).Items {
				key := strings.ToLower(trader.Name + "/" + i.Class)
				if _, known := offers[key]; !known {
					offers[key] = price{i.Buy, i.Sell}
				}
			}
		}
	}
	return offers
}
