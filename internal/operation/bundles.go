package operation

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/bundle"
	"quartermaster/internal/bundles"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// bundleType is the type of bundles, which nothing opens by itself.
const bundleType = "application/octet-stream"

// LayerBundles are what one can do with bundles of an instance.
var LayerBundles = []*Operation{
	defineFile("export layer", "layers/{layer}/bundle", bundleType, access.Read, "A layer as a bundle, a file to hand on.", exportLayer,
		audited("export"),
		about("The layer as a .qmb file, signed with the key of this server (`GET /api/v1/bundle-key`). It needs the classes of the server that "+
			"its rows name and do not add. 422 for a layer that changes what no bundle holds: player lists, schedules, passwords and scripts.")),
	define("publish layer", post, "layers/{layer}/bundle", access.Edit, "Make a layer public as a bundle.", publishLayer, creates,
		about("Makes the layer a bundle that every user of this server can install, in the place of your own of the same name. At most 20 of "+
			"yours are public.")),
	defineFile("bundle records", "bundle", bundleType, access.Read, "Records as a bundle, a file to hand on.", exportRecords,
		audited("export"),
		about("The records of a resource that a filter finds as a .qmb file, which adds them where it is installed.")),
}

// Bundles are what one can do with bundles that anybody here may install.
var Bundles = []*Operation{
	defineList("list bundles", "bundles", record.Bundles, access.Read, "Bundles that anybody here may install.", listBundles, ofAccount,
		about("Those that come with the program, and those that users of this server have made public.")),
	define("get bundle", get, "bundles/{bundle}", access.Read, "One bundle: what it needs, asks and is signed with.", getBundle, ofAccount,
		about("What is to be known before a bundle is installed. `asks` are the questions that `answers` answers.")),
	defineFile("download bundle", "bundles/{bundle}/file", bundleType, access.Read, "A bundle as a file.", downloadBundle, ofAccount,
		about("The .qmb file. One that comes with the program is signed with the key of this server.")),
	define("withdraw bundle", remove, "bundles/{bundle}", access.Edit, "Take a public bundle back.", withdrawBundle, ofAccount, refuses,
		about("Takes back a bundle that you have made public; administrators take back any. What was installed of it stays. 422 for those of "+
			"others, and for those that come with the program.")),
}

// BundleKeys are what one can ask of the key that bundles are signed with.
var BundleKeys = []*Operation{
	define("get bundle key", get, "bundle-key", access.Read, "The public key of this server, with which it signs bundles.", getBundleKey,
		ofAccount,
		about("In the form of minisign: `minisign -Vm bundle.json -x bundle.minisig -P KEY` checks a bundle that was unpacked. Hand it to those "+
			"who install your bundles by another way than the bundles.")),
}

type saidInput struct {
	Version string `field:"version,max=64" help:"A semantic version; 1.0.0 if it is left out." example:"1.2.0"`
	About   string `field:"about,max=10000" help:"What it does to the game; the note of the layer if it is left out." example:"Less food in the north"`
	Licence string `field:"licence,max=100" help:"What others may do with it, by the name of a licence." example:"CC0-1.0"`
}

func (in saidInput) said(name string) (bundles.Said, error) {
	said := bundles.Said{Name: name, Version: cmp.Or(in.Version, "1.0.0"), About: in.About, Licence: in.Licence}
	if !bundle.IsVersion(said.Version) {
		return said, validate.Refusal("version", "The version is a semantic version such as 1.2.0.")
	}
	return said, nil
}

func sendBundle(f bundles.File) File {
	sum := sha256.Sum256(f.Data)
	return File{
		Name: f.Name, Size: int64(len(f.Data)), Digest: hex.EncodeToString(sum[:]), Content: io.NopCloser(bytes.NewReader(f.Data)),
	}
}

func exportLayer(ctx context.Context, call *Call, in saidInput) (File, error) {
	f, err := call.exported(ctx, in)
	return sendBundle(f), err
}

func (c *Call) exported(ctx context.Context, in saidInput) (bundles.File, error) {
	said, err := in.said("")
	if err != nil {
		return bundles.File{}, err
	}
	return c.Bundles.Export(ctx, c.Scope, c.Param("layer"), said)
}

func publishLayer(ctx context.Context, call *Call, in saidInput) (bundleView, error) {
	f, err := call.exported(ctx, in)
	if err != nil {
		return bundleView{}, err
	}
	offer, err := call.Bundles.Publish(ctx, call.Scope.Person(), f)
	if errors.Is(err, store.ErrFull) {
		err = validate.Refusal("layer", "As many of your bundles are public as may be. Take one of them back.")
	}
	return call.viewBundle(offer), err
}

type recordsInput struct {
	Name     string `field:"name,required,max=100" help:"Of the bundle." example:"Hunting rifles"`
	Resource string `field:"resource,required,max=100" help:"As in the URL of its list." example:"types"`
	Q        string `field:"q,unchecked,max=2000" help:"A filter, as lists take it; all records if it is left out." example:"cat:weapons"`
	saidInput
}

func exportRecords(ctx context.Context, call *Call, in recordsInput) (File, error) {
	said, err := in.said(in.Name)
	if err != nil {
		return File{}, err
	}
	r := record.InInstanceAt(in.Resource)
	if r == nil || r == record.Files || r.HoldsDocuments() { // which may hold secrets
		return File{}, validate.Wrong("resource", validate.SelectionIsInvalid)
	}
	where, err := call.Bulk.Where(ctx, call.Scope, r, in.Q)
	if err != nil {
		return File{}, err
	}
	f, err := call.Bundles.ExportRecords(ctx, call.Scope, r, where, said)
	return sendBundle(f), err
}

// bundleView is a bundle that anybody here may install.
type bundleView struct {
	SID       string    `field:"sid" example:"HeliLoot01"`
	Name      string    `field:"name" example:"Helicopter crash loot"`
	Version   string    `field:"version" example:"1.0.0"`
	About     string    `field:"about" example:"More to find at crashed helicopters."`
	Licence   string    `field:"licence" example:"CC0-1.0"`
	BuiltIn   bool      `field:"built_in" help:"Whether it comes with the program."`
	By        string    `field:"by,null" help:"Who has made it public; null for one that comes with the program." example:"Anna"`
	Mine      bool      `field:"mine" help:"Whether that was you."`
	CreatedAt time.Time `field:"created_at,null" help:"When it was made public; null for one that comes with the program."`
}

func (c *Call) viewBundle(o bundles.Offer) bundleView {
	view := bundleView{
		SID: o.SID, Name: o.Name, Version: o.Version, About: o.About, Licence: o.Licence, BuiltIn: o.UserID == 0, By: o.By,
		Mine: o.UserID != 0 && o.UserID == c.Caller.ID,
	}
	if o.CreatedAt != 0 {
		view.CreatedAt = moment(o.CreatedAt)
	}
	return view
}

func listBundles(ctx context.Context, call *Call, _ none) ([]bundleView, error) {
	offers, err := call.Bundles.Offers(ctx)
	list := make([]bundleView, len(offers))
	for i, o := range offers {
		list[i] = call.viewBundle(o)
	}
	return list, err
}

// bundleDetails are all that is known of a bundle before it is installed.
type bundleDetails struct {
	bundleView
	Signature  string      `field:"signature" in:"good,altered,unsigned" example:"good"`
	Key        string      `field:"key,null" help:"The public key that it is signed with." example:"RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"`
	RowsCount  int64       `field:"rows_count" help:"Records that it changes by name." example:"12"`
	StepsCount int64       `field:"steps_count" help:"Changes that it makes of all records that a filter finds." example:"1"`
	Needs      bundleNeeds `field:"needs"`
	Asks       []bundleAsk `field:"asks" help:"What is answered in answers when it is installed."`
}

type bundleNeeds struct {
	Mods    []string `field:"mods" example:"[\"1559212036\"]"`
	Classes []string `field:"classes" example:"[\"Rope\"]"`
	Map     string   `field:"map,null" help:"Null for any." example:"chernarusplus"`
}

type bundleAsk struct {
	Name    string   `field:"name" example:"factor"`
	Label   string   `field:"label" example:"How much loot"`
	Help    string   `field:"help" example:"2 is twice as much."`
	Kind    string   `field:"kind" in:"number,whole,position,text,choice" help:"A position is [x, z] in metres." example:"number"`
	Default any      `field:"default" help:"What counts where it is not answered." example:"1.5"`
	Min     *float64 `field:"min,null" example:"0.1"`
	Max     *float64 `field:"max,null" example:"10"`
	In      []string `field:"in" help:"The answers of a choice." example:"[]"`
}

func getBundle(ctx context.Context, call *Call, _ none) (view bundleDetails, err error) {
	offer, file, err := call.Bundles.Offered(ctx, call.Param("bundle"))
	if err != nil {
		return view, err
	}
	b, err := bundle.Open(file.Data)
	if err != nil {
		return view, err
	}
	view = bundleDetails{
		bundleView: call.viewBundle(offer), Signature: b.Signature, Key: b.SignedBy, RowsCount: int64(len(b.Rows)),
		StepsCount: int64(len(b.Steps)), Needs: bundleNeeds{some(b.Needs.Mods), some(b.Needs.Classes), b.Needs.Map}, Asks: []bundleAsk{},
	}
	for _, a := range b.Asks {
		view.Asks = append(view.Asks, bundleAsk{a.Name, a.Label, a.Help, a.Kind, a.Default, a.Min, a.Max, some(a.In)})
	}
	return view, nil
}

// some is a list that is written as one where it is empty.
func some(list []string) []string { return append([]string{}, list...) }

func downloadBundle(ctx context.Context, call *Call, _ none) (File, error) {
	_, file, err := call.Bundles.Offered(ctx, call.Param("bundle"))
	return sendBundle(file), err
}

func withdrawBundle(ctx context.Context, call *Call, _ none) (gone, error) {
	sid := call.Param("bundle")
	err := call.Bundles.Withdraw(ctx, sid, call.Caller.ID)
	if !errors.Is(err, store.ErrNotFound) {
		return gone{}, err
	}
	if _, _, known := call.Bundles.Offered(ctx, sid); known == nil {
		err = validate.Refusal("bundle", "Only who has made a bundle public, or an administrator, takes it back.")
	}
	return gone{}, err
}

type bundleKey struct {
	Key string `field:"key" help:"In the form of minisign." example:"RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"`
}

func getBundleKey(ctx context.Context, call *Call, _ none) (bundleKey, error) {
	key, err := call.Bundles.PublicKey(ctx)
	return bundleKey{key}, err
}
