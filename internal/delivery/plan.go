package delivery

import (
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/parallel"
	"quartermaster/internal/remote"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Plan says how the files of an instance compare with those of its game server.
type Plan struct {
	Revision int64
	Files    []File   // by path
	Problems Problems // of the instance; none for a rollback, which they do not concern
	Server   GameStatus
	Blocked  []say.Message // what holds a delivery back; empty where nothing does
}

// File is a file in a plan.
type File struct {
	Path    string // as it is generated
	Remote  string // its path on the server
	Status  FileStatus
	Bytes   int64 // generated; of OnlyThere on the server
	SHA256  string
	Records int
	Both    bool   // of ChangedThere: the instance has changed the file as well
	Gone    bool   // of OnlyThere: it was delivered, and is gone from the instance
	Error   string // why it cannot be sent; empty where it can be

	there    *remote.Entry // nil if it is not on the server
	server   string        // digest of what is there; unknownContent where that was not read
	original content       // as last imported
}

// Differs reports whether a delivery may send the file.
func (f *File) Differs() bool { return f.Status != Same && f.Status != OnlyThere && f.Error == "" }

// ChangedThere returns the paths of the files that somebody has changed on the server.
func (p *Plan) ChangedThere() (paths []string) {
	for _, f := range p.Files {
		if f.Status == ChangedThere && f.Error == "" {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// AtStart reports whether the game reads the file only when its server starts.
func (f *File) AtStart() bool {
	return !slices.Contains(playerLists, strings.ToLower(path.Base(f.Path)))
}

// playerLists are the names of the files that the server reads again while it runs.
var playerLists = []string{"ban.txt", "bans.txt", "whitelist.txt", "priority.txt"}

// survey compares files with the server of an instance.
type survey struct {
	link  *link
	tree  *tree
	known map[string]known
	plan  Plan

	imported Imported

	server     string                                                    // its address
	deliveries int                                                       // of a rollback: that are taken back
	write      func(ctx context.Context, path string, w io.Writer) error // writes what a file of the plan is to hold
}

// Plan compares the files of an instance with its game server, and changes nothing. It returns target.ErrNone, or why the server cannot
// be read.
func (s *Service) Plan(ctx context.Context, scope store.Scope) (Plan, error) {
	l, err := s.connect(ctx, scope)
	if err != nil {
		return Plan{}, err
	}
	defer l.close()
	v, err := s.survey(ctx, scope, l)
	if err != nil {
		return Plan{}, err
	}
	err = s.guard(ctx, scope, &v.plan, Options{})
	return v.plan, err
}

// survey looks at the generated files of an instance, at its problems and at the files of its server.
func (s *Service) survey(ctx context.Context, scope store.Scope, l *link) (*survey, error) {
	working, stop := context.WithCancel(ctx)
	defer stop()
	problems := s.problemsMeanwhile(working, scope)
	v, err := s.surveyFiles(ctx, scope, l)
	if err != nil {
		stop()
	}
	found, failed := problems()
	if err == nil {
		v.plan.Problems, err = found, failed
	}
	return v, err
}

func (s *Service) surveyFiles(ctx context.Context, scope store.Scope, l *link) (*survey, error) {
	revision, err := s.DB.RevisionOf(ctx, scope)
	if err != nil {
		return nil, err
	}
	generated, err := s.generate(ctx, scope)
	if err != nil {
		return nil, err
	}
	v, err := s.surveyOf(ctx, scope, l, planned(generated))
	if err == nil {
		v.plan.Revision, v.write = revision, writerOf(generated)
		err = v.addOthers(ctx, l)
	}
	return v, err
}

// generate lists the files of an instance in its turn: only a few are generated at once.
func (s *Service) generate(ctx context.Context, scope store.Scope) ([]mission.File, error) {
	leave, err := s.Stored.Making(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	files, err := s.Missions.Generate(ctx, scope)
	if err != nil {
		return nil, err
	}
	return s.configuration(ctx, scope, files)
}

// configuration returns files without run-time data, which an instance may have from before it was known as such: sent, it would set back
// what has happened on the server since.
func (s *Service) configuration(ctx context.Context, scope store.Scope, files []mission.File) (kept []mission.File, err error) {
	packs, err := s.Missions.PacksOf(ctx, scope)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Path
	}
	for i, why := range mission.RunTime(packs, names) {
		if why.IsNone() {
			kept = append(kept, files[i])
		}
	}
	return kept, nil
}

// writerOf returns what writes generated files by their paths, one at a time.
func writerOf(generated []mission.File) func(context.Context, string, io.Writer) error {
	byPath := map[string]*mission.File{}
	for i := range generated {
		byPath[generated[i].Path] = &generated[i]
	}
	return func(ctx context.Context, name string, w io.Writer) error { return byPath[name].Write(ctx, w) }
}

// planned returns generated files, of which nothing is known on the server yet.
func planned(generated []mission.File) []File {
	files := make([]File, len(generated))
	for i, g := range generated {
		files[i] = File{Path: g.Path, Bytes: g.Size, SHA256: g.SHA256, Records: g.Records}
		files[i].original.sha256, files[i].original.bytes = g.Original()
		if g.State == mission.Unwritten {
			files[i].Error = cmp.Or(mission.Sentence(g.Error), "it cannot be written")
		}
	}
	return files
}

// surveyOf compares files with those of the server, several at once.
func (s *Service) surveyOf(ctx context.Context, scope store.Scope, l *link, files []File) (v *survey, err error) {
	v = &survey{link: l, tree: newTree(l), plan: Plan{Files: files}}
	place, _, err := l.open(ctx)
	if err != nil {
		return v, err
	}
	v.server = place.Address()
	if v.known, err = readKnown(ctx, s.DB, scope.InstanceID, v.server); err != nil {
		return v, err
	}
	if v.imported, err = ReadImported(ctx, s.DB, scope); err != nil {
		return v, err
	}
	err = parallel.Each(ctx, len(files), maxTransfers, func(ctx context.Context, i int) error {
		if files[i].Remote = place.Path(files[i].Path); files[i].Remote == "" {
			files[i].Status, files[i].Error = NotThere, "the server has no place for it"
			return nil
		}
		return v.compare(ctx, &files[i])
	})
	return v, err
}

// compare finds a file on the server and sets its status.
func (v *survey) compare(ctx context.Context, f *File) (err error) {
	if f.Remote, f.there, err = v.tree.find(ctx, f.Remote); err != nil {
		return err
	}
	k := v.known[f.Path]
	switch {
	case f.there == nil:
	case f.there.Folder:
		f.Error = "the server has a folder of this name"
		f.server = unknownContent
	default:
		f.server, err = v.digest(ctx, f, k)
	}
	is := Versions{
		Mine:      f.SHA256,
		Server:    f.server,
		Delivered: k.sha256,
		Original:  f.original.sha256,
		BaseThen:  k.original,
		Imported:  v.imported.Has(f.server),
	}
	f.Status, f.Both = is.status()
	return err
}

// digest returns the digest of what the server has. It reads a file only if that may be one of the known versions, and the server
// does not list it as it did after it was delivered.
func (v *survey) digest(ctx context.Context, f *File, k known) (string, error) {
	if k.seen != nil && *k.seen == stateOf(*f.there) {
		return k.sha256, nil
	}
	if !v.mayBeKnown(f, k) {
		return unknownContent, nil
	}
	var is content
	err := v.link.do(ctx, func(p Place) (err error) {
		is, err = read(ctx, p, f.Remote, io.Discard)
		return err
	})
	return is.sha256, err
}

// mayBeKnown reports whether the server's file has the size of a known version.
func (v *survey) mayBeKnown(f *File, k known) bool {
	size := f.there.Size
	return size == f.Bytes || size == k.bytes || size == f.original.bytes || k.sha256 == "" && v.imported.hasSize(size)
}
