package endpoint

import (
	"net/http"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
)

// writing are the permissions that changes to the records of some resources need; others need access.Edit.
var writing = map[*record.Resource]access.Permission{record.PlayerLists: access.Players, record.Schedules: access.Deliver}

// Needs returns the permission that the endpoint is about.
func (e Endpoint) Needs() access.Permission {
	if e.Operation != nil {
		return e.Operation.Needs
	}
	if e.Method == http.MethodGet {
		return access.Read
	}
	if needs, there := writing[e.Record]; there {
		return needs
	}
	return access.Edit
}

// AuditName is what the audit calls what the endpoint does: "change-zones", "types.create".
func (e Endpoint) AuditName() string {
	if e.Operation != nil {
		return e.Operation.AuditName()
	}
	name := strings.ReplaceAll(string(e.Action), " ", "-")
	if e.Record != nil {
		name = e.Record.Name + "." + name
	}
	return name
}
