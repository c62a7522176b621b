package site

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// TestSecretsAreNeverKept holds that no field that is stored encrypted can get into a flash.
func TestSecretsAreNeverKept(t *testing.T) {
	t.Parallel()
	for _, res := range record.All() {
		for _, f := range res.Fields {
			if f.Secret && !strings.Contains(strings.Join(secrets, " "), f.Name) {
				t.Errorf("%s.%s would be kept", res.Name, f.Name)
			}
		}
	}
}
