package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/web/ui"
)

const storedURL = "/stored-files"

// kindLabels name the origins of stored files.
var kindLabels = map[stored.Origin]string{stored.Upload: "imported", stored.Generate: "generated"}

func listStored(ctx context.Context, r *request) (response, error) {
	res := record.StoredFiles
	ask := res.ParseQuery(r.input)
	ask.PerPage = record.ClampPerPage(r.text("per_page"), rowsPerPage)
	ask.Descending = ask.Descending || ask.Sort == nil // the latest first
	found, err := r.web.DB.List(ctx, res, store.Scope{UserID: r.user.ID}, ask)
	if err != nil {
		return response{}, err
	}
	table := storedTable(r.query(), found)
	for _, row := range found.Rows {
		var file record.StoredFile
		res.Decode(row, &file)
		table.Rows = append(table.Rows, storedRow(file))
	}
	lead := "The files that you imported and downloaded. Deleting a file frees space and changes nothing in your instances."
	return response{Page: amongProfile("Stored files"), View: ui.ListView{Lead: lead, Table: table}}, nil
}

func storedTable(q ui.Query, found store.Page) ui.Table {
	kind := ui.Filter("kind", "Kind")
	for _, k := range []stored.Origin{stored.Upload, stored.Generate} {
		kind.Options = append(kind.Options, ui.Option{Value: string(k), Label: kindLabels[k]})
	}
	return ui.Table{
		Label: "Stored files", Hint: "Search by name", Query: q, Filters: []ui.Field{kind},
		Pager: ui.Pager{Query: q, Page: found.Number, PerPage: found.Size, Total: int(found.Total)},
		Columns: []ui.Column{
			{Key: "name", Label: "File"},
			{Label: "Kind"},
			{Label: "Instance"},
			{Key: "size", Label: "Size", Numeric: true},
			{Key: "created_at", Label: "Stored"},
			{Label: "Action"},
		},
		Empty: ui.Empty{Title: "No stored files yet", Text: "The files that you import and download are kept here."},
	}
}

func storedRow(file record.StoredFile) ui.Row {
	url := storedURL + "/" + file.SID
	instance := ui.Cell{}
	if file.InstanceSID != nil {
		instance = ui.Cell{Text: *file.InstanceName, URL: "/instances/" + *file.InstanceSID}
	}
	return ui.Row{Cells: []ui.Cell{
		{Kind: ui.CodeCell, Text: file.Name, URL: url + "/content"},
		{Kind: ui.BadgeCell, Text: kindLabels[stored.Origin(file.Kind)]},
		instance,
		{Text: ui.HumanSize(file.Size), Title: ui.HumanCount(file.Size) + " bytes"},
		{Kind: ui.TimeCell, Time: time.UnixMicro(int64(file.CreatedAt))},
		{Text: "Delete", URL: url + "/delete"},
	}}
}

func amongProfile(title string, crumbs ...ui.Link) *ui.Page {
	return &ui.Page{Title: title, Crumbs: append([]ui.Link{{Label: "Profile", URL: "/profile"}}, crumbs...)}
}

// storedFile returns the file of the route.
func (r *request) storedFile(ctx context.Context) (file record.StoredFile, err error) {
	row, err := r.web.DB.Get(ctx, record.StoredFiles, store.Scope{UserID: r.user.ID}, r.param("file"))
	if err == nil {
		record.StoredFiles.Decode(row, &file)
	}
	return file, err
}

func downloadStored(ctx context.Context, r *request) (response, error) {
	file, err := r.storedFile(ctx)
	if err != nil {
		return response{}, err
	}
	content, err := r.web.Stored.Open(ctx, file)
	if err != nil {
		return response{}, err
	}
	header := map[string]string{"ETag": strconv.Quote(file.SHA256)}
	return response{Header: header, Write: func(w http.ResponseWriter) error {
		return httpd.SendFrom(w, file.Name, file.Size, content)
	}}, nil
}

func showDeleteStored(ctx context.Context, r *request) (response, error) {
	file, err := r.storedFile(ctx)
	if err != nil {
		return response{}, err
	}
	form := ui.PlainForm("delete", storedURL+"/"+file.SID, "Delete file")
	form.Method, form.Danger, form.Cancel = http.MethodDelete, true, storedURL
	lead := "This deletes the stored file “" + file.Name + "” (" + ui.HumanSize(file.Size) + "). The records of your instances are not changed."
	page := amongProfile("Delete stored file", ui.Link{Label: "Stored files", URL: storedURL})
	return response{Page: page, View: ui.FormView{Lead: lead, Form: form}}, nil
}

func deleteStored(ctx context.Context, r *request) (response, error) {
	file, err := r.storedFile(ctx)
	if err == nil {
		err = r.web.Stored.Delete(ctx, r.user.ID, file.SID)
	}
	if err != nil {
		return response{}, err
	}
	return r.done(storedURL, file.Name+" was deleted."), nil
}

// toStored leads who opens a stored file's address to the list.
func toStored(context.Context, *request) (response, error) { return redirect(storedURL), nil }
