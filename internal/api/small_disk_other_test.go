//go:build !linux

package api_test

import "testing"

// smallDisk skips the test.
func smallDisk(t *testing.T, _ int) string {
	t.Helper()
	t.Skip("small disks are mounted on Linux alone")
	return ""
}
