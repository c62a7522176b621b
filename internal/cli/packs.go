package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/pack"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

// packFlags name packs beside those that come with the program.
type packFlags struct {
	Packs string `name:"packs" help:"Folder with more packs, which describe files of mods." type:"path" placeholder:"DIR"`
}

// known returns the packs that the program knows. Those with mistakes are left out: the mistakes are told.
func (f packFlags) known() (*pack.Set, error) {
	if f.Packs == "" {
		return pack.BuiltIn(), nil
	}
	set, wrong := pack.BuiltIn().With(f.Packs)
	return set, asError(wrong)
}

// over returns what knows the files of instances, and their problems, with these packs over those that come with the program.
func (f packFlags) over(db *store.DB) (*mission.Service, *lint.Service, error) {
	known, err := f.known()
	if err != nil {
		return nil, nil, usageError{fmt.Errorf("--packs: %w", err)}
	}
	packs := ownpacks.New(db, known)
	return mission.New(db).Knowing(packs), lint.New(db).Knowing(packs), nil
}

// asError returns mistakes as one error, nil for none.
func asError(wrong []pack.Mistake) error {
	errs := make([]error, len(wrong))
	for i, m := range wrong {
		errs[i] = m
	}
	return errors.Join(errs...)
}

type packCmd struct {
	Check packCheck `cmd:"" help:"Check packs: their schemas, rules and samples."`
	New   packNew   `cmd:"" help:"Print a first version of a pack, as far as the values of files tell."`
	List  packList  `cmd:"" help:"Print the packs that the program knows: slug, version and name on each line."`
}

type packCheck struct {
	Dir     string   `arg:"" type:"existingdir" help:"Folder of a pack, or of several."`
	Against []string `help:"More files or folders to check the pack against, below a folder of profiles." type:"path" placeholder:"PATH"`
}

// Run prints a line for each mistake, and fails if there is one.
func (c *packCheck) Run(io streams) error {
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return err
	}
	packs, wrong := pack.Check(os.DirFS(dir), filepath.Base(dir))
	for _, at := range c.Against {
		found, err := against(packs, at)
		if err != nil {
			return err
		}
		wrong = append(wrong, found...)
	}
	for _, m := range wrong {
		_, _ = fmt.Fprintln(io.out, m.Error())
	}
	if len(wrong) > 0 {
		return errors.New(ui.Plural(len(wrong), "mistake", "mistakes"))
	}
	_, err = fmt.Fprintln(io.out, ui.Plural(len(packs), "pack is right", "packs are right"))
	return err
}

// against returns what packs do not expect in the files below a path. Files that no pack is about are passed over.
func against(packs []*pack.Pack, at string) (wrong []pack.Mistake, err error) {
	err = filepath.WalkDir(at, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text, _ := charset.Decode(data)
		for _, p := range packs {
			if below := filepath.ToSlash(name); p.Knows(below) {
				wrong = append(wrong, p.CheckFile(name, below, string(text))...)
			}
		}
		return nil
	})
	return wrong, err
}

type packNew struct {
	From []string `required:"" help:"Files of the mod." type:"existingfile" sep:"none" placeholder:"FILE"`
	More []string `arg:"" optional:"" type:"existingfile" help:"More files."`
	Slug string   `help:"Slug of the pack, which is the name of its folder." placeholder:"SLUG"`
	Name string   `help:"Name of the mod." placeholder:"NAME"`
}

// Run prints the pack.
func (c *packNew) Run(io streams) error {
	var samples []pack.Sample
	for _, name := range append(c.From, c.More...) {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text, _ := charset.Decode(data)
		samples = append(samples, pack.Sample{Path: filepath.ToSlash(name), Text: string(text)})
	}
	folder := filepath.Base(filepath.Dir(c.From[0]))
	name := cmp.Or(c.Name, folder)
	slug := cmp.Or(c.Slug, strings.Trim(strings.Map(slugLetter, strings.ToLower(name)), "-"))
	text, wrong := pack.Draft(slug, name, samples)
	if err := asError(wrong); err != nil {
		return err
	}
	_, err := fmt.Fprint(io.out, text)
	return err
}

func slugLetter(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
		return r
	}
	return '-'
}

type packList struct {
	packFlags
	JSON bool `name:"json" help:"Print the packs as a JSON array."`
}

// Run prints a line for each pack.
func (c *packList) Run(io streams) error {
	set, err := c.known()
	if err != nil {
		return err
	}
	type line struct {
		Slug    string `json:"slug"`
		Name    string `json:"name"`
		Version string `json:"version"`
		Files   int    `json:"files"`
	}
	list := []line{}
	for _, p := range set.Packs() {
		list = append(list, line{p.Slug, p.Name, p.Version, len(p.Files)})
	}
	if c.JSON {
		return json.NewEncoder(io.out).Encode(list)
	}
	for _, p := range list {
		_, _ = fmt.Fprintf(io.out, "%-28s %-6s %s\n", p.Slug, p.Version, p.Name)
	}
	return nil
}
