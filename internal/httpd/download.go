package httpd

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

const (
	// sentAtOnce is how many bytes of a download are in memory.
	sentAtOnce = 32 << 10
	// stillFor is how long a client may read nothing before it is cut off. A client that reads has as long as it needs.
	stillFor = 30 * time.Second
)

// SendFrom writes a download of size bytes and closes its source. A client that reads nothing for half a minute is cut off. It returns the
// error of the source, or of the connection.
func SendFrom(w http.ResponseWriter, name string, size int64, content io.ReadCloser) (err error) {
	attach(w, name, size)
	defer func() { err = errors.Join(err, content.Close()) }()
	_, err = io.CopyBuffer(advancing{w, http.NewResponseController(w)}, onlyReader{content}, make([]byte, sentAtOnce))
	return err
}

// CloseAfter closes what a request has opened for its answer when it has ended, also where nothing of that was sent.
func CloseAfter(ctx context.Context, opened io.Closer) {
	context.AfterFunc(ctx, func() { _ = opened.Close() })
}

// advancing extends the client's time with each piece that it takes.
type advancing struct {
	io.Writer
	control *http.ResponseController
}

// Write implements io.Writer.
func (a advancing) Write(p []byte) (int, error) {
	_ = a.control.SetWriteDeadline(time.Now().Add(stillFor)) // where there is a connection that has one
	return a.Writer.Write(p)
}

// onlyReader hides other methods of the source, which would write all of it at once under the first deadline.
type onlyReader struct{ io.Reader }

// anyBytes is the content type of what is in no known format.
const anyBytes = "application/octet-stream"

// AsBytes has a download, nil for none, say that it is in no known format, whatever its name says.
func AsBytes(send func(http.ResponseWriter) error) func(http.ResponseWriter) error {
	if send == nil {
		return nil
	}
	return func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", anyBytes)
		return send(w)
	}
}

// kinds are the content types of files by their names. The encoding of a text is not known.
var kinds = map[string]string{
	".xml": "application/xml", ".json": "application/json", ".zip": "application/zip", ".txt": "text/plain", ".cfg": "text/plain",
	".c": "text/plain",
}

// attach sets the headers of a download of size bytes. Its content type is that of its name, unless one is set.
func attach(w http.ResponseWriter, name string, size int64) {
	kind := cmp.Or(w.Header().Get("Content-Type"), kinds[strings.ToLower(path.Ext(name))], anyBytes)
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
}
