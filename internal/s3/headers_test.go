package s3_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quartermaster/internal/s3"
	"quartermaster/internal/s3/s3test"
)

// TestWhatIsSentIsCheckedAndEncrypted: each request of a file has its checksums, and the one that begins a file asks for encryption.
func TestWhatIsSentIsCheckedAndEncrypted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		settings, algorithm, key string
		size                     int64
	}{
		{"", "", "", 10},
		{"&encryption=AES256", "AES256", "", 10},
		{"&encryption=aws:kms&kms_key=mine", "aws:kms", "mine", 10},
		{"&encryption=aws:kms&kms_key=mine", "aws:kms", "mine", 6 << 20},
	} {
		var begun http.Header
		bodies := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if begun == nil {
				begun = r.Header
			}
			body, _ := io.ReadAll(r.Body)
			if sum := sha256.Sum256(body); r.Method == http.MethodPut {
				bodies++
				if r.Header.Get("X-Amz-Content-Sha256") != hex.EncodeToString(sum[:]) || r.Header.Get("Content-Md5") == "" {
					t.Errorf("%s: a body without its checksums: %v", test.settings, r.Header)
				}
			}
			w.Header().Set("Etag", `"x"`)
			switch query := r.URL.Query(); {
			case query.Has("uploads"):
				_, _ = io.WriteString(w, `<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>`)
			case r.Method == http.MethodPost:
				_, _ = io.WriteString(w, `<CompleteMultipartUploadResult><Bucket>test</Bucket><ETag>"x"</ETag></CompleteMultipartUploadResult>`)
			}
		}))
		s, err := s3.Open(s3test.Address(server.URL, "files")+test.settings, s3test.Key, s3test.Secret)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.Put(t.Context(), "a", io.LimitReader(new(counting), test.size)); err != nil || n != test.size {
			t.Fatalf("%s: stored %d, %v", test.settings, n, err)
		}
		_ = s.Close()
		server.Close()
		const side = "X-Amz-Server-Side-Encryption"
		if begun.Get(side) != test.algorithm || begun.Get(side+"-Aws-Kms-Key-Id") != test.key || bodies == 0 {
			t.Errorf("%s: begun with %v", strings.TrimPrefix(test.settings, "&"), begun)
		}
	}
}
