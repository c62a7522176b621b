package accounts

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/charset"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/pack"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const packsURL = site.PacksURL

func packsOf(r *site.Request) *ownpacks.Service { return r.Site.Missions.Packs() }

// listPacks lists the packs that count on the instances of the user, and takes another one.
func listPacks(ctx context.Context, r *site.Request) (site.Response, error) {
	return packList(ctx, r, pages.PackUpload{})
}

// packList shows the list with what was sent.
func packList(ctx context.Context, r *site.Request, upload pages.PackUpload) (site.Response, error) {
	own, err := packsOf(r).List(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	upload.Title, upload.Action, upload.Limit = "Upload your own pack", packsURL, ui.HumanSize(pack.MostBytes)
	view := pages.Packs{
		Lead: "A pack adds labels, help and rules to the forms of a mod’s files. Yours apply to all your instances, for everyone who works " +
			"on them. They never change a file.",
		Upload: upload, Tables: []pages.PackTable{ownTable(r, own), programTable(r, own)},
	}
	return site.Response{Page: amongProfile("Packs"), View: view}, nil
}

func ownTable(r *site.Request, own []ownpacks.Pack) pages.PackTable {
	part := pages.PackTable{Title: "Packs of your account", Table: ui.Table{
		Label: "Your packs", Query: r.Query(), Columns: []ui.Column{{Label: "Mod"}, {Label: "Version"}, {Label: "Uploaded"}},
	}}
	if len(own) == 0 {
		part.Text = "No packs yet."
	}
	for _, p := range own {
		name := ui.Cell{Text: p.Slug, URL: packURL(p.Slug), Note: "Not in use: it has mistakes."}
		if read, wrong := p.Read(); len(wrong) == 0 {
			name.Text, name.Note = read.Name, read.About
		}
		part.Table.Rows = append(part.Table.Rows, ui.Row{Cells: []ui.Cell{
			name, {Text: p.Version}, {Kind: ui.TimeCell, Time: time.UnixMicro(p.UpdatedAt)},
		}})
	}
	return part
}

// programTable lists the packs of the program in whose place none of the account stands.
func programTable(r *site.Request, own []ownpacks.Pack) pages.PackTable {
	part := pages.PackTable{
		Title: "Packs of this service", Text: "Your own pack with the same slug replaces one of these. Download one to start from it.",
		Table: ui.Table{
			Label: "All packs of this service", Query: r.Query(), Columns: []ui.Column{{Label: "Mod"}, {Label: "Slug"}, {Label: "Version"}},
		},
	}
	mine := map[string]bool{}
	for _, p := range own {
		mine[p.Slug] = true
	}
	for _, p := range packsOf(r).Program().Packs() {
		if !mine[p.Slug] {
			part.Table.Rows = append(part.Table.Rows, ui.Row{Cells: []ui.Cell{
				{Text: p.Name, URL: packURL(p.Slug), Note: p.About}, {Text: p.Slug}, {Text: p.Version},
			}})
		}
	}
	return part
}

func packURL(slug string) string { return packsURL + "/" + slug }

// sentPack is a pack that a form sends, as a file or as text.
type sentPack struct {
	file   []byte
	fields map[string]string
}

// Receive implements httpd.Receiver.
func (s *sentPack) Receive(_ string, content io.Reader) (err error) {
	s.file, err = io.ReadAll(io.LimitReader(content, pack.MostBytes+1))
	return err
}

// Set implements httpd.Receiver.
func (s *sentPack) Set(field, value string) { s.fields[field] = value }

func (s *sentPack) text() string {
	if len(s.file) == 0 {
		return strings.ReplaceAll(s.fields["text"], "\r\n", "\n")
	}
	text, _ := charset.Decode(s.file)
	return string(text)
}

// usePack uses what was sent, or shows it again with what is wrong with it or would not be hidden any more.
func usePack(ctx context.Context, r *site.Request) (site.Response, error) {
	sent := sentPack{fields: map[string]string{"text": r.Text("text"), "confirm": r.Text("confirm")}}
	if r.Parts != nil {
		if err := imports.ReadError(httpd.ReadFiles(r.Parts, &sent)); err != nil {
			return site.Response{}, err
		}
	}
	confirmed := sent.fields["confirm"] == "1"
	saved, err := packsOf(r).Put(ctx, r.User.ID, sent.text(), !confirmed)
	if err == nil && !confirmed && len(saved.Shown) > 0 {
		return packList(ctx, r, pages.PackUpload{Text: sent.text(), OnlyText: true, Shown: saved.Shown})
	}
	if err == nil && !confirmed {
		saved, err = packsOf(r).Put(ctx, r.User.ID, sent.text(), false)
	}
	var wrong validate.Errors
	if errors.As(err, &wrong) {
		return refusedPack(ctx, r, sent.text(), wrong)
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(packURL(saved.Slug), "Your instances use this pack now."), nil
}

func refusedPack(ctx context.Context, r *site.Request, text string, wrong validate.Errors) (site.Response, error) {
	if r.ExpectsJSON() {
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: wrong.AppendJSON(nil)}, nil
	}
	upload := pages.PackUpload{Text: text}
	for _, field := range wrong {
		upload.Mistakes = append(upload.Mistakes, field.Texts()...)
	}
	response, err := packList(ctx, r, upload)
	response.Status = http.StatusUnprocessableEntity
	return response, err
}

// shownPack is a pack that a page is about: one of the account, or else of the program.
type shownPack struct {
	*pack.Pack
	own      *ownpacks.Pack // nil for one of the program
	mistakes []pack.Mistake
}

func findPack(ctx context.Context, r *site.Request) (shownPack, error) {
	slug := r.Param("pack")
	own, err := packsOf(r).Get(ctx, r.User.ID, slug)
	if err == nil {
		read, wrong := own.Read()
		if read == nil {
			read = &pack.Pack{Slug: own.Slug, Name: own.Slug, Version: own.Version}
		}
		return shownPack{read, &own, wrong}, nil
	}
	p := packsOf(r).Program().Pack(slug)
	if !errors.Is(err, store.ErrNotFound) || p == nil {
		return shownPack{}, err
	}
	return shownPack{Pack: p}, nil
}

func (p shownPack) text() string {
	if p.own != nil {
		return p.own.Text
	}
	return p.Text()
}

func showPack(ctx context.Context, r *site.Request) (site.Response, error) {
	p, err := findPack(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.BundlePage{
		About: []string{p.About}, Facts: factsOfPack(p), Table: filesOfPack(r, p.Pack),
		Links: []ui.Link{{Label: "Download pack.json", URL: packURL(p.Slug) + "/pack.json"}},
	}
	if p.own != nil {
		view.Links = append(view.Links, ui.Link{Label: "Delete", URL: packURL(p.Slug) + "/delete"})
	}
	page := amongProfile(p.Name, ui.Link{Label: "Packs", URL: packsURL})
	if len(p.mistakes) > 0 {
		page.Notices = append(page.Notices, ui.Notice{
			Tone: ui.Bad, Text: "Quartermaster has changed and can’t use this pack anymore: " + p.mistakes[0].Error() + ".",
		})
	}
	return site.Response{Page: page, View: view}, nil
}

func factsOfPack(p shownPack) []pages.BundleFact {
	facts := []pages.BundleFact{{Label: "Slug", Text: p.Slug, Code: true}, {Label: "Version", Text: p.Version}}
	if p.Workshop != "" {
		facts = append(facts, pages.BundleFact{Label: "Workshop", Text: p.Workshop})
	}
	from := "This service"
	if p.own != nil {
		from = "Your account"
	}
	facts = append(facts, pages.BundleFact{Label: "From", Text: from})
	if hides := p.HidesBesides(nil); len(hides) > 0 {
		facts = append(facts, pages.BundleFact{Label: "Hides or leaves out", Text: strings.Join(hides, ", ")})
	}
	return facts
}

func filesOfPack(r *site.Request, p *pack.Pack) *ui.Table {
	table := ui.Table{Label: "Files", Query: r.Query(), Columns: []ui.Column{{Label: "File"}, {Label: "Format"}, {Label: "Paths"}}}
	for _, f := range p.Files {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: f.Title, Note: f.About}, {Text: f.Format}, {Text: strings.Join(f.Paths(), ", ")},
		}})
	}
	return &table
}

func downloadPack(ctx context.Context, r *site.Request) (site.Response, error) {
	p, err := findPack(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	header := map[string]string{
		"Content-Type": "application/json", "Content-Disposition": "attachment; filename=" + strconv.Quote(p.Slug+".json"),
	}
	return site.Response{Header: header, Write: func(w http.ResponseWriter) error {
		_, err := io.WriteString(w, p.text())
		return err
	}}, nil
}

func showDeletePack(ctx context.Context, r *site.Request) (site.Response, error) {
	p, err := findPack(ctx, r)
	if err == nil && p.own == nil {
		err = store.ErrNotFound
	}
	if err != nil {
		return site.Response{}, err
	}
	form := ui.PlainForm("delete", packURL(p.Slug), "Delete pack")
	form.Method, form.Danger, form.Cancel = http.MethodDelete, true, packURL(p.Slug)
	lead := "The forms of its files will show plain values only. No file changes."
	if packsOf(r).Program().Pack(p.Slug) != nil {
		lead = "The pack of this service applies again. No file changes."
	}
	var facts []string
	for _, shown := range packsOf(r).ShownWithout(*p.own) {
		facts = append(facts, "These values would be shown and sent, also to members who can’t see them now: "+shown)
	}
	page := amongProfile("Delete the pack of "+p.Name, ui.Link{Label: "Packs", URL: packsURL}, ui.Link{Label: p.Name, URL: packURL(p.Slug)})
	return site.Response{Page: page, View: ui.FormView{Lead: lead, Facts: facts, Form: form}}, nil
}

func deletePack(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := packsOf(r).Delete(ctx, r.User.ID, r.Param("pack")); err != nil {
		return site.Response{}, err
	}
	return r.Done(packsURL, "The pack was deleted."), nil
}
