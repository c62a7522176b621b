package instances

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// newServerForm is the form of a new instance, filled in with what was recognized.
func newServerForm(ctx context.Context, r *site.Request, h imports.Held, maps []record.Map) (ui.Form, error) {
	res, found := record.Instances, h.Recognized
	row := (recordform.Form{Resource: res}).Fresh()
	row[res.Index("name")] = cmp.Or(found.Hostname, "My server")
	known := found.MapOf(maps)
	if known != nil {
		row[res.Index("map_id")] = known.ID
		row[res.Index("name")] = cmp.Or(found.Hostname, "My "+known.Name+" server")
	}
	if strings.Contains(found.Mission, ".") {
		row[res.Index("mission")] = found.Mission
	}
	sets, err := instanceForm().Fieldsets(ctx, r, row, true)
	if err != nil {
		return ui.Form{}, err
	}
	sets = sets[:1]
	if known == nil {
		sets = withOtherMap(sets)
		describeMap(sets[1].Fields, found)
	}
	return r.Restore(ui.Form{ID: instanceFormID, Action: heldURL(h.SID), Submit: "Create server and import", Sets: sets}), nil
}

// describeMap fills in what is known of a map that is not in the list.
func describeMap(fields []ui.Field, found mission.Recognition) {
	if found.IsMission {
		fields[0].Value = found.Map()
	}
	if found.WorldSize > 0 {
		fields[1].Value = strconv.FormatInt(found.WorldSize, 10)
	}
}

// makeServer creates an instance for an upload that waits, and imports it.
func makeServer(ctx context.Context, r *site.Request) (site.Response, error) {
	h, err := r.Site.Imports.Held(ctx, r.User.ID, r.Param("upload"))
	if err != nil {
		return site.Response{}, err
	}
	row, problems, err := makeInstance(ctx, r)
	if err != nil || len(problems) > 0 {
		return r.Invalid(instanceFormID, heldURL(h.SID), problems), err
	}
	answer, err := release(ctx, r, h, row)
	if err != nil {
		err = errors.Join(err, r.Site.DB.DeleteInstance(ctx, r.User.ID, record.Instances.SID(row)))
	}
	if errors.Is(err, queue.ErrTooMany) {
		return r.Tell(heldURL(h.SID), ui.Notice{Tone: ui.Warn, Text: site.TooManyJobs.Text}), nil
	}
	return answer, err
}

// importAnyway imports an upload into the instance that it was sent to.
func importAnyway(ctx context.Context, r *site.Request) (site.Response, error) {
	h, err := r.Site.Imports.Held(ctx, r.User.ID, r.Param("upload"))
	if err != nil {
		return site.Response{}, err
	}
	row, err := serverOf(ctx, r, h)
	if err != nil {
		return site.Response{}, err
	}
	if h.IsUpdate() {
		if r.Text("update") == "" {
			return site.Redirect(heldURL(h.SID) + "?update=1"), nil
		}
		if r.Text("preview") != "" {
			return showUpdate(ctx, r, h)
		}
		if _, err := decideHeld(ctx, r, &h); err != nil {
			return site.Response{}, err
		}
	}
	answer, err := release(ctx, r, h, row)
	if errors.Is(err, queue.ErrTooMany) {
		return r.Tell(heldURL(h.SID), ui.Notice{Tone: ui.Warn, Text: site.TooManyJobs.Text}), nil
	}
	return answer, err
}

// release has an upload imported, and leads to its progress.
func release(ctx context.Context, r *site.Request, h imports.Held, row record.Row) (site.Response, error) {
	scope, err := uploadScope(ctx, r, record.Instances.ID(row))
	if err != nil {
		return site.Response{}, err
	}
	job, err := r.Site.Imports.Release(ctx, scope, h)
	return site.Redirect(instanceURL(row) + "/jobs/" + job), err
}
