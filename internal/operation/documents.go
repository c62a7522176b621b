package operation

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/docset"
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/problem"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// Documents are what one can do with files that are one document each.
var Documents = []*Operation{
	defineList("list documents", "documents", record.Documents, access.Read, "The documents of an instance, without their values.",
		listDocuments,
		about("The documents that the game has, whether or not the instance has the file, those that cfggameplay.json and cfgenvironment.xml "+
			"name, the settings of the Expansion mod that are there, and every other JSON, XML and cfg file, such as those of mods: a pack says "+
			"what their values are, or they have the types that stand there. `problems` lists values that are wrong or unusual; `notes` says "+
			"what else decides whether the game heeds the file.")),
	define("get document", get, "documents/{document}", access.Read,
		"One document with its values, or the game's defaults where the file is not there.", getDocument,
		about("The document with its values. A file that is not there has the game's defaults. In `document`, JSON is as it stands in the "+
			"file. Of XML, attributes are "+
			"members, and so are the elements inside, under their names, as lists where they may be repeated; variables of globals.xml are "+
			"members by their names. A file that is a list as a whole is a list in `document`. Where a document has several files, such as "+
			"territories, `file` names one.")),
	define("patch document", patch, "documents/{document}", access.Edit, "Change values of a document; the rest of the file stays as it is.",
		patchDocument,
		conflicts(unreadable), guarded, later,
		about("Merges `document` into the values (RFC 7396): objects member by member, null removes a member, lists and values replace what "+
			"is there; of a file that is a list, the whole list. A body of the media type `application/json-patch+json` holds operations on "+
			"it instead (RFC 6902), on lists too. What is not sent stays, and so does the text of the file around what differs. The first "+
			"change of a file that is not there makes it, from the game's defaults. It is one revision. Errors name the value, such as "+
			"`document.LootDamageMax`. 409 if the file cannot be read.")),
	define("apply a preset to a document", post, "documents/{document}/presets/{preset}", access.Edit,
		"Change a document by one of its presets, or tell with dry_run what would change.", applyDocumentPreset,
		conflicts(unreadable), guarded,
		about("Changes what a preset of the document is about; the document lists its presets. Factors apply to the values of the file, or to "+
			"the defaults where it does not "+
			"have them, within the bounds of the game. `changes` holds each value that differs. One revision, none where nothing differs. 409 if "+
			"the file cannot be read.")),
	define("change rows", post, "documents/{document}/bulk", access.Edit,
		"Change many rows of a list in a document, or tell with dry_run what would change.", changeRows,
		conflicts(unreadable), guarded, later,
		about("Changes values of all rows that `q` chooses: of the objects of the list or map at `at`, such as `Traders`, of many lists, such "+
			"as `Tiers.*.Items`, or of the one object there; of a file that is a list, `at` may be left out. Whole numbers round half up, and "+
			"numbers stay within the bounds that the game knows. The other bytes of the file stay. One revision, none where nothing differs. "+
			"The first 1,000 rows that differ are in `rows`. Errors name the operation, such as `operations.0.value`. 409 if the file cannot "+
			"be read.")),
	define("change zones", post, "documents/territories/bulk", access.Edit,
		"Change numbers of many zones of a file of territories, or tell with dry_run what would change.", changeZones,
		conflicts(unreadable), asking("file=env/zombie_territories.xml"),
		about("Changes `smin`, `smax`, `dmin`, `dmax` or `r` of all zones whose names match, such as `InfectedCity*`, in the file that `file` "+
			"names, or with `*` in all that "+
			"it matches, such as `env/*`. Counts are whole, half up, and never below 0; of a least and a most value, the one that is not sent "+
			"follows the other. One revision. The first 1,000 zones that differ are in `rows`.")),
}

// unreadable is what a 409 says of a document whose file has a mistake.
const unreadable = "The file cannot be read as a document."

// documentView is a document without its values.
type documentView struct {
	Slug     string            `field:"slug" example:"economy"`
	Pack     string            `field:"pack,null" help:"What declares its values; null where they follow from the file." example:"dayz"`
	Title    string            `field:"title" example:"Economy"`
	About    string            `field:"about" example:"What the economy sets up, loads, fills up and saves, by group."`
	Format   string            `field:"format" help:"What the file is written in." example:"xml"`
	Path     string            `field:"path" help:"Below the server's root." example:"mpmissions/dayzOffline.chernarusplus/db/economy.xml"`
	File     string            `field:"file,null" help:"Of one of several files of the document: its path below the mission folder."`
	Present  bool              `field:"present" help:"Whether the instance has the file." example:"true"`
	Error    string            `field:"error,null" help:"Why the file cannot be read."`
	Notes    []string          `field:"notes" help:"What else decides whether the game heeds the file."`
	Problems []documentProblem `field:"problems" help:"Values that are wrong or unusual." example:"[]"`
	Presets  []documentPreset  `field:"presets"`
}

type documentProblem struct {
	Path    string `field:"path" help:"Keys, and places in lists from 0, divided by dots."`
	Message string `field:"message"`
	Unusual bool   `field:"unusual" help:"The game takes the value, as far as is known."`
}

// documentPreset is a change of a document that has a name.
type documentPreset struct {
	Name  string `field:"name" example:"usual"`
	Title string `field:"title" example:"The game’s own values"`
	About string `field:"about" example:"Which groups are set up, loaded, filled up and saved, as the game has it."`
}

type documentWithValues struct {
	documentView
	Values documentValues `field:"document" help:"By the slug: globals has GlobalsValues; null if unreadable. Not in lists."`
}

// documentValues are the values of a document, whose description follows from its declaration.
type documentValues struct {
	tree   *jsontree.Object
	isList bool // as a whole
}

func (v documentValues) AppendJSON(b []byte) []byte {
	switch {
	case v.tree == nil:
		return append(b, "null"...)
	case v.isList:
		return jsontree.AppendValue(b, v.tree.List(document.ListKey))
	}
	return jsontree.AppendValue(b, v.tree)
}

// Example shows db/economy.xml.
func (documentValues) Example() string {
	return `{"dynamic":{"init":1,"load":1,"respawn":1,"save":1},"animals":{"init":1,"load":0,"respawn":1,"save":0},` +
		`"zombies":{"init":1,"load":0,"respawn":1,"save":0},"vehicles":{"init":1,"load":1,"respawn":1,"save":1},` +
		`"randoms":{"init":0,"load":0,"respawn":1,"save":0},"custom":{"init":0,"load":0,"respawn":0,"save":0},` +
		`"building":{"init":1,"load":1,"respawn":0,"save":1},"player":{"init":1,"load":1,"respawn":1,"save":1}}`
}

// documentFile names one of several files of a document.
type documentFile struct {
	File string `field:"file,query" help:"Below the mission folder, of a document with several files." example:"env/zombie_territories.xml"`
}

func listDocuments(ctx context.Context, call *Call, _ none) (list []documentView, err error) {
	files, err := call.Documents.List(ctx, call.Scope)
	for _, f := range files {
		list = append(list, documentOf(f))
	}
	return list, err
}

func documentOf(f *docset.File) documentView {
	d := documentView{
		Slug: f.Slug, Pack: packOf(f), Title: f.Title, About: f.About, Format: f.Format, Path: f.Path, File: f.Name, Present: f.Present,
		Error: f.Broken, Notes: f.Notes,
	}
	for _, p := range f.Problems() {
		p.Path = pathIn(f.List, p.Path)
		d.Problems = append(d.Problems, documentProblem{p.Path, p.Text(), p.Unusual})
	}
	for _, p := range f.Presets {
		d.Presets = append(d.Presets, presetOf(p))
	}
	return d
}

// pathIn returns the path of a value in what the API calls the document, which is the list itself where the file is one.
func pathIn(isList bool, path string) string {
	if isList {
		return strings.TrimPrefix(path, document.ListKey+".")
	}
	return path
}

// packOf names what declares the values of a document.
func packOf(f *docset.File) string {
	switch {
	case f.FromFile:
		return f.Pack
	case f.OfMod || expansion.Setting(f.Slug) != nil:
		return "expansion"
	}
	return "dayz"
}

func presetOf(p document.Preset) documentPreset { return documentPreset{p.Name, p.Title, p.About} }

func withValues(f *docset.File) documentWithValues {
	return documentWithValues{documentOf(f), documentValues{f.Tree, f.List}}
}

func getDocument(ctx context.Context, call *Call, in documentFile) (documentWithValues, error) {
	f, err := call.Documents.Find(ctx, call.Scope, call.Param("document"), in.File)
	if err != nil {
		return documentWithValues{}, documentError(err)
	}
	return withValues(f), nil
}

type presetInput struct {
	documentFile
	DryRun bool `field:"dry_run" example:"true"`
}

type presetApplied struct {
	documentPreset
	Changes  []valueChange `field:"changes"`
	Revision int64         `field:"revision,null" help:"The revision that it made; null for none."`
}

type valueChange struct {
	Path  string `field:"path" help:"Keys, divided by dots." example:"dynamic.respawn"`
	Label string `field:"label" example:"Respawn"`
	Old   any    `field:"old" help:"null where the file does not have the value." example:"0"`
	New   any    `field:"new" example:"1"`
}

func applyDocumentPreset(ctx context.Context, call *Call, in presetInput) (applied presetApplied, err error) {
	use := docset.PresetUse{
		Slug: call.Param("document"), File: in.File, Preset: call.Param("preset"),
		Check: func(f *docset.File) error { return call.unmet(withValues(f)) },
	}
	run := call.Documents.ApplyPreset
	if in.DryRun {
		run = call.Documents.PreviewPreset
	}
	done, err := run(ctx, call.Scope, use)
	if err != nil {
		return applied, documentError(err)
	}
	applied = presetApplied{documentPreset: presetOf(*done.Preset), Revision: done.Revision}
	for _, d := range done.Differences {
		applied.Changes = append(applied.Changes, valueChange{d.Path, d.Field.Label, d.Old, d.New})
	}
	return applied, nil
}

// documentError says what keeps a document from being found or changed.
func documentError(err error) error {
	var rejected docset.Rejection
	switch {
	case errors.Is(err, docset.ErrWhich):
		return validate.Refusal("file", "There are several files of this document: name one by its path below the mission folder.")
	case errors.Is(err, docset.ErrBroken):
		return problem.Unreadable.Usual()
	case !errors.As(err, &rejected):
		return err
	case len(rejected.Problems) == 0:
		return validate.Refusal("document", rejected.Sentence)
	}
	return valueErrors(rejected.Problems)
}

func valueErrors(wrong []expansion.Problem) (problems validate.Errors) {
	for _, p := range wrong {
		problems.AddNamed("document."+p.Path, "", p.Message)
	}
	return problems
}
