package api

import (
	"context"
	"errors"

	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// addLogs takes logs of the server in. Each takes the place of the last one of its sort.
func (a *API) addLogs(ctx context.Context, r *request, scope store.Scope) (response, error) {
	var form lint.LogUpload
	var err error
	if parts := httpd.Parts(r.Request, serverlog.MaxSize); parts != nil {
		err = httpd.ReadFiles(parts, &form)
	}
	switch {
	case errors.Is(err, serverlog.ErrNoLog):
		return response{}, validate.Refusal("files", "The file is not a log of a DayZ server: an RPT, ADM, script_*.log or crash_*.log is.")
	case err != nil:
		return response{}, imports.ReadError(err)
	}
	added, err := a.Lint.AddLogs(ctx, scope, form)
	if err == nil && len(added) == 0 {
		err = validate.Wrong("files", validate.IsRequired)
	}
	if err != nil {
		return response{}, err
	}
	return ok(logList(added)), nil
}

// listLogs answers the logs of an instance.
func (a *API) listLogs(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	logs, err := a.Lint.Logs(ctx, scope)
	if err != nil {
		return response{}, err
	}
	if logs, err = chosen(ctx, record.Logs, in, logs, appendLog); err != nil {
		return response{}, err
	}
	return ok(logList(logs)), nil
}

// deleteLog dismisses a log.
func (a *API) deleteLog(ctx context.Context, r *request, scope store.Scope) (response, error) {
	if err := a.Lint.DismissLog(ctx, scope, r.sid("log")); err != nil {
		return response{}, err
	}
	return ok(deleted(nil)), nil
}

func logList(logs []lint.Log) []byte {
	return append(jsontree.AppendList([]byte(`{"data":`), logs, appendLog), '}')
}

func appendLog(b []byte, l lint.Log) []byte { return l.AppendJSON(b) }
