package instances

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/httpd"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/target"
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
	url := r.Instance.URL
	view := pages.Overview{
		Map: r.Instance.Text("map_name"), Mission: r.Instance.Text("mission"), Sid: record.Instances.SID(r.Instance.Row),
		Import:  pages.Import{Action: url + "/import", Limit: ui.HumanSize(r.Site.UploadLimit), Error: problem, Report: report},
		History: url + "/history",
	}
	for _, part := range []func(context.Context, *site.Request, *pages.Overview) error{showServer, showRecords, showStanding, showFiles} {
		if err := part(ctx, r, &view); err != nil {
			return site.Response{}, err
		}
	}
	page := r.Inside(r.Instance.Name())
	page.Path, page.Crumbs, page.Notices = url, page.Crumbs[:1], r.Soon(ctx)
	view.Import.Main = len(view.Holds) == 0
	page.Actions = []ui.Link{
		{Label: "Download ZIP", URL: url + "/files.zip", Download: true, Quiet: view.Import.Main}, {Label: "Settings", URL: url + "/edit"},
	}
	if r.May(access.Edit) && r.Instance.Row[record.Instances.Index("draft_of")] == nil {
		page.Actions = append(page.Actions, ui.Link{Label: "Try changes in a draft", URL: url + "/drafts", Quiet: true})
	}
	p, err := r.Site.DB.Pending(ctx, r.Scope())
	if p.Proposed > 0 {
		waiting := ui.Plural(int(p.Proposed), "proposal waits", "proposals wait")
		page.Actions = append(page.Actions, ui.Link{Label: waiting, URL: url + "/layers", Quiet: true})
	}
	return site.Response{Page: page, View: view}, err
}

// showServer shows where the files go.
func showServer(ctx context.Context, r *site.Request, view *pages.Overview) (err error) {
	if view.Target, err = targetLink(ctx, r); err == nil {
		view.Delivered, err = deliveredLink(ctx, r)
	}
	return err
}

// showFiles shows the files and where they come from. Where it takes long to find out, the page says where that is told.
func showFiles(ctx context.Context, r *site.Request, view *pages.Overview) error {
	files, err := r.Site.Missions.Files(ctx, r.Scope())
	if err != nil {
		return err
	}
	if len(files) > 0 {
		view.ZipURL = r.Instance.URL + "/files.zip"
	}
	records := int64(0)
	for _, h := range view.Holds {
		records += h.Count
	}
	if !isQuick(files, records) {
		view.Files = newTree(r)
		view.Files.Later = true
		return nil
	}
	view.Origin, view.Files, err = measuredTree(ctx, r, files)
	return err
}

// measuredTree draws files with their states, and says where they come from. It waits for its turn to make them.
func measuredTree(ctx context.Context, r *site.Request, files []mission.File) (origin string, tree pages.FileTree, err error) {
	if err := measured(ctx, r, files); err != nil {
		return "", tree, err
	}
	origins, err := r.Site.Missions.Origins(ctx, files)
	return originLine(r, origins), fileTree(r, files), err
}

// measured finds out the sizes and states of files. It waits for its turn to make those that are not known.
func measured(ctx context.Context, r *site.Request, files []mission.File) error {
	leave, err := r.Site.Stored.Making(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return mission.Measure(ctx, files)
}

// treePath is what the address of the files adds to that of their instance.
const treePath = "/tree"

// showTree answers with the files of the instance, or of a folder, as the overview shows them.
func showTree(ctx context.Context, r *site.Request) (site.Response, error) {
	files, err := r.Site.Missions.Files(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	page, view := r.Inside("Server files"), pages.ServerFiles{}
	folder := strings.Trim(r.Text("folder"), "/")
	if folder == "" {
		view.Origin, view.Files, err = measuredTree(ctx, r, files)
		return site.Response{Page: page, View: view}, err
	}
	files = slices.DeleteFunc(files, func(f mission.File) bool { return !strings.HasPrefix(f.Path, folder+"/") })
	if len(files) == 0 {
		return site.Response{}, site.ErrNotFound
	}
	if err := measured(ctx, r, files); err != nil {
		return site.Response{}, err
	}
	view.Files = newTree(r)
	view.Folder = newFolder(r, files, folder, view.Files)
	page.Crumbs = append(page.Crumbs, ui.Link{Label: "Server files", URL: view.Files.Tree})
	page.Title = path.Base(folder)
	return site.Response{Page: page, View: view}, nil
}

// targetLink leads to the page about the game server, and says whether one is known.
func targetLink(ctx context.Context, r *site.Request) (ui.Link, error) {
	t, err := r.Site.Targets.Get(ctx, r.Scope())
	link := ui.Link{Label: "Connect the game server", URL: r.Instance.URL + "/target"}
	switch {
	case errors.Is(err, target.ErrNone):
		return link, nil
	case err == nil:
		link.Label = t.Address()
	}
	return link, err
}

// deliveredLink leads to the page about the next delivery, and says what has changed since the last one; none where there was none.
func deliveredLink(ctx context.Context, r *site.Request) (link ui.Link, err error) {
	list, _, err := r.Site.Deliveries.List(ctx, r.Scope(), 1, 0)
	if err != nil || len(list) == 0 {
		return link, err
	}
	link = ui.Link{Label: "a delivery is running", URL: r.Instance.URL + "/deliveries/" + list[0].SID}
	if list[0].Finished == 0 {
		return link, nil
	}
	revision, _ := r.Instance.Row[record.Instances.Index("revision")].(int64)
	link = ui.Link{Label: "delivered at revision " + ui.HumanCount(list[0].Revision), URL: r.Instance.URL + "/delivery"}
	if since := revision - list[0].Revision; since > 0 {
		link.Label += ", " + ui.Plural(int(since), "revision", "revisions") + " ago"
	}
	return link, nil
}

// showRecords shows what records there are.
func showRecords(ctx context.Context, r *site.Request, view *pages.Overview) error {
	holds, err := r.Holdings(ctx)
	for _, h := range holds {
		count := pages.RecordCount{Label: h.Title, URL: h.URL(r), Count: h.Count}
		if h.Count > 0 {
			view.Holds = append(view.Holds, count)
		} else {
			view.Unused = append(view.Unused, count)
		}
	}
	return err
}

// showStanding shows what is wrong with the instance and what has changed.
func showStanding(ctx context.Context, r *site.Request, view *pages.Overview) error {
	id := r.Scope().InstanceID
	standings, err := r.Site.DB.Standings(ctx, r.Scope().UserID, []int64{id}, curveDays)
	if err != nil {
		return err
	}
	counts, err := r.Site.Lint.Noted(ctx, r.Scope().UserID, []int64{id})
	if err != nil {
		return err
	}
	view.Problems, view.Since, view.Days = problemTally(r.Instance, counts[id]), sinceDownload(standings[id]), curve(standings[id])
	people, err := r.Site.DB.People(ctx, r.Scope(), time.Now().AddDate(0, 0, -curveDays))
	if err != nil {
		return err
	}
	for _, p := range people {
		view.People = append(view.People, pages.RecordCount{Label: cmp.Or(p.Name, "a deleted account"), Count: p.Revisions})
	}
	view.Changes, err = history.Latest(ctx, r, changesShown)
	return err
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
	name := path.Base(r.Param("*"))
	file, err := missions.GenerateFile(ctx, r.Scope(), r.Param("*"))
	if err != nil {
		return site.Response{}, err
	}
	answer, there, err := r.Again(ctx, name, file.SHA256)
	if !there && err == nil {
		answer, err = r.Download(ctx, name, func(ctx context.Context, w io.Writer) (err error) {
			_, err = missions.WriteFile(ctx, r.Scope(), r.Param("*"), w)
			return err
		})
	}
	if file.Broken && answer.Write != nil {
		answer.Write = httpd.AsBytes(answer.Write)
	}
	return answer, err
}

func downloadZip(ctx context.Context, r *site.Request) (site.Response, error) {
	missions, err := including(r)
	if err != nil {
		return site.Response{}, err
	}
	folder := strings.Trim(r.Text("folder"), "/")
	name := mission.ZipName(record.Instances.SID(r.Instance.Row), folder)
	answer, err := zipAnswer(ctx, r, missions, folder, name)
	if err == nil && answer.Write != nil && r.Method == http.MethodGet {
		noteDownload(ctx, r, folder)
	}
	return answer, err
}

// zipAnswer sends the archive of all files, or of those of a folder.
func zipAnswer(ctx context.Context, r *site.Request, missions *mission.Service, folder, name string) (site.Response, error) {
	files, err := missions.ZipFiles(ctx, r.Scope(), folder)
	if err != nil {
		return site.Response{}, err
	}
	inputs, err := mission.InputsOf(ctx, r.Scope(), files)
	if err != nil {
		return site.Response{}, err
	}
	if answer, there, err := r.Again(ctx, name, r.Site.Stored.MadeOf(inputs)); there || err != nil {
		return answer, err
	}
	return r.Download(ctx, name, func(ctx context.Context, w io.Writer) error {
		_, err := missions.WriteZip(ctx, r.Scope(), folder, w)
		return err
	})
}

// noteDownload notes for the home page and the audit what has been downloaded. The download goes out in any case.
func noteDownload(ctx context.Context, r *site.Request, folder string) {
	revision, _ := r.Instance.Row[record.Instances.Index("revision")].(int64)
	if err := r.Site.DB.NoteDownload(ctx, r.Scope(), revision, folder); err != nil {
		r.Site.Logger.ErrorContext(ctx, "a download could not be noted", "error", err)
	}
}
