package access_test

import (
	"slices"
	"testing"

	"quartermaster/internal/access"
)

// TestRoles is the table of the contract.
func TestRoles(t *testing.T) {
	t.Parallel()
	all := []access.Permission{access.Read, access.Players, access.Edit, access.Deliver, access.Manage, access.Own}
	for role, want := range map[access.Role]int{
		"": 0, "stranger": 0, access.Viewer: 1, access.Moderator: 2, access.Editor: 3, access.Deployer: 4, access.Manager: 5, access.Owner: 6,
	} {
		if got := role.Permissions(); !slices.Equal(got, all[:want]) {
			t.Errorf("%q may %q", role, got)
		}
		for i, p := range all {
			if role.Allows(p) != (i < want) {
				t.Errorf("%q: %s is %v", role, p, role.Allows(p))
			}
		}
		if !role.Allows(access.Anyone) {
			t.Errorf("%q may not what anyone may", role)
		}
	}
}
