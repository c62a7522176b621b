package operation

import (
	"context"

	"quartermaster/internal/access"
	"quartermaster/internal/pack"
	"quartermaster/internal/record"
)

// Packs are what one can do with packs.
var Packs = []*Operation{
	defineList("list packs", "packs", record.Packs, access.Read, "The packs that the program knows: what describes the files of mods.",
		listPacks,
		ofAccount,
		about("A pack says what the files of a mod mean: their fields with labels and help, what values may be, and rules. `paths` are patterns "+
			"below the folder of profiles. Documents say in `pack` which one knows them.")),
}

// packView is a pack.
type packView struct {
	Slug     string         `field:"slug" example:"code-lock"`
	Name     string         `field:"name" help:"Of the mod." example:"Code Lock"`
	About    string         `field:"about" example:"Electronic number locks for gates and tents."`
	Version  string         `field:"version" help:"Of the pack." example:"1.0"`
	Workshop string         `field:"workshop,null" help:"Number of the mod in Steam's Workshop, where it is known." example:"1646187754"`
	Files    []packFileView `field:"files"`
}

type packFileView struct {
	Name   string   `field:"name" example:"config"`
	Title  string   `field:"title" example:"Settings"`
	About  string   `field:"about"`
	Format string   `field:"format" help:"json, xml, cfg or lines." example:"json"`
	Paths  []string `field:"paths" example:"[\"CodeLock/CodeLockConfig.json\"]"`
}

func listPacks(_ context.Context, call *Call, _ none) (list []packView, _ error) {
	for _, p := range call.Missions.Packs().Packs() {
		list = append(list, viewOfPack(p))
	}
	return list, nil
}

func viewOfPack(p *pack.Pack) packView {
	v := packView{Slug: p.Slug, Name: p.Name, About: p.About, Version: p.Version, Workshop: p.Workshop}
	for _, f := range p.Files {
		v.Files = append(v.Files, packFileView{f.Name, f.Title, f.About, f.Format, f.Paths()})
	}
	return v
}
