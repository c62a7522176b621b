package operation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/pack"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Packs are what one can do with packs. Who changes them changes what is hidden, so that a token needs the permission to see it.
var Packs = []*Operation{
	defineList("list packs", "packs", record.Packs, access.Read, "The packs that count on your instances: what describes the files of mods.",
		listPacks,
		ofAccount,
		about("A pack says what the files of a mod mean: their fields with labels and help, what values may be, and rules. `paths` are patterns "+
			"below the folder of profiles. Documents say in `pack` which one knows them. Those of your account stand in the place of those of "+
			"the program with the same slug; on an instance that others share with you, the packs of its owner count. A token for some "+
			"instances does not see those of the account.")),
	define("get pack", get, "packs/{pack}", access.Read, "One pack with its text, and what it hides.", getPack, ofAccount,
		about("The pack that counts on your instances. `text` is the file as it was sent, or as it comes with the program.")),
	define("upload pack", post, "packs", access.Deliver, "Use a pack for your account, or tell with dry_run what would become of it.",
		uploadPack, ofAccount, creates, audited(store.AuditPackUploaded),
		about("Checks a pack as `quartermaster pack check` does and uses it on all of your instances, for all of their members, in the place of "+
			"that with its slug, of your account or of the program. Stored files do not change. 422 names each mistake with its place. "+
			"`no_longer_hidden` lists secrets and run-time data that the pack before knew and this one does not. An account has at most 20, "+
			"each of at most 256 KiB.")),
	define("delete pack", remove, "packs/{pack}", access.Deliver, "Stop using a pack of your account.", deletePack, ofAccount, refuses,
		audited(store.AuditPackDeleted),
		about("From then on the pack of the program with that slug counts, if there is one. What only the deleted one knew as a secret or as "+
			"run-time data is shown and delivered from then on: `hides` tells it before. 422 for those of the program.")),
}

// Where packs come from.
const (
	ofProgram   = "program"
	fromAccount = "account"
)

// packView is a pack.
type packView struct {
	Slug      string         `field:"slug" example:"code-lock"`
	Name      string         `field:"name" help:"Of the mod." example:"Code Lock"`
	About     string         `field:"about" example:"Electronic number locks for gates and tents."`
	Version   string         `field:"version" help:"Of the pack." example:"1.0"`
	Workshop  string         `field:"workshop,null" help:"Number of the mod in Steam's Workshop, where it is known." example:"1646187754"`
	From      string         `field:"from" in:"program,account" help:"Whether it comes with the program or is one of your account." example:"program"`
	UpdatedAt time.Time      `field:"updated_at,null" help:"When it was uploaded; null for one of the program."`
	Files     []packFileView `field:"files"`
}

type packFileView struct {
	Name   string   `field:"name" example:"config"`
	Title  string   `field:"title" example:"Settings"`
	About  string   `field:"about"`
	Format string   `field:"format" help:"json, xml, cfg or lines." example:"json"`
	Paths  []string `field:"paths" example:"[\"CodeLock/CodeLockConfig.json\"]"`
}

// packDetails is a pack with its text.
type packDetails struct {
	packView
	Hides    []string `field:"hides" help:"Secrets by files and keys, and paths of run-time data, which only this pack knows." example:"[\"CodeLock/CodeLockConfig.json: Password\"]"`
	Mistakes []string `field:"mistakes" help:"Why it is not used any more since the program has changed; none as a rule." example:"[]"`
	Text     string   `field:"text" help:"The file." example:"{\"slug\":\"code-lock\"}"`
}

type packInput struct {
	Pack   any  `field:"pack,verbatim,required" help:"The pack, as packs/README.md describes it." example:"{\"slug\":\"boats\",\"name\":\"Boats\",\"about\":\"Boats that float.\",\"version\":\"1.0\",\"files\":[{\"name\":\"settings\",\"title\":\"Settings\",\"paths\":[\"Boats/Settings.json\"]}]}"`
	DryRun bool `field:"dry_run" help:"Only tell what would become of it." example:"false"`
}

// packSaved is a pack that was uploaded.
type packSaved struct {
	packView
	Replaces string   `field:"replaces,null" help:"Version of the pack that counted before; null for none." example:"1.0"`
	Shown    []string `field:"no_longer_hidden" help:"Secrets and run-time data that the pack before knew and this one does not." example:"[]"`
}

// packOwner returns the user whose packs the caller sees and changes: 0 for a token for some instances.
func (c *Call) packOwner() int64 {
	if c.Caller.Token != nil && !c.Caller.Token.Everywhere {
		return 0
	}
	return c.Caller.ID
}

func listPacks(ctx context.Context, call *Call, _ none) (list []packView, err error) {
	own, err := call.Missions.Packs().List(ctx, call.packOwner())
	mine := map[string]bool{}
	for _, p := range own {
		mine[p.Slug] = true
		list = append(list, viewOwnPack(p))
	}
	for _, p := range call.Missions.Packs().Program().Packs() {
		if !mine[p.Slug] {
			list = append(list, viewOfPack(p))
		}
	}
	return list, err
}

func viewOfPack(p *pack.Pack) packView {
	v := packView{Slug: p.Slug, Name: p.Name, About: p.About, Version: p.Version, Workshop: p.Workshop, From: ofProgram}
	for _, f := range p.Files {
		v.Files = append(v.Files, packFileView{f.Name, f.Title, f.About, f.Format, f.Paths()})
	}
	return v
}

// viewOwnPack is a pack of the account; one that cannot be read any more has only what is stored beside it.
func viewOwnPack(own ownpacks.Pack) packView {
	v := packView{Slug: own.Slug, Name: own.Slug, Version: own.Version}
	if p, wrong := own.Read(); len(wrong) == 0 {
		v = viewOfPack(p)
	}
	v.From, v.UpdatedAt = fromAccount, moment(own.UpdatedAt)
	return v
}

func getPack(ctx context.Context, call *Call, _ none) (packDetails, error) {
	packs, slug := call.Missions.Packs(), call.Param("pack")
	own, err := packs.Get(ctx, call.packOwner(), slug)
	if err == nil {
		view := packDetails{packView: viewOwnPack(own), Hides: some(packs.ShownWithout(own)), Mistakes: []string{}, Text: own.Text}
		_, wrong := own.Read()
		for _, m := range wrong {
			view.Mistakes = append(view.Mistakes, m.Error())
		}
		return view, nil
	}
	p := packs.Program().Pack(slug)
	if !errors.Is(err, store.ErrNotFound) || p == nil {
		return packDetails{}, err
	}
	return packDetails{packView: viewOfPack(p), Hides: some(p.HidesBesides(nil)), Mistakes: []string{}, Text: p.Text()}, nil
}

func uploadPack(ctx context.Context, call *Call, in packInput) (packSaved, error) {
	var text bytes.Buffer
	if err := json.Indent(&text, jsontree.AppendValue(nil, in.Pack), "", "  "); err != nil {
		return packSaved{}, err
	}
	saved, err := call.Missions.Packs().Put(ctx, call.Caller.ID, text.String()+"\n", in.DryRun)
	if err != nil {
		return packSaved{}, err
	}
	return packSaved{viewOwnPack(saved.Pack), saved.Replaces, some(saved.Shown)}, nil
}

func deletePack(ctx context.Context, call *Call, _ none) (gone, error) {
	err := call.Missions.Packs().Delete(ctx, call.Caller.ID, call.Param("pack"))
	if errors.Is(err, store.ErrNotFound) && call.Missions.Packs().Program().Pack(call.Param("pack")) != nil {
		err = validate.Refusal("pack", "This pack comes with the program. Upload your own with the same slug to replace it.")
	}
	return gone{}, err
}
