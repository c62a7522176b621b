package upload

import (
	"errors"
	"io"
	"net/http"
	"time"
)

const (
	// sentAtOnce is how much of a download is in memory.
	sentAtOnce = 32 << 10
	// stillFor is how long a client may read nothing of a download before it is cut off. One that reads on has as long as it takes.
	stillFor = 30 * time.Second
)

// SendFrom writes a download of size bytes and closes what it is read from.
func SendFrom(w http.ResponseWriter, name string, size int64, content io.ReadCloser) error {
	Attach(w, name, size)
	_, err := io.CopyBuffer(advancing{w, http.NewResponseController(w)}, onlyReader{content}, make([]byte, sentAtOnce))
	return errors.Join(err, content.Close())
}

// advancing gives the client of a download more time with each piece that it takes.
type advancing struct {
	io.Writer
	control *http.ResponseController
}

// Write implements io.Writer.
func (a advancing) Write(p []byte) (int, error) {
	_ = a.control.SetWriteDeadline(time.Now().Add(stillFor)) // where there is a connection that has one
	return a.Writer.Write(p)
}

// onlyReader hides that what is read can write itself, at once and with the first deadline.
type onlyReader struct{ io.Reader }
