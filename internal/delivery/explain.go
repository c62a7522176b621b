package delivery

import (
	"errors"
	"fmt"
	"time"

	"quartermaster/internal/outage"
	"quartermaster/internal/outcome"
	"quartermaster/internal/say"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
)

// notTaken is how many files of a delivery its server has not taken.
type notTaken int

func (n notTaken) Error() string { return outcome.Sentence(n.says()) }

func (n notTaken) says() say.Message { return say.New("not-taken", "n", int(n)) }

// explain says to the owner what an error of a delivery comes to.
func explain(err error) say.Message {
	var blocked BlockedError
	var untaken notTaken
	var full stored.LimitError
	switch {
	case errors.As(err, &blocked):
		return outcome.Together(blocked...)
	case errors.As(err, &full):
		return say.Plain(full.Error())
	case errors.Is(err, outage.ErrFull):
		return say.New("no-room")
	case errors.As(err, &untaken):
		return untaken.says()
	case isAlone(err, errChangedThere):
		return say.New("changed-there")
	case isAlone(err, errOther):
		return say.New("other-there")
	}
	return target.Explain(err)
}

// isAlone reports whether an error says no more than another one.
func isAlone(err, other error) bool { return errors.Is(err, other) && err.Error() == other.Error() }

// under says that work is at a file, and how long the rest takes, by what was done in a time.
func under(path string, done, total int64, took time.Duration) say.Message {
	if done == 0 || done >= total || took < 2*time.Second {
		return outcome.File(path)
	}
	rest := time.Duration(float64(took) * float64(total-done) / float64(done)).Round(time.Second)
	return say.New("file-left", "path", path, "left", fmt.Sprint(rest))
}
