package mission

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var messages = &entryKind[ce.Message, record.Message]{
	kindInfo: kindInfo{
		name: Kind(ce.MessagesFile), label: "messages", main: "db/messages.xml", resource: record.Messages,
		from: []*record.Resource{record.Messages},
	},
	parse: ce.ParseMessages, print: ce.WriteMessages, toRecord: messageRecord, toValue: messageValue,
}

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
