package httpd

import (
	"bytes"
	"net/http"
	"time"
)

// eventTimeout is how long a client may take to receive an event.
const eventTimeout = 30 * time.Second

// Events is an answer of type text/event-stream: events follow each other for as long as the handler runs, beyond the time
// that the server gives other answers.
type Events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	begun   bool
}

// NewEvents returns a stream that begins with its first event.
func NewEvents(w http.ResponseWriter) *Events {
	return &Events{w: w, control: http.NewResponseController(w)}
}

// Send sends an event. Data of several lines reach the client as they are.
func (e *Events) Send(name string, data []byte) error {
	var b bytes.Buffer
	b.WriteString("event: " + name + "\n")
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		b.WriteString("data: ")
		b.Write(line)
		b.WriteByte('\n')
	}
	return e.write(append(b.Bytes(), '\n'))
}

// Beat sends a comment, so that nobody on the way takes the connection for dead.
func (e *Events) Beat() error { return e.write([]byte(": still here\n\n")) }

func (e *Events) write(text []byte) error {
	e.begin()
	_ = e.control.SetWriteDeadline(time.Now().Add(eventTimeout)) // where there is a connection that has one
	if _, err := e.w.Write(text); err != nil {
		return err
	}
	return e.control.Flush()
}

func (e *Events) begin() {
	if e.begun {
		return
	}
	e.begun = true
	h := e.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // proxies that collect an answer before they send it are asked not to
	_ = e.control.SetReadDeadline(time.Time{})
}
