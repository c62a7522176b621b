package operation

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/layers"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Drafts are what one can do with copies of an instance in which changes are tried.
var Drafts = []*Operation{
	defineList("list drafts", "drafts", record.Drafts, access.Read, "The drafts of an instance, the oldest first.", listDrafts,
		about("The copies of the instance in which changes are tried. Everything that works on an instance works on a draft, by its `sid`.")),
	define("create draft", post, "drafts", access.Edit, "Copy an instance to try changes.", createDraft, creates,
		unreviewed,
		about("Copies the instance as it is now, with its records and files, without its name, its target and what leads to its server. The "+
			"members of the instance work on its drafts in the same roles. An instance has at most 20 drafts, which are in no list of instances "+
			"unless `drafts=1`, and no part of the quota of instances.")),
	define("delete draft", remove, "drafts/{draft}", access.Edit, "Delete a draft.", deleteDraft, refuses,
		unreviewed,
		about("Deletes a draft with everything in it. To delete those of others needs the permission `manage`.")),
	define("compare instances", get, "comparison", access.Read, "What a draft has changed, or another instance has otherwise.",
		compareInstances,
		paging(record.LayerRows),
		about("What a draft has changed since it was made, or has taken in its instance last, record by record and field by field, with what "+
			"the instance has changed in another way since. With `with`, of any instance: what that one has otherwise, without a base. "+
			"Lists of players are compared only with `with`, and secrets never.")),
	define("merge draft", post, "merge", access.Edit, "Bring what a draft has changed into its instance.", mergeDraft,
		conflictsWith[clashesView](clashing),
		unreviewed,
		about("Brings what the draft has changed into its instance as one revision, and has the draft take in what the instance is then. It is "+
			"kept as a settled layer. What only one side has changed comes in, and so does what both have changed alike; for all else "+
			"`choices` or `prefer` say which side counts.")),
	define("refresh draft", post, "refresh", access.Edit, "Take in what the instance of a draft has changed since.", refreshDraft,
		conflictsWith[clashesView](clashing),
		unreviewed,
		about("Takes into the draft what its instance has changed since it was made or refreshed. `mine` is the draft, and `theirs` is its "+
			"instance.")),
}

const clashing = "Values were changed on both sides: `conflicts` names them, and nothing was changed. Send the request again with " +
	"`choices`."

// draftView is a draft: an instance, with what it is a draft of.
type draftView struct {
	row  record.Row
	more draftMore
}

type draftMore struct {
	onMap
	whose
	Note     string    `field:"note" example:"Less food in the north"`
	By       string    `field:"by,null" help:"Who made it; null where the account is gone." example:"Anna"`
	MergedAt time.Time `field:"merged_at,null" help:"When it was last brought in; null for never."`
}

func (draftView) Record() *record.Resource { return record.InstanceSummaries }

func (draftView) Beside() reflect.Type { return reflect.TypeFor[draftMore]() }

func (d draftView) AppendJSON(b []byte) []byte {
	return shape.AppendRecord(b, record.InstanceSummaries, d.row, d.more)
}

func (c *Call) viewDraft(ctx context.Context, d store.MadeDraft) (draftView, error) {
	r := record.InstanceSummaries
	row, err := c.DB.Get(ctx, r, store.Scope{UserID: d.Scope.UserID}, d.SID)
	if err != nil {
		return draftView{}, err
	}
	return draftView{row, draftMore{mapOf(r, row), c.whose(), d.Note, d.Author, moment(d.MergedAt)}}, nil
}

func listDrafts(ctx context.Context, call *Call, _ none) ([]draftView, error) {
	drafts, err := call.DB.Drafts(ctx, call.Scope)
	if err != nil {
		return nil, err
	}
	list := make([]draftView, len(drafts))
	for i, d := range drafts {
		if list[i], err = call.viewDraft(ctx, d); err != nil {
			return nil, err
		}
	}
	return list, nil
}

type draftInput struct {
	Name string `field:"name,required,max=255" example:"Winter economy"`
	Note string `field:"note,max=1000" example:"Less food in the north"`
}

func createDraft(ctx context.Context, call *Call, in draftInput) (draftView, error) {
	sid, err := call.DB.MakeDraft(ctx, call.Scope, store.DraftPlan{Name: in.Name, Note: in.Note, Most: layers.MostDrafts})
	if errors.Is(err, store.ErrFull) {
		err = validate.Refusal("name", fmt.Sprintf("A draft has no drafts, and an instance at most %d.", layers.MostDrafts))
	}
	if err != nil {
		return draftView{}, err
	}
	d, err := call.DB.Draft(ctx, call.Scope, sid)
	if err != nil {
		return draftView{}, err
	}
	return call.viewDraft(ctx, d)
}

func deleteDraft(ctx context.Context, call *Call, _ none) (gone, error) {
	d, err := call.DB.Draft(ctx, call.Scope, call.Param("draft"))
	if err == nil && d.AuthorID != call.Scope.Person() {
		err = call.Scope.Demand(access.Manage)
	}
	if err != nil {
		return gone{}, err
	}
	return gone{}, call.DB.DeleteInstance(ctx, d.Scope.UserID, d.SID)
}

// asDraft returns the draft that the instance of the path is.
func (c *Call) asDraft(ctx context.Context) (store.MadeDraft, error) {
	d, err := c.DB.DraftOf(ctx, c.Scope)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Refusal("instance", "This instance is no draft.")
	}
	return d, err
}

type compareInput struct {
	With string `field:"with,query,sid" help:"Another instance, which is compared without a base."`
}

// comparisonView is a comparison of instances.
type comparisonView struct {
	BaseRevision int64        `field:"base_revision,null" help:"The revision of its instance that the draft has taken in last; null with with." example:"12"`
	Revision     int64        `field:"revision" help:"Of the instance in the URL." example:"4"`
	Rows         []layers.Row `field:"rows"`
	Files        []string     `field:"files" help:"The files that differ, as far as is known without writing them." example:"[\"db/types.xml\"]"`
	Problems     problemsView `field:"problems" help:"What the checks find in one and not in the other."`
}

type problemsView struct {
	New  []problemView `field:"new" example:"[]"`
	Gone []problemView `field:"gone" example:"[]"`
}

type problemView struct {
	Rule     string        `field:"rule" example:"min-over-nominal"`
	Severity lint.Severity `field:"severity" example:"warning"`
	Resource string        `field:"resource" example:"types"`
	Name     string        `field:"name" example:"AKM"`
	Message  string        `field:"message"`
}

func compareInstances(ctx context.Context, call *Call, in compareInput) (view comparisonView, err error) {
	before, after, c, err := call.comparison(ctx, in.With)
	if err != nil {
		return view, err
	}
	rows, page, err := pageThat(ctx, call, record.LayerRows, call.Sent, func(offset, limit int) ([]layers.Row, int64, error) {
		return onPage(c.Rows, offset, limit), int64(len(c.Rows)), nil
	})
	if err != nil {
		return view, err
	}
	call.page = page
	view = comparisonView{BaseRevision: c.BaseRevision, Revision: c.Revision, Rows: rows, Files: layers.FilesOf(c.Rows)}
	if c.Untouched { // a copy has the same
		view.Problems = problemsView{New: []problemView{}, Gone: []problemView{}}
		return view, nil
	}
	view.Problems, err = call.problemsBetween(ctx, before, after)
	return view, err
}

// comparison compares the instance of the path with another one, or the draft that it is with its own.
func (c *Call) comparison(ctx context.Context, with string) (before, after store.Scope, found layers.Comparison, err error) {
	if with != "" {
		other, err := c.DB.OtherScope(ctx, c.Scope, with)
		if err == nil {
			err = other.Demand(access.Read)
		}
		if errors.Is(err, store.ErrNotFound) {
			err = validate.Wrong("with", validate.SelectionIsInvalid)
		}
		if err != nil {
			return before, after, found, err
		}
		found, err = c.Layers.CompareWith(ctx, c.Scope, other)
		return c.Scope, other, found, err
	}
	d, err := c.DB.DraftOf(ctx, c.Scope)
	if errors.Is(err, store.ErrNotFound) { // which has changed nothing beside itself
		revision, err := c.DB.View(c.Scope).Revision(ctx)
		return c.Scope, c.Scope, layers.Comparison{Revision: revision}, err
	}
	if err != nil {
		return before, after, found, err
	}
	found, err = c.Layers.Compare(ctx, d)
	return d.OriginScope(), d.Scope, found, err
}

// problemsBetween returns what the checks find in one instance and not in another.
func (c *Call) problemsBetween(ctx context.Context, before, after store.Scope) (view problemsView, err error) {
	was, err := c.problemsOf(ctx, before)
	if err != nil {
		return view, err
	}
	is, err := c.problemsOf(ctx, after)
	view.New, view.Gone = without(is, was), without(was, is)
	return view, err
}

func (c *Call) problemsOf(ctx context.Context, s store.Scope) ([]problemView, error) {
	found, err := c.Lint.Check(ctx, s)
	return viewProblems(found), err
}

func viewProblems(found []lint.Finding) []problemView {
	list := make([]problemView, len(found))
	for i, f := range found {
		list[i] = problemView{f.Rule.ID, f.Severity, "", f.Label(), f.Message()}
		if f.Resource != nil {
			list[i].Resource = f.Resource.Path
		}
	}
	return list
}

// mostProblems is how many problems an answer lists.
const mostProblems = 200

// without returns those of a list that another one does not have.
func without(list, other []problemView) []problemView {
	left, count := []problemView{}, map[problemView]int{}
	for _, p := range other {
		count[p]++
	}
	for _, p := range list {
		if count[p]--; count[p] < 0 && len(left) < mostProblems {
			left = append(left, p)
		}
	}
	return left
}
