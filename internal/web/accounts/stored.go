package accounts

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const storedURL = "/stored-files"

// kindLabels name the origins of stored files.
var kindLabels = map[stored.Origin]string{stored.Upload: "imported", stored.Generate: "generated"}

func listStored(ctx context.Context, r *site.Request) (site.Response, error) {
	res := record.StoredFiles
	ask := res.ParseQuery(r.Input)
	ask.PerPage = record.ClampPerPage(r.Text("per_page"), site.RowsPerPage)
	if len(ask.Sort) == 0 {
		ask.Sort = []record.Sorting{{Field: res.Field("created_at"), Descending: true}}
	}
	found, err := r.Site.DB.List(ctx, res, store.Scope{UserID: r.User.ID}, ask)
	if err != nil {
		return site.Response{}, err
	}
	table := storedTable(r.Query(), found)
	for _, row := range found.Rows {
		var file record.StoredFile
		res.Decode(row, &file)
		table.Rows = append(table.Rows, storedRow(file))
	}
	lead := "Files you imported and downloaded. Deleting one frees space and changes nothing in your instances."
	return site.Response{Page: amongProfile("Stored files"), View: ui.ListView{Lead: lead, Table: table}}, nil
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
func storedFile(ctx context.Context, r *site.Request) (file record.StoredFile, err error) {
	row, err := r.Site.DB.Get(ctx, record.StoredFiles, store.Scope{UserID: r.User.ID}, r.Param("file"))
	if err == nil {
		record.StoredFiles.Decode(row, &file)
	}
	return file, err
}

func downloadStored(ctx context.Context, r *site.Request) (site.Response, error) {
	file, err := storedFile(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	intact, err := r.Site.Stored.Passes(ctx, file, mission.FormatCheck(file.Name))
	if err != nil {
		return site.Response{}, err
	}
	content, err := r.Site.Stored.Open(ctx, file)
	if err != nil {
		return site.Response{}, err
	}
	httpd.CloseAfter(r.Context(), content)
	send := func(w http.ResponseWriter) error { return httpd.SendFrom(w, file.Name, file.Size, content) }
	if !intact {
		send = httpd.AsBytes(send)
	}
	return site.Response{Header: map[string]string{"ETag": strconv.Quote(file.SHA256)}, Write: send}, nil
}

func showDeleteStored(ctx context.Context, r *site.Request) (site.Response, error) {
	file, err := storedFile(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	form := ui.PlainForm("delete", storedURL+"/"+file.SID, "Delete file")
	form.Method, form.Danger, form.Cancel = http.MethodDelete, true, storedURL
	lead := "This deletes the stored file “" + file.Name + "” (" + ui.HumanSize(file.Size) +
		"). The records of your instances are not changed."
	page := amongProfile("Delete stored file", ui.Link{Label: "Stored files", URL: storedURL})
	return site.Response{Page: page, View: ui.FormView{Lead: lead, Form: form}}, nil
}

func deleteStored(ctx context.Context, r *site.Request) (site.Response, error) {
	file, err := storedFile(ctx, r)
	if err == nil {
		err = r.Site.Stored.Delete(ctx, r.User.ID, file.SID)
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(storedURL, file.Name+" was deleted."), nil
}

// toStored redirects from the address of a stored file to the list.
func toStored(context.Context, *site.Request) (site.Response, error) {
	return site.Redirect(storedURL), nil
}
