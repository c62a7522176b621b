package api

import (
	"cmp"
	"context"
	"net/http"

	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
)

// queued answers a request that has become a job with the fields of the job, what else it makes, and where it is. The members job and url
// say the same as the fields once more, for clients of earlier versions.
func (a *API) queued(ctx context.Context, r *request, job *operation.Job) (response, error) {
	res := record.Jobs
	row, err := a.DB.Get(ctx, res, r.account(), job.SID)
	if err != nil {
		return response{}, err
	}
	base := httpd.InfoOf(ctx).BaseURL + surfaceA
	fields := res.AppendJSON(nil, row)
	b := append(append([]byte(`{"data":`), fields[:len(fields)-1]...), `,"job":`...)
	b = jsontree.AppendString(append(append(b, fields...), `,"url":`...), base+res.Path+"/"+job.SID)
	for _, one := range job.Also {
		b = jsontree.AppendString(append(b, `,"`+one[0]+`":`...), one[1])
	}
	instance := cmp.Or(job.Instance, instanceSID(r.Request))
	location := base + record.Instances.Path + "/" + instance + "/" + res.Path + "/" + job.SID
	return response{Status: http.StatusAccepted, Location: location, Body: append(b, "}}"...)}, nil
}
