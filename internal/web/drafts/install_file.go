package drafts

import (
	"context"
	"encoding/base64"
	"errors"
	"io"

	"quartermaster/internal/bundle"
	"quartermaster/internal/bundles"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/layers"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// sentFile is a bundle that a form sends.
type sentFile struct {
	data   []byte
	fields map[string]string
}

func (s *sentFile) Receive(_ string, content io.Reader) (err error) {
	s.data, err = io.ReadAll(io.LimitReader(content, bundle.MostBytes+1))
	return err
}

func (s *sentFile) Set(field, value string) { s.fields[field] = value }

// installFile makes a layer of a file. A newer version of what is installed is shown first, as its layer may be on.
func installFile(ctx context.Context, r *site.Request) (site.Response, error) {
	sent := sentFile{fields: map[string]string{}}
	for _, name := range []string{"confirm", "prefer", "new_key", "kept"} {
		sent.fields[name] = r.Text(name)
	}
	if r.Parts != nil {
		if err := imports.ReadError(httpd.ReadFiles(r.Parts, &sent)); err != nil {
			return site.Response{}, err
		}
	}
	if text := sent.fields["kept"]; sent.data == nil && text != "" {
		sent.data, _ = base64.StdEncoding.DecodeString(text) // what is no file is refused as one
	}
	b, err := bundle.Open(sent.data)
	var wrong bundle.Refusal
	if errors.As(err, &wrong) {
		return r.Tell(bundlesURL(r), ui.Notice{Tone: ui.Bad, Text: string(wrong)}), nil
	}
	t := told{prefer: layers.Choice(sent.fields["prefer"]), newKey: sent.fields["new_key"] == "1"}
	looked, err := bundleService(r).Install(ctx, r.Scope(), b, t.ask(true))
	if (looked.Replaced != "" || err != nil) && (sent.fields["confirm"] != "1" || err != nil) {
		return lookFirst(r, b, sent.data, looked, err)
	}
	done, err := bundleService(r).Install(ctx, r.Scope(), b, t.ask(false))
	if why := refusal(err); why != "" {
		return lookFirst(r, b, sent.data, looked, err)
	}
	if err != nil {
		return site.Response{}, err
	}
	next := layersURL(r) + "/" + done.Layer.SID
	if len(b.Asks)+len(done.Missing) > 0 {
		if _, err := bundleService(r).OfLayer(ctx, r.Scope(), done.Layer.SID); err == nil {
			next += "/answers"
		}
	}
	tone, text := ui.Good, installedText(done)
	if b.Signature != bundle.Good {
		tone, text = ui.Bad, "Signature: "+worth[b.Signature]+". "+text
	}
	return r.Tell(next, ui.Notice{Tone: tone, Text: text}), nil
}

// mostCarried is the size of the largest file that a page carries along while somebody looks at it, in bytes.
const mostCarried = 2 << 20

// lookFirst shows what a newer version would change, and asks whether it is to. The page carries the file along; a large one is to be
// chosen once more.
func lookFirst(r *site.Request, b *bundle.Bundle, file []byte, looked bundles.Installed, err error) (site.Response, error) {
	why := refusal(err)
	if err != nil && why == "" {
		return site.Response{}, err
	}
	rows := rowsPage(r, looked.Layer.List, nil)
	upload := &pages.BundleUpload{
		Title: "Install it", Action: bundlesURL(r), Submit: "Install it", Confirmed: true, Prefer: looked.Replaced != "" || isClash(err),
		NewKey: asksForKey(err),
	}
	view := pages.BundlePage{About: paragraphs(b.About), Facts: factsOf(b), Areas: rows.Areas, More: rows.More, Upload: upload}
	if len(file) <= mostCarried {
		upload.Kept = base64.StdEncoding.EncodeToString(file)
	} else {
		upload.Title = "Choose the file again"
	}
	response := site.Response{Page: r.Inside(b.Name, ui.Link{Label: "Bundles", URL: bundlesURL(r)}), View: view}
	if looked.Replaced != "" {
		response.Page.Notices = append(response.Page.Notices, ui.Notice{
			Tone: ui.Neutral, Text: "Nothing is changed yet. Version " + b.Version + " would replace version " + looked.Replaced + ".",
		})
	}
	if why != "" {
		response.Page.Notices = append(response.Page.Notices, ui.Notice{Tone: ui.Bad, Text: why})
	}
	return response, nil
}
