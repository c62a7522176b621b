package instances

import (
	"context"
	"io"
	"net/http"
	"path"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// changesShown is the number of revisions on the overview.
const changesShown = 5

func showOverview(ctx context.Context, r *site.Request) (site.Response, error) {
	return overview(ctx, r, nil, "")
}

// overview shows the first page of an instance, with the report or the problem of an import.
func overview(ctx context.Context, r *site.Request, report *pages.ImportReport, problem string) (site.Response, error) {
	files, err := generatedFiles(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	holds, err := r.Holdings(ctx)
	if err != nil {
		return site.Response{}, err
	}
	changes, _, err := history.Latest(ctx, r, 0, changesShown)
	if err != nil {
		return site.Response{}, err
	}
	url := r.Instance.URL
	page := r.Inside(r.Instance.Name())
	page.Path, page.Crumbs = url, page.Crumbs[:1]
	page.Actions = []ui.Link{{Label: "Download ZIP", URL: url + "/files.zip", Download: true}, {Label: "Settings", URL: url + "/edit"}}
	return site.Response{Page: page, View: pages.Overview{
		Map: r.Instance.Text("map_name"), Mission: r.Instance.Text("mission"), Sid: record.Instances.SID(r.Instance.Row),
		Holds: countViews(r, holds), Files: fileViews(r, files), ZipURL: url + "/files.zip",
		Import:  pages.Import{Action: url + "/import", Limit: ui.HumanSize(r.Site.UploadLimit), Error: problem, Report: report},
		Changes: changes, History: url + "/history",
	}}, nil
}

// generatedFiles lists the files of the instance. It waits for its turn to make them.
func generatedFiles(ctx context.Context, r *site.Request) ([]mission.File, error) {
	leave, err := r.Site.Stored.Making(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return r.Site.Missions.Generate(ctx, r.Scope())
}

func countViews(r *site.Request, holds []site.Holding) []pages.RecordCount {
	views := make([]pages.RecordCount, len(holds))
	for i, h := range holds {
		views[i] = pages.RecordCount{Label: h.Title, URL: h.URL(r), Count: h.Count}
	}
	return views
}

// stateLabels mark files that differ from what was imported.
var stateLabels = map[mission.State]string{mission.Changed: "changed since import", mission.NotImported: "never imported"}

func fileViews(r *site.Request, files []mission.File) []pages.File {
	views := make([]pages.File, len(files))
	for i, f := range files {
		views[i] = pages.File{
			Path: f.Path, Kind: f.Kind.Label(), Size: f.Size, Records: int64(f.Records), URL: history.FileURL(r, "files", f.Path), Error: errorOf(f),
		}
		if label := stateLabels[f.State]; label != "" {
			views[i].Diff = &ui.Link{Label: label, URL: history.FileURL(r, "diff", f.Path)}
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

// including returns the service with the files that are written only if the request asks for them.
func including(r *site.Request) (*mission.Service, error) {
	kinds, ok := mission.ParseOnDemand(strings.Join(r.URL.Query()["include"], ","))
	if !ok {
		return nil, site.ErrNotFound
	}
	return r.Site.Missions.Including(kinds...), nil
}

func downloadFile(ctx context.Context, r *site.Request) (site.Response, error) {
	missions, err := including(r)
	if err != nil {
		return site.Response{}, err
	}
	return r.Download(ctx, path.Base(r.Param("*")), func(ctx context.Context, w io.Writer) error {
		return missions.WriteFile(ctx, r.Scope(), r.Param("*"), w)
	})
}

func downloadZip(ctx context.Context, r *site.Request) (site.Response, error) {
	missions, err := including(r)
	if err != nil {
		return site.Response{}, err
	}
	name := record.Instances.SID(r.Instance.Row) + ".zip"
	answer, err := r.Download(ctx, name, func(ctx context.Context, w io.Writer) error { return missions.WriteZip(ctx, r.Scope(), w) })
	if err == nil && answer.Write != nil && r.Method == http.MethodGet {
		noteDownload(ctx, r)
	}
	return answer, err
}

// noteDownload notes for the home page what has been downloaded. The download goes out in any case.
func noteDownload(ctx context.Context, r *site.Request) {
	revision, _ := r.Instance.Row[record.Instances.Index("revision")].(int64)
	if err := r.Site.DB.NoteDownload(ctx, r.Scope(), revision); err != nil {
		r.Site.Logger.ErrorContext(ctx, "a download could not be noted", "error", err)
	}
}
