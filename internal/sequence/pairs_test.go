package sequence

import (
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pairsByDefault is how many pairs of genuine files a run tries; the variable QM_TEST_PAIRS asks for another number, or all.
const pairsByDefault = 25

// TestGenuineFilesInPairs imports two files of one name that come from different servers, one after the other in both modes
// and orders, and whole servers likewise.
func TestGenuineFilesInPairs(t *testing.T) {
	t.Parallel()
	all := pairs(genuine(t))
	if len(all) == 0 {
		t.Skip("the game's own files are not here")
	}
	chosen := spreadOver(all, wanted(len(all)))
	s := serve(t)
	u := s.newUser(t, "pairs@example.org")
	for _, p := range chosen {
		of := pairTest{t, p}
		i := newInstance(of, u, nil)
		i.take(of, "merge", p.first)
		i.take(of, p.mode, p.second)
		u.send(of, "DELETE", "/api/instance/"+i.sid, "", nil)
	}
	t.Logf("%d of %d pairs were tried", len(chosen), len(all))
}

func wanted(all int) int {
	switch asked := os.Getenv("QM_TEST_PAIRS"); asked {
	case "":
		return min(pairsByDefault, all)
	case "all":
		return all
	default:
		n, _ := strconv.Atoi(asked)
		return min(n, all)
	}
}

// spreadOver takes n of a list, evenly.
func spreadOver(all []pair, n int) (some []pair) {
	for k := range n {
		some = append(some, all[k*len(all)/n])
	}
	return some
}

// pair is two imports, of which the second is made in a mode.
type pair struct {
	first, second folder
	mode          string
}

// pairTest names the pair in what it says.
type pairTest struct {
	*testing.T
	pair pair
}

func (t pairTest) Fatalf(format string, args ...any) {
	t.Helper()
	t.T.Fatalf("after %s and then %s (%s): "+format, append([]any{t.pair.first.name, t.pair.second.name, t.pair.mode}, args...)...)
}

// pairs are all of two files of one name, and of two folders, that are not the same.
func pairs(folders []folder) (all []pair) {
	named := map[string][]folder{}
	for _, f := range folders {
		for _, one := range f.files {
			base := strings.ToLower(path.Base(one.name))
			named[base] = append(named[base], folder{f.name + "/" + one.name, []upload{one}})
		}
	}
	groups := [][]folder{folders}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		groups = append(groups, named[name])
	}
	for _, group := range groups {
		all = append(all, pairsOf(group)...)
	}
	return all
}

func pairsOf(group []folder) (all []pair) {
	for a := range group {
		for b := range group {
			if a != b {
				all = append(all, pair{group[a], group[b], "merge"}, pair{group[a], group[b], "replace"})
			}
		}
	}
	return all
}

// take imports a folder and looks whether everything is generated, and taken in again as unchanged.
func (i *instance) take(t fataler, mode string, f folder) {
	t.Helper()
	packed := files{}
	for _, one := range f.files {
		packed[one.name] = string(one.data)
	}
	i.upload(t, "?mode="+mode, []upload{{"server.zip", archive(t, packed)}})
	i.now = i.look(t)
	for _, r := range i.list(t) {
		if r.Error != "" && !r.Broken {
			t.Fatalf("%s: %s: %s", f.name, r.Path, r.Error)
		}
	}
	i.accepts(t, "merge", true)
}
