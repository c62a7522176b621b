// Package tradermods converts what the traders of an instance sell from one mod to another: its files are read, converted by tradermod, and
// stored as one edit, or told before that.
package tradermods

import (
	"context"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/tradermod"
)

// Service converts traders of instances. Its functions return store.ErrNotFound if the user has no such instance.
type Service struct {
	db       *store.DB
	missions *mission.Service
}

// New returns a service over the files of instances.
func New(db *store.DB, missions *mission.Service) *Service { return &Service{db, missions} }

// Order is which conversion is wanted.
type Order struct {
	From, To tradermod.Mod
	Replace  bool // prices of items that are there already are taken anew
}

// Done is what a conversion makes, or would make.
type Done struct {
	tradermod.Result
	New      map[string]bool // of the files, by their paths, those that were not there
	Revision int64           // 0 for none
}

// ErrChanged means that somebody else has added a file meanwhile that the conversion makes.
var ErrChanged = errors.New("the instance has changed in the meantime")

// Mods returns the mods of which the instance has files.
func (s *Service) Mods(ctx context.Context, scope store.Scope) (mods []tradermod.Mod, err error) {
	files, err := s.missions.Files(ctx, scope)
	for _, m := range []tradermod.Mod{tradermod.Jones, tradermod.Plus, tradermod.Expansion} {
		if slices.ContainsFunc(files, func(f mission.File) bool { return isOf(m, f) }) {
			mods = append(mods, m)
		}
	}
	return mods, err
}

func isOf(m tradermod.Mod, f mission.File) bool { return f.CopyOf == "" && m.Takes(f.Path) }

// Preview returns what a conversion would make. The error is tradermod.ErrNothing, or a mission.RefusedFile that cannot be read or written.
func (s *Service) Preview(ctx context.Context, scope store.Scope, o Order) (done Done, err error) {
	c, err := s.begin(ctx, scope, o)
	if err != nil {
		return done, err
	}
	now := map[string]*mission.File{}
	for i, f := range c.files {
		now[strings.ToLower(f.Path)] = &c.files[i]
	}
	_, err = c.carryOut(ctx, func(path string) *mission.File { return now[strings.ToLower(path)] })
	return c.done, err
}

// Convert carries a conversion out, as one revision. Its errors are those of Preview, or ErrChanged.
func (s *Service) Convert(ctx context.Context, scope store.Scope, o Order) (done Done, err error) {
	c, err := s.begin(ctx, scope, o)
	if err != nil {
		return done, err
	}
	c.done.Revision, err = s.missions.EditFiles(ctx, scope, mission.FilesEdit{
		Summary: say.New("traders", "from", o.From.Title(), "to", o.To.Title()), Files: c.carryOut,
	})
	return c.done, err
}

// conversion is a conversion at work.
type conversion struct {
	wish  tradermod.Wish
	files []mission.File // those of both mods, as they were when it began
	done  Done
}

func (s *Service) begin(ctx context.Context, scope store.Scope, o Order) (*conversion, error) {
	c := &conversion{wish: tradermod.Wish{From: o.From, To: o.To, Replace: o.Replace}}
	err := s.db.QueryRow(ctx, `SELECT mission FROM instances WHERE id = $1 AND user_id = $2`, scope.InstanceID,
		scope.UserID).Scan(&c.wish.Mission)
	if err != nil {
		return nil, err
	}
	if c.wish.Spelling, err = s.spelling(ctx, scope); err != nil {
		return nil, err
	}
	c.files, err = s.missions.Files(ctx, scope)
	c.files = slices.DeleteFunc(c.files, func(f mission.File) bool { return !isOf(o.From, f) && !isOf(o.To, f) })
	return c, err
}

// spelling returns how class names are spelled as the instance has them.
func (s *Service) spelling(ctx context.Context, scope store.Scope) (func(string) string, error) {
	rows, err := s.db.All(ctx, record.InstanceClassnames, scope, "")
	known := make(map[string]string, len(rows))
	name := record.InstanceClassnames.Index("name")
	for _, row := range rows {
		class, _ := row[name].(string)
		known[strings.ToLower(class)] = class
	}
	return func(class string) string {
		if spelled := known[strings.ToLower(class)]; spelled != "" {
			return spelled
		}
		return class
	}, err
}

// carryOut converts the files as they are now, and returns those that become others.
func (c *conversion) carryOut(ctx context.Context, file func(path string) *mission.File) (changed []mission.NewFile, err error) {
	var files []tradermod.File
	encodings := map[string]charset.Encoding{}
	for _, f := range c.files {
		now := file(f.Path)
		if now == nil {
			continue
		}
		data, err := now.Content(ctx)
		if err != nil {
			return nil, err
		}
		text, encoding := charset.Decode(data)
		files, encodings[f.Path] = append(files, tradermod.File{Path: f.Path, Text: string(text)}), encoding
	}
	c.done.Result, err = tradermod.Convert(c.wish, files)
	var refused tradermod.Refusal
	if errors.As(err, &refused) {
		return nil, mission.RefusedFile{Path: refused.Path, Reason: refused.Why}
	}
	if err != nil {
		return nil, err
	}
	c.done.New = map[string]bool{}
	for _, f := range c.done.Files {
		encoding, there := encodings[f.Path]
		if !there && file(f.Path) != nil {
			return nil, ErrChanged
		}
		data, err := charset.Encode([]byte(f.Text), encoding, syntaxOf(f.Path))
		if err != nil {
			return nil, mission.RefusedFile{Path: f.Path, Reason: err.Error()}
		}
		c.done.New[f.Path] = !there
		changed = append(changed, mission.NewFile{Path: f.Path, Data: data})
	}
	return changed, nil
}

func syntaxOf(path string) charset.Syntax {
	if strings.HasSuffix(strings.ToLower(path), ".json") {
		return charset.JSON
	}
	return charset.Plain
}
