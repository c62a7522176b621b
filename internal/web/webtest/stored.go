package webtest

import (
	"quartermaster/internal/account"
	"quartermaster/internal/web/site"
)

// LimitedTo gives the plan of the users other limits.
func LimitedTo(uploads, generates int, bytes int64) func(*site.Config, *account.Options) {
	return func(_ *site.Config, o *account.Options) {
		o.Plans = account.Plans()
		o.Plans[1].MaxUploads, o.Plans[1].MaxGenerates, o.Plans[1].MaxBytes = uploads, generates, bytes
	}
}
