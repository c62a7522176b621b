// Package instances holds the list of instances and, for each, the overview with import and export, the settings and the jobs.
//
// The home page reads what it says of instances with four queries (store/standing.go). The problems are counted in the background, a few
// seconds after the last change (lint/counts.go), so that no page has to run the lint.
package instances
