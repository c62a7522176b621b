package operation

import (
	"context"
	"io"

	"quartermaster/internal/access"
	"quartermaster/internal/audit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

// Audits are what one can ask of the audit.
var Audits = []*Operation{
	definePages("list audit", "audit", record.AuditEntries, access.Manage, "What was done on the service, newest first.", listAudit, ofAccount,
		byAdministrators, exports(csvType),
		about("Who has signed in, made tokens, changed members, accounts and targets, delivered and exported, for administrators. Never a "+
			"secret. With `format=csv` it is CSV, as at the same path with `.csv` behind it.")),
	defineExport("export audit", "audit.csv", access.Manage, "The same as CSV.", exportAudit, ofAccount, byAdministrators, exports(csvType),
		choosing(record.AuditEntries), about("What the audit keeps, newest first, a line each.")),
	definePages("list instance audit", "audit", record.AuditEntries, access.Manage, "What was done about an instance, newest first.",
		listAudit, exports(csvType),
		about("Who has changed members, tokens and the target, delivered, sent commands to the game server and exported. With `format=csv` "+
			"it is CSV, as at the same path with `.csv` behind it.")),
	defineExport("export instance audit", "audit.csv", access.Manage, "The same as CSV.", exportAudit, exports(csvType),
		choosing(record.AuditEntries), about("What the audit keeps of the instance, newest first, a line each.")),
}

type auditInput struct {
	audit.Filter
	formatChoice
}

func listAudit(ctx context.Context, call *Call, in auditInput) (reader[audit.View], error) {
	chosen := in.Of(call.Scope.InstanceID)
	if call.wantsCSV(in.formatChoice) {
		e, err := exportAudit(ctx, call, in.Filter)
		call.Export(e)
		return nil, err
	}
	return viewed(audit.ViewOf, func(offset, limit int) ([]store.Audited, int64, error) {
		return call.DB.AuditThat(ctx, chosen, offset, limit)
	}), nil
}

func exportAudit(ctx context.Context, call *Call, in audit.Filter) (Export, error) {
	chooses, err := call.chooser(ctx, record.AuditEntries)
	meets := func(v audit.View) bool { return chooses == nil || chooses(jsontree.ParseBody(shape.Append(nil, v))) }
	return csvExport("audit.csv", func(w io.Writer) error {
		return audit.WriteCSV(ctx, call.DB, in.Of(call.Scope.InstanceID), meets, w)
	}), err
}
