package mission

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var messages = entries[ce.Message, record.Message]{
	kind:  kind{name: Kind(ce.MessagesFile), label: "messages", main: "db/messages.xml", resource: record.Messages, from: []*record.Resource{record.Messages}},
	parse: ce.ParseMessages, print: ce.WriteMessages, toRecord: messageRecord, toValue: messageValue,
}.declare()

func messageRecord(m ce.Message, _ *names) (record.Message, error) {
	return record.Message{
		Text: m.Text, Delay: m.Delay, Repeat: m.Repeat, Deadline: m.Deadline,
		OnConnect: m.OnConnect, Shutdown: m.Shutdown, Countdown: m.Countdown,
	}, nil
}

func messageValue(m record.Message, _ *names) ce.Message {
	return ce.Message{
		Text: m.Text, Delay: m.Delay, Repeat: m.Repeat, Deadline: m.Deadline,
		OnConnect: m.OnConnect, Shutdown: m.Shutdown, Countdown: m.Countdown,
	}
}
