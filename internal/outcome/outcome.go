package outcome

import "quartermaster/internal/say"

// Sentence returns what a message says; nothing for the zero Message.
func Sentence(m say.Message) string { return Table.Sentence(m) }

// Sentences returns what several messages say; nil for none.
func Sentences(list []say.Message) (texts []string) {
	for _, m := range list {
		texts = append(texts, Sentence(m))
	}
	return texts
}

// Shown returns what a stored message says. A text from before messages were stored is shown as it is.
func Shown(stored string) string { return Sentence(say.Parse(stored)) }

// Stored returns a message as it is stored; nothing for the zero Message.
func Stored(m say.Message) string {
	if m.IsNone() {
		return ""
	}
	return m.Stored()
}

// File says that a job is at a file; nothing of none.
func File(path string) say.Message {
	if path == "" {
		return say.Message{}
	}
	return say.New("file", "path", path)
}

// Together returns one message that says what several say, one after the other.
func Together(list ...say.Message) (m say.Message) {
	for _, next := range list {
		if m.IsNone() {
			m = next
			continue
		}
		m = say.New("then", "first", m, "next", next)
	}
	return m
}
