package problems

import (
	"context"
	"net/url"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showMarks answers the script of a list with the marks of the records of a resource, by sid.
func showMarks(ctx context.Context, r *site.Request) (site.Response, error) {
	res := record.AtPath(r.Param("*"))
	if res == nil {
		return site.Response{}, site.ErrNotFound
	}
	marks, err := r.Site.Lint.Marks(ctx, r.Scope(), res)
	if err != nil {
		return site.Response{}, err
	}
	data := new(jsontree.Object)
	for sid, mark := range marks {
		data.Set(sid, markOf(r, res, sid, mark))
	}
	answer := new(jsontree.Object)
	answer.Set("data", data)
	return site.Response{JSON: jsontree.AppendValue(nil, answer)}, nil
}

func markOf(r *site.Request, res *record.Resource, sid string, mark lint.Mark) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("text", ui.Plural(mark.Count, "problem", "problems"))
	o.Set("severity", string(mark.Severity))
	o.Set("url", ui.Query{Path: lintURL(r), Values: url.Values{"resource": {res.Path}}}.With("sid", sid))
	return o
}
