package httpd

import (
	"bytes"
	"net/http"
	"time"
)

// eventTimeout is how long a client may take to receive an event.
const eventTimeout = 30 * time.Second

// Events is an answer of type text/event-stream. Events are sent for as long as the handler runs; the server's time limit for
// answers does not apply.
type Events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	begun   bool
}

// NewEvents returns a stream; its first event begins the answer.
func NewEvents(w http.ResponseWriter) *Events {
	return &Events{w: w, control: http.NewResponseController(w)}
}

// Send sends an event. Line breaks in the data reach the client. It returns an error when the client has gone.
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

// Beat sends a comment, so that nobody on the way takes the connection for dead. It returns an error when the client has gone.
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
