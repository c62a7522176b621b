package instances

import (
	"context"
	"embed"
	"errors"
	"io/fs"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// sampleFiles are the files of the sample server, with a few mistakes for the lint to find.
//
//go:embed sample
var sampleFiles embed.FS

// makeSample makes the sample server. Its files are not stored as an upload.
func makeSample(ctx context.Context, r *site.Request) (site.Response, error) {
	mapID, err := mapNamed(ctx, r, "chernarusplus")
	if err != nil {
		return site.Response{}, err
	}
	values := record.Values{"name": "Sample server", "map_id": mapID}
	row, err := r.Site.DB.CreateInstanceWithin(ctx, r.User.ID, r.User.Plan.MaxInstances, values)
	if errors.Is(err, store.ErrFull) {
		return r.Tell("/instances", ui.Notice{Tone: ui.Warn, Text: r.User.Plan.NoInstanceLeft()}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	uploads, err := sampleUploads()
	if err != nil {
		return site.Response{}, err
	}
	scope := store.Scope{UserID: r.User.ID, InstanceID: record.Instances.ID(row)}
	if _, err := r.Site.Missions.Import(ctx, scope, uploads, mission.Options{}); err != nil {
		return site.Response{}, err
	}
	return r.Done(instanceURL(row), "The sample server was made. Delete it in its settings when you no longer need it."), nil
}

func mapNamed(ctx context.Context, r *site.Request, short string) (int64, error) {
	maps, err := r.Site.Missions.Maps(ctx, r.User.ID)
	for _, m := range maps {
		if m.NameShort == short {
			return m.ID, nil
		}
	}
	return 0, errors.Join(err, site.ErrNotFound)
}

func sampleUploads() (uploads []mission.Upload, err error) {
	const root = "sample"
	err = fs.WalkDir(sampleFiles, root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := sampleFiles.ReadFile(name)
		uploads = append(uploads, mission.Upload{Path: name[len(root)+1:], Data: data})
		return err
	})
	return uploads, err
}
