package operation

import (
	"context"
	"errors"
	"io"
	"net/url"
	"strings"

	"quartermaster/internal/bundle"
	"quartermaster/internal/bundles"
	"quartermaster/internal/imports"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// bundleAnswers are what a bundle is told when it is installed.
type bundleAnswers struct {
	Map     map[string]string `field:"map,keyed" help:"Of a bundle: replacements for names: class:Old, usage:Old, tier:Old, category:Old or tag:Old." example:"{\"class:Old\":\"New\"}"`
	Answers map[string]any    `field:"answers,unchecked" help:"Of a bundle: what it asks, by name." example:"{\"factor\":1.5}"`
	DryRun  bool              `field:"dry_run" help:"Of a bundle: only tell what would be made." example:"false"`
	NewKey  bool              `field:"new_key" help:"Of a newer version of a bundle: it may be signed with another key than the installed one." example:"false"`
	Prefer  string            `field:"prefer" in:"mine,theirs" help:"Of a newer version of a bundle: the side that counts where none is chosen."`
	Choices map[string]string `field:"choices,keyed" in:"mine,theirs" help:"Of a newer version of a bundle: which side counts, by the sid of the row and the field."`
}

// bundleForm is a bundle that is sent as a file.
type bundleForm struct {
	File []shape.File `field:"file,required" help:"A bundle, a .qmb file of at most 20 MB." example:"[\"winter-1.2.0.qmb\"]"`
	Name string       `field:"name,max=255" help:"Of the layer; that of the bundle if it is left out."`
	layerName
	bundleAnswers
}

// installedView is what is known of the bundle that a layer is made of.
type installedView struct {
	Signature string       `field:"signature,omit" in:"good,altered,unsigned" help:"Of a bundle: whether it is as it was signed." example:"good"`
	Key       string       `field:"key,omit" help:"Of a bundle: the public key that it is signed with." example:"RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"`
	Version   string       `field:"version,omit" help:"Of a bundle." example:"1.2.0"`
	Replaced  string       `field:"replaced,omit" help:"Of a newer version of a bundle: the version whose place it takes." example:"1.1.0"`
	Missing   *[]string    `field:"missing,omit" help:"Of a bundle: what the instance does not have, by keys of map, and map:NAME." example:"[\"class:Old\"]"`
	Kept      []layers.Row `field:"kept,omit" help:"Of a newer version of a bundle: what was edited since the layer is on." example:"[]"`
}

// installInput is what is checked of a layer that is made of a bundle.
type installInput struct {
	Name string `field:"name,max=255"`
	layerName
	From struct {
		Bundle string `field:"bundle,sid"`
	} `field:"from"`
	bundleAnswers
}

// uploadedBundle reads a form with a bundle.
type uploadedBundle struct {
	data   []byte
	there  bool
	fields url.Values
}

// Receive reads the file.
func (u *uploadedBundle) Receive(_ string, content io.Reader) (err error) {
	if u.there {
		return validate.Refusal("file", "Send one bundle at a time.")
	}
	u.there = true
	u.data, err = io.ReadAll(io.LimitReader(content, bundle.MostBytes+1))
	return err
}

// Set notes a field, of which there are few.
func (u *uploadedBundle) Set(field, value string) {
	if len(u.fields) < 1000 {
		u.fields.Set(field, value)
	}
}

// formSlack is how many bytes a form has beside its file.
const formSlack = 1 << 20

// installBundle makes a layer of a bundle: of the file of a form, or of one that anybody here may install.
func (c *Call) installBundle(ctx context.Context, from *jsontree.Object) (view layerWithRows, err error) {
	sent, data, err := c.sentBundle(ctx, from)
	if err != nil {
		return view, err
	}
	answers := sent.Object("answers")
	sent.Delete("answers")
	in, err := shape.Accept[installInput](ctx, sent)
	if err != nil {
		return view, err
	}
	b, err := bundle.Open(data)
	var refusal bundle.Refusal
	if errors.As(err, &refusal) {
		err = validate.Refusal("file", string(refusal))
	}
	if err != nil {
		return view, err
	}
	side := sideInput{Prefer: in.Prefer, Choices: in.Choices}
	done, err := c.Bundles.Install(ctx, c.Scope, b, bundles.Ask{
		About: layers.About{Name: in.Name, Note: in.Note, Colour: in.Colour}, State: layers.Off, Names: in.Map, Answers: answers,
		DryRun: in.DryRun, NewKey: in.NewKey, Choices: side.ask().Choices,
	})
	if err = layers.Full(err, "name"); err != nil {
		return view, layerError(err)
	}
	view = viewRows(done.Layer, done.Layer.List[:min(len(done.Layer.List), mostRows)])
	view.installedView = installedView{b.Signature, b.SignedBy, b.Version, done.Replaced, &done.Missing, done.Kept}
	return view, nil
}

// sentBundle returns what is sent beside a bundle, and the bundle.
func (c *Call) sentBundle(ctx context.Context, from *jsontree.Object) (*jsontree.Object, []byte, error) {
	if !c.HasForm {
		_, file, err := c.Bundles.Offered(ctx, from.Text("bundle"))
		if errors.Is(err, store.ErrNotFound) {
			err = validate.Wrong("from.bundle", validate.SelectionIsInvalid)
		}
		return c.Sent.Clone(), file.Data, err
	}
	form := uploadedBundle{fields: url.Values{}}
	if err := c.Upload(&form, bundle.MostBytes+formSlack); err != nil {
		return nil, nil, imports.ReadError(err)
	}
	if !form.there {
		return nil, nil, validate.Wrong("file", validate.IsRequired)
	}
	sent := jsontree.ParseForm(form.fields.Encode())
	for _, name := range []string{"map", "answers", "choices"} { // which may be JSON
		if text := sent.Text(name); strings.HasPrefix(strings.TrimSpace(text), "{") {
			if value, err := jsontree.Parse([]byte(text)); err == nil {
				sent.Set(name, value)
			}
		}
	}
	jsontree.Prepare(sent)
	return sent, form.data, nil
}
