package endpoint

import (
	"net/http"
	"strings"

	"quartermaster/internal/access"
)

// Needs returns the permission that the endpoint is about.
func (e Endpoint) Needs() access.Permission {
	if e.Operation != nil {
		return e.Operation.Needs
	}
	if e.Method == http.MethodGet {
		return access.Read
	}
	return e.Record.Needs
}

// Reviewed reports whether the endpoint changes what players meet, which an instance may have reviewed.
func (e Endpoint) Reviewed() bool {
	if e.Operation != nil {
		return e.Operation.Reviewed()
	}
	return e.Method != http.MethodGet && e.Record.Reviewed()
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
