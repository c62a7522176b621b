package ce

import (
	"io"

	"quartermaster/internal/textfile"
)

// Message is a text that the server sends to players. A nil number is not given in the file; a missing
// flag is false. Source: db/messages.xml.
type Message struct {
	Text      string // #name, #port and #tmin stand for the server's name, its port and the minutes left
	Delay     *int64 // minutes after a player has connected
	Repeat    *int64 // minutes
	Deadline  *int64 // minutes after the start of the server, with a countdown before
	OnConnect bool   // sent to each player who connects
	Shutdown  bool   // the server stops at the deadline
	Countdown bool
}

// ParseMessages parses a messages file. The error is a *SyntaxError.
func ParseMessages(data []byte) (*textfile.File[Message], error) {
	return messagesFormat().parse(data)
}

// WriteMessages writes a messages file as WriteTypes writes a types file, with the same errors.
func WriteMessages(w io.Writer, s textfile.Skeleton, parts []textfile.Part[Message]) error {
	return messagesFormat().write(w, s, parts)
}

func messagesFormat() format[Message] {
	return format[Message]{
		root: "messages", elements: []string{"message"}, fold: true, usual: canonical(),
		order: []string{"delay", "repeat", "deadline", "onconnect", "shutdown", "countdown", "text"},
		blank: func(layout, *Message) string { return "<message/>" },
		lacks: lacksText,
		read:  readMessage,
		patch: patchMessage,
	}
}

func lacksText(t *tree) string {
	if t.filled("text") == none {
		return "text"
	}
	return ""
}

func (m *Message) numbers() []numberField {
	return []numberField{{"delay", &m.Delay}, {"repeat", &m.Repeat}, {"deadline", &m.Deadline}}
}

type truthField struct {
	name  string
	value *bool
}

func (m *Message) truths() []truthField {
	return []truthField{{"onconnect", &m.OnConnect}, {"shutdown", &m.Shutdown}, {"countdown", &m.Countdown}}
}

func readMessage(r *reader) Message {
	var m Message
	if text := r.string("text"); text != nil {
		m.Text = *text
	}
	r.numbers(m.numbers())
	for _, field := range m.truths() {
		given := r.truth(field.name)
		*field.value = given != nil && *given
	}
	return m
}

func patchMessage(p *patch, old, new *Message) {
	p.numbers(old.numbers(), new.numbers())
	was := old.truths()
	for i, field := range new.truths() {
		p.truth(field.name, was[i].value, field.value)
	}
	p.string("text", notBlank(&old.Text), &new.Text)
}
