package web

import (
	"context"
	"io"
	"path"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// changesShown is how many of the latest changes the overview lists.
const changesShown = 5

func showOverview(ctx context.Context, r *request) (response, error) {
	return r.overview(ctx, nil, "")
}

// overview is the first page of an instance; report and problem are of the import that was just made.
func (r *request) overview(ctx context.Context, report *importReport, problem string) (response, error) {
	files, err := r.generatedFiles(ctx)
	if err != nil {
		return response{}, err
	}
	holds, err := r.holdings(ctx)
	if err != nil {
		return response{}, err
	}
	changes, _, err := r.changesOf(ctx, 0, changesShown)
	if err != nil {
		return response{}, err
	}
	url := r.instance.url
	page := r.inside(r.instance.name())
	page.Path, page.Crumbs = url, page.Crumbs[:1]
	page.Actions = []ui.Link{{Label: "Download ZIP", URL: url + "/files.zip", Download: true}, {Label: "Settings", URL: url + "/edit"}}
	return response{Page: page, View: overviewView{
		Map: r.instance.text("map_name"), Mission: r.instance.text("mission"), Sid: record.Instances.SID(r.instance.row),
		Holds: r.countViews(holds), Files: r.fileViews(files), ZipURL: url + "/files.zip",
		Import:  importView{Action: url + "/import", Limit: ui.HumanSize(r.web.UploadLimit), Error: problem, Report: report},
		Changes: changes, History: url + "/history",
	}}, nil
}

// generatedFiles are those of the instance, once it is the turn of this request to have them made.
func (r *request) generatedFiles(ctx context.Context) ([]mission.File, error) {
	leave, err := r.web.Stored.Making(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return r.web.Missions.Generate(ctx, r.scope())
}

func (r *request) countViews(holds []holding) []recordCount {
	views := make([]recordCount, len(holds))
	for i, h := range holds {
		views[i] = recordCount{Label: h.title, URL: h.url(r), Count: h.count}
	}
	return views
}

// stateLabels mark files that generation does not write as they were imported.
var stateLabels = map[mission.State]string{mission.Changed: "changed since import", mission.NotImported: "never imported"}

func (r *request) fileViews(files []mission.File) []fileView {
	views := make([]fileView, len(files))
	for i, f := range files {
		views[i] = fileView{
			Path: f.Path, Kind: f.Kind.Label(), Size: f.Size, Records: int64(f.Records), URL: r.fileURL("files", f.Path), Error: errorOf(f),
		}
		if label := stateLabels[f.State]; label != "" {
			views[i].Diff = &ui.Link{Label: label, URL: r.fileURL("diff", f.Path)}
		}
	}
	return views
}

// errorOf returns what is wrong with a file, or "".
func errorOf(f mission.File) string {
	switch {
	case f.Broken:
		return "Cannot be read: " + f.Error + ". It is exported as it was uploaded."
	case f.Error != "":
		return "Cannot be written: " + f.Error + "."
	}
	return ""
}

// including returns the missions with the files that a request asks for beside those that are always written.
func (r *request) including() (*mission.Service, error) {
	kinds, ok := mission.ParseOnDemand(strings.Join(r.URL.Query()["include"], ","))
	if !ok {
		return nil, errNotFound
	}
	return r.web.Missions.Including(kinds...), nil
}

func downloadFile(ctx context.Context, r *request) (response, error) {
	missions, err := r.including()
	if err != nil {
		return response{}, err
	}
	return r.download(ctx, path.Base(r.param("*")), func(ctx context.Context, w io.Writer) error {
		return missions.WriteFile(ctx, r.scope(), r.param("*"), w)
	})
}

func downloadZip(ctx context.Context, r *request) (response, error) {
	missions, err := r.including()
	if err != nil {
		return response{}, err
	}
	name := record.Instances.SID(r.instance.row) + ".zip"
	return r.download(ctx, name, func(ctx context.Context, w io.Writer) error { return missions.WriteZip(ctx, r.scope(), w) })
}
