package lint

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
)

func TestLongMessage(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ж", 161)
	try(t, longMessage, worldOf(&record.Message{Text: long}, &record.Message{Text: long[2:]}),
		long+": The message has 161 characters; the game shows 160.")
}
