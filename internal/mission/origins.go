package mission

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/gameversion"
)

// origin is the version of the game that a file comes from.
type origin struct {
	version  *gameversion.Version
	pristine bool // it was imported as the game has it
}

// tally says how much of a file each version of the game has.
type tally struct {
	of       []gameversion.Tally
	entries  int // of the file
	values   int
	pristine []bool // whether the file is that of a version as it is written, in the order of the versions
	lacks    []int  // how many entries of each version the file does not have
	has      []bool // whether each version has such a file
	framed   []bool // whether the text around the entries is that of each version
}

// originsOf returns the versions that files of an instance come from, by their paths in lower case, as far as that is clear. It goes by
// what was last imported of them: own changes since make no other version of it.
func (s *Service) originsOf(ctx context.Context, i instance, files []File) (map[string]origin, error) {
	versions, err := s.versionsOf(ctx, i)
	if err != nil || len(versions) == 0 {
		return nil, err
	}
	tallies, total := map[string]tally{}, map[*gameversion.Version]int{}
	for n := range files {
		t, err := s.tallyOf(ctx, &files[n], versions)
		if err != nil {
			return nil, err
		}
		tallies[strings.ToLower(files[n].rel)] = t
		for _, one := range t.of {
			total[one.Version] += one.Equal
		}
	}
	origins := map[string]origin{}
	for rel, t := range tallies {
		if of, clear := t.nearest(total); clear {
			origins[rel] = of
		}
	}
	return origins, nil
}

// nearest returns the version that a file comes from; of several that are as near, the one that most of the other files come from, or of
// which the file lacks least: what it lacks may be newer than the file. It is clear if most of the file's entries are the game's, and most
// of what these say, or if the file has all that the version has, be it nothing, and the text around it or other files come from there.
func (t tally) nearest(total map[*gameversion.Version]int) (o origin, clear bool) {
	if len(t.of) == 0 {
		return o, false
	}
	n := 0
	for i := range t.of {
		if t.isNearer(i, n, total) {
			n = i
		}
	}
	best := t.of[n]
	clear = t.isAllOf(n) || 2*best.Entries >= t.entries && 2*best.Equal >= best.Values && best.Equal >= fewEqual
	isWhole := t.has[n] && t.lacks[n] == 0 && (t.framed[n] || total[best.Version] > best.Equal)
	return origin{best.Version, t.pristine[n]}, clear || isWhole || t.pristine[n]
}

// isNearer reports whether the file is nearer to the ith version than to the nth.
func (t tally) isNearer(i, n int, total map[*gameversion.Version]int) bool {
	a, b := t.of[i], t.of[n]
	return cmp.Or(
		rank(t.pristine[i])-rank(t.pristine[n]), rank(t.isAllOf(i))-rank(t.isAllOf(n)),
		a.Equal-a.Shape-b.Equal+b.Shape, rank(t.framed[i])-rank(t.framed[n]), total[a.Version]-total[b.Version], t.lacks[n]-t.lacks[i],
		gameversion.CompareNames(a.Version.Name, b.Version.Name),
	) > 0
}

// isAllOf reports whether the ith version has all that the file says.
func (t tally) isAllOf(i int) bool {
	one := t.of[i]
	return one.Equal > 0 && one.Equal == t.values && one.Entries == t.entries
}

// fewEqual is how many equal values may be so by chance.
const fewEqual = 8

// tallyOf compares the last import of a file with versions of the game.
func (s *Service) tallyOf(ctx context.Context, f *File, versions []*gameversion.Version) (t tally, err error) {
	id, p := f.lastImport(), printed{f.from.instance, f.kind, f.rel}
	if id == nil || f.Broken || f.CopyOf != "" || !slices.ContainsFunc(versions, p.isOf) {
		return t, nil
	}
	sum := f.from.contents[*id].sha256
	if known, is := s.known.get(p, sum, versions); is {
		return known, nil
	}
	text, err := f.from.original(ctx, *id)
	if err != nil {
		return t, err
	}
	files := &gameversion.Imprint{FactsOnly: true}
	if err := p.addTo(files, text); err == nil {
		t = p.tallyOf(files, versions, text)
	}
	s.known.put(p, sum, versions, t)
	return t, nil
}

func (p printed) tallyOf(files *gameversion.Imprint, versions []*gameversion.Version, text []byte) tally {
	t := tally{of: gameversion.TallyAll(versions, files), entries: len(files.Entries)}
	kinds := map[string]bool{}
	for _, e := range files.Entries {
		t.values, kinds[e.Kind] = t.values+len(e.Says), true
	}
	frame, written := p.signatureOf(text), string(text)
	for i, v := range versions {
		t.pristine, t.lacks = append(t.pristine, v.HasText(p.textName(), written)), append(t.lacks, -t.of[i].Entries)
		t.has, t.framed = append(t.has, p.isOf(v)), append(t.framed, v.HasText(p.signatureName(), frame))
		for kind := range kinds {
			t.lacks[i] += v.Counts[kind]
		}
	}
	return t
}

// signatureOf returns the signature of the text around the entries of a text; empty where there is none.
func (p printed) signatureOf(text []byte) string {
	r, is := p.kind.(skeletonReader)
	if !is {
		return ""
	}
	s, err := r.skeletonIn(text)
	if err != nil {
		return ""
	}
	return p.kind.info().frameOf(s).signature()
}

// isOf reports whether a version of the game has such a file.
func (p printed) isOf(v *gameversion.Version) bool {
	k := p.kind.info()
	if d := p.document(); d != nil {
		return v.Counts[p.name(d)] > 0
	}
	return k.resource != nil && (v.Counts[k.printsOf(k.resource)] > 0 || v.HasFile(p.textName()))
}

// recognitions remembers what was found out about contents, which never change. It is safe for concurrent use.
type recognitions struct {
	mu       sync.Mutex
	tallies  map[recognized]tally
	compares map[recognized]gameversion.Difference
	origins  map[recognized]map[string]Origin // of all files of an instance
	states   map[statesKey]map[int64]compared
}

// recognized is a content as a file of the game, and the versions that it was compared with.
type recognized struct {
	kind                  Kind
	rel, sha256, versions string
}

// mostRecognized limits how many contents are remembered: a thousand take about a megabyte.
const mostRecognized = 2000

// mostOrigins limits of how many instances' files the origins are remembered.
const mostOrigins = 50

func keyOfRecognized(p printed, sha256 string, versions []*gameversion.Version) recognized {
	return recognized{p.kind.info().name, strings.ToLower(p.rel), sha256, digestOfVersions(versions)}
}

func digestOfVersions(versions []*gameversion.Version) string {
	names := make([]string, len(versions))
	for i, v := range versions {
		names[i] = v.Map + " " + v.Name + " " + v.Source
	}
	return digest([]byte(strings.Join(names, "\n")))
}

func (r *recognitions) get(p printed, sha256 string, versions []*gameversion.Version) (t tally, known bool) {
	return lookUp(r, &r.tallies, keyOfRecognized(p, sha256, versions))
}

func (r *recognitions) put(p printed, sha256 string, versions []*gameversion.Version, t tally) {
	remember(r, &r.tallies, keyOfRecognized(p, sha256, versions), t, mostRecognized)
}

func (r *recognitions) comparison(key recognized) (gameversion.Difference, bool) {
	return lookUp(r, &r.compares, key)
}

func (r *recognitions) compared(key recognized, d gameversion.Difference) {
	remember(r, &r.compares, key, d, mostRecognized)
}

func lookUp[K comparable, V any](r *recognitions, list *map[K]V, key K) (value V, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	value, known = (*list)[key]
	return value, known
}

func remember[K comparable, V any](r *recognitions, list *map[K]V, key K, value V, most int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if *list == nil || len(*list) >= most {
		*list = map[K]V{}
	}
	(*list)[key] = value
}
