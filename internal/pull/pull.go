package pull

import (
	"context"
	"errors"
	"slices"
	"time"

	"quartermaster/internal/change"
	"quartermaster/internal/delivery"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/observe"
	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
)

// Service pulls. It is the queue's handler of pulls that are jobs.
type Service struct {
	Config
}

// Config holds what a service works with.
type Config struct {
	DB       *store.DB
	Targets  *target.Service
	Missions *mission.Service
	Imports  *imports.Service
	Stored   *stored.Service
	Jobs     *queue.Jobs // nil for a process without a queue
}

// New returns a service.
func New(c Config) *Service { return &Service{c} }

// Options say what becomes of files that differ.
type Options struct {
	// Mode is how they are imported. Update, which keeps what the instance has changed itself, and Merge take those that were changed on
	// the server; Replace takes all that differ, so that the records are as the server has them.
	Mode    mission.Mode    `json:"mode"`
	Prefer  mission.Side    `json:"prefer,omitempty"`  // of Update
	Choices mission.Choices `json:"choices,omitempty"` // of Update: exceptions from that
	Paths   []string        `json:"paths,omitempty"`   // of generated files that are to be looked at; nil for all
	DryRun  bool            `json:"dry_run"`
	Layer   string          `json:"as_layer,omitempty"` // make a layer of that name of what would be imported; empty to import
}

// Result is what a pull has found and imported.
type Result struct {
	Options     Options
	Listed      int // files of the server that the program reads
	Fetched     int
	Bytes       int64 // of the fetched files
	Differences []Difference
	Import      imports.Result
}

// Status says how a file of a server differs from the instance's.
type Status string

// The statuses of files. Those that are the same are not listed.
const (
	OnlyThere   Status = "new"          // the instance does not have it
	Changed     Status = "changed"      // somebody has changed it on the server
	BothChanged Status = "both changed" // the instance has changed as well
	ChangedHere Status = "changed here" // the server has what was last delivered or imported
)

// Difference is a file of a server that differs from the generated one.
type Difference struct {
	Path   string `json:"path"` // of the generated file
	Server string `json:"on_server"`
	Status Status `json:"status"`
	Bytes  int64  `json:"bytes"`
	Taken  bool   `json:"taken"` // it is imported, or would be

	// Since holds, of a dry run, what was changed on the server since the file was last delivered, fetched or imported, record by record.
	Since   []record.Difference
	Omitted int // records that are left out
}

// Progress is called while files are fetched and imported.
type Progress func(done, total int, what say.Message)

// pull compares the files of an instance's server with the instance, and imports those that the options choose. It returns
// target.ErrNone, Refused for what the server or the plan refuses, and store.ErrNotFound if there is no such instance.
func (s *Service) pull(ctx context.Context, scope store.Scope, o Options, progress Progress) (result Result, err error) {
	ctx, end := observe.Begin(ctx, observe.Operation{Name: "pull"})
	defer func() { end(err) }()
	p := &run{
		Service: s, scope: scope, options: o, progress: progress, link: &link{targets: s.Targets, scope: scope},
		spools: map[string]*stored.Spool{}, result: Result{Options: o},
	}
	defer p.close()
	if err := p.compare(ctx); err != nil {
		return p.result, err
	}
	err = p.take(ctx)
	return p.result, err
}

// Refused is why a pull cannot be done, for the owner. Its sentence is in package outcome.
type Refused say.Message

func (r Refused) Error() string { return outcome.Sentence(say.Message(r)) }

// run is one pull under way.
type run struct {
	*Service
	scope    store.Scope
	options  Options
	progress Progress
	link     *link
	server   string // its address
	listed   time.Time
	files    []file
	spools   map[string]*stored.Spool // what was fetched, by generated path
	result   Result
}

// file is a file of the server with what is known of it.
type file struct {
	target.File
	digest    string // of what the server has; empty until it is known
	generated string // of what the instance writes; empty if it writes none
	original  string // of what was last imported; empty if nothing was
	imported  bool   // what the server has was imported at some time

	common   delivery.Common // what was last delivered or fetched
	isShared bool            // there is such a version
}

// base returns the digest of the version with which both sides have begun; "" for none.
func (f *file) base() string {
	if f.isShared {
		return f.common.SHA256
	}
	return f.original
}

func (p *run) close() {
	p.link.close()
	for _, spool := range p.spools {
		_ = spool.Close() // a temporary file, of which nothing more is asked
	}
}

// compare lists the server, reads what may differ and notes the differences.
func (p *run) compare(ctx context.Context) error {
	p.progress(0, 0, say.New("listing"))
	var listed []target.File
	err := p.link.do(ctx, func(place *target.Place) (err error) {
		p.server, p.listed = place.Target.Address(), time.Now()
		if listed, err = place.Listing(ctx); err == nil {
			listed, err = p.configuration(ctx, listed, place.Target.Mission)
		}
		return err
	})
	if err != nil {
		return refused(err)
	}
	p.result.Listed = len(listed)
	if err := p.know(ctx, listed); err != nil {
		return err
	}
	if err := p.fetch(ctx, func(f *file) bool { return f.digest == "" }); err != nil {
		return err
	}
	imported, err := delivery.ReadImported(ctx, p.DB, p.scope)
	if err != nil {
		return err
	}
	for i := range p.files {
		p.files[i].imported = imported.Has(p.files[i].digest)
		p.note(&p.files[i])
	}
	return nil
}

// configuration returns the files that an import would take in, as far as their paths tell.
func (p *run) configuration(ctx context.Context, listed []target.File, running string) (files []target.File, err error) {
	paths := make([]string, len(listed))
	for n, f := range listed {
		paths[n] = f.Generated
	}
	reasons, err := p.Missions.LeftOut(ctx, p.scope, paths, running)
	for n, why := range reasons {
		if why.IsNone() {
			files = append(files, listed[n])
		}
	}
	return files, err
}

// know finds out what is known of the listed files: what the instance writes, what was last imported or delivered, and what they held
// when they were last read, if they are listed as they were then.
func (p *run) know(ctx context.Context, listed []target.File) error {
	generated, err := p.generated(ctx)
	if err != nil {
		return err
	}
	common, err := delivery.LastCommon(ctx, p.DB, p.scope, p.server)
	if err != nil {
		return err
	}
	read, err := p.lastRead(ctx)
	if err != nil {
		return err
	}
	for _, f := range listed {
		g := generated[fold(f.Generated)]
		if g.path != "" {
			f.Generated = g.path
		}
		if len(p.options.Paths) > 0 && !slices.Contains(p.options.Paths, f.Generated) {
			continue
		}
		known := file{File: f, generated: g.sha256, original: g.original, digest: read.digest(f)}
		known.common, known.isShared = common[f.Generated]
		p.files = append(p.files, known)
	}
	return p.allFound()
}

// isAsNoted reports whether the server lists the file as it did when it was last the same on both sides.
func (f *file) isAsNoted() bool {
	return f.common.Seen && f.common.Bytes == f.Size && f.common.Modified == f.Modified.UnixMicro()
}

// allFound returns Refused if the options name a file that the server does not have.
func (p *run) allFound() error {
	for _, name := range p.options.Paths {
		if !slices.ContainsFunc(p.files, func(f file) bool { return f.Generated == name }) {
			return Refused(say.New("not-there", "path", name))
		}
	}
	return nil
}

// note adds a file that differs to the result.
func (p *run) note(f *file) {
	status := f.status()
	if status == "" {
		return
	}
	p.result.Differences = append(p.result.Differences, Difference{
		Path: f.Generated, Server: f.Path, Status: status, Bytes: f.Size, Taken: status != ChangedHere || p.options.Mode == mission.Replace,
	})
}

// statuses are those of files by what their versions say.
var statuses = map[change.Outcome]Status{change.OnlyMine: ChangedHere, change.OnlyTheirs: Changed, change.Clash: BothChanged}

// status compares the versions of a file; it is empty for one that is the same.
func (f *file) status() Status {
	if f.generated == "" && f.base() == "" {
		return OnlyThere
	}
	return statuses[delivery.Versions{
		Mine: f.generated, Server: f.digest, Delivered: f.common.SHA256, Original: f.original, BaseThen: f.common.Original, Imported: f.imported,
	}.Outcome()]
}

// refused turns an error of a server into words. Those of the service itself stay.
func refused(err error) error {
	if errors.Is(err, target.ErrNone) || errors.Is(err, store.ErrNotFound) || errors.Is(err, errOurs) || errors.Is(err, context.Canceled) {
		return err
	}
	return Refused(target.Explain(err))
}
