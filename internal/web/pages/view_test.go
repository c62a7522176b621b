package pages

import (
	"testing"

	"quartermaster/internal/web/ui"
)

func TestReportSummary(t *testing.T) {
	t.Parallel()
	tests := []struct {
		statuses []string
		want     string
	}{
		{nil, "0 files imported."},
		{[]string{"imported"}, "1 file imported."},
		{[]string{"imported", "imported", "skipped"}, "2 files imported, 1 file skipped."},
		{[]string{"failed", "failed"}, "0 files imported, 2 files failed."},
	}
	for _, test := range tests {
		var report ImportReport
		for _, status := range test.statuses {
			report.Files = append(report.Files, ImportedFile{Status: status})
		}
		if got := report.Summary(); got != test.want {
			t.Errorf("%v: %q, want %q", test.statuses, got, test.want)
		}
	}
}

func TestNewErrorView(t *testing.T) {
	t.Parallel()
	titles := map[int]string{
		403: "Forbidden",
		404: "Not Found",
		419: "Page Expired",
		429: "Too Many Requests",
		500: "Server Error",
		502: "Bad Gateway",
	}
	for status, title := range titles {
		view := NewError(status, ui.Link{Label: "Home", URL: "/"})
		if view.Status != status || view.Title != title || view.Text == "" || len(view.Links) != 1 {
			t.Errorf("%d: %+v, want the title %q", status, view, title)
		}
	}
}
