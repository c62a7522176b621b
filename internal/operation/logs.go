package operation

import (
	"context"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/imports"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
)

// Logs are what one can do with logs of the game server.
var Logs = []*Operation{
	defineList("list logs", "logs", record.Logs, access.Read, "The last log of each type, with what it says.", listLogs,
		about("The last log of each type of the game server, with what was found in it. Nothing else of a log is kept.")),
	define("add logs", post, "logs", access.Edit, "Read logs: RPT, script, crash and ADM logs.", addLogs, uploads,
		unreviewed,
		about("Reads logs of the game server: RPT, script, crash and ADM logs of up to 512 MiB. What they say about records becomes problems "+
			"of the instance. Each takes the place of the last log of its type.")),
	define("delete log", remove, "logs/{log}", access.Edit, "Dismiss a log with its findings.", deleteLog,
		unreviewed,
		about("Dismisses a log, with the problems that come from it.")),
}

func listLogs(ctx context.Context, call *Call, _ none) ([]lint.LogView, error) {
	logs, err := call.Lint.Logs(ctx, call.Scope)
	return logViews(logs), err
}

func logViews(logs []lint.Log) (list []lint.LogView) {
	for _, l := range logs {
		list = append(list, l.View())
	}
	return list
}

type logInput struct {
	Files []shape.File `field:"files[],required" help:"RPT, script, crash and ADM logs of the game server." example:"[\"DayZServer_x64.RPT\"]"`
}

// addLogs takes logs of the server in. Each takes the place of the last one of its sort.
func addLogs(ctx context.Context, call *Call, _ logInput) ([]lint.LogView, error) {
	var form lint.LogUpload
	err := call.Upload(&form, serverlog.MaxSize)
	switch {
	case errors.Is(err, serverlog.ErrNoLog):
		return nil, validate.Refusal("files", "The file is not a log of a DayZ server: an RPT, ADM, script_*.log or crash_*.log is.")
	case err != nil:
		return nil, imports.ReadError(err)
	}
	added, err := call.Lint.AddLogs(ctx, call.Scope, form)
	if err == nil && len(added) == 0 {
		err = validate.Wrong("files", validate.IsRequired)
	}
	return logViews(added), err
}

func deleteLog(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, call.Lint.DismissLog(ctx, call.Scope, call.Param("log"))
}
