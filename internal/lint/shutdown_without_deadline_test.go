package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestShutdownWithoutDeadline(t *testing.T) {
	t.Parallel()
	const want = ": The message shuts the server down but does not say when."
	try(t, shutdownWithoutDeadline, worldOf(
		&record.Message{Text: "Bye", Shutdown: true}, &record.Message{Text: "Now", Shutdown: true, Deadline: new(int64(0))},
		&record.Message{Text: "Later", Shutdown: true, Deadline: new(int64(600))}, &record.Message{Text: "Hello"},
	), "Bye"+want, "Now"+want)
}
