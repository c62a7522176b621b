package cli

import (
	"net/http"
	"testing"
	"time"

	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/s3/s3test"
)

// TestAServerStartsWithoutItsBucket, as it goes on when it loses it later, and uses it when it is back.
func TestAServerStartsWithoutItsBucket(t *testing.T) {
	t.Parallel()
	bucket, endpoint := remotetest.BeforeURL(t, s3test.Start(t))
	bucket.LeaveAfter(0)
	server := start(t, t.TempDir(), "--rate-limit", "0", "--storage-url", s3test.Address(endpoint, "files"), "--storage-key", s3test.Key,
		"--storage-secret", s3test.Secret)
	if got := status(t, "http://"+server.address+"/readyz"); got != http.StatusOK {
		t.Errorf("/readyz answers %d", got)
	}
	if got := server.health(t); got != "ok ok failed ok" {
		t.Errorf("health is %s", got)
	}
	bucket.Heal()
	began := time.Now()
	for server.health(t) != "ok ok ok ok" {
		if time.Since(began) > noticed {
			t.Fatalf("health is %s after %v", server.health(t), noticed)
		}
	}
}
