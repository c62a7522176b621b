package web

import "quartermaster/internal/record"

func messagePages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.Messages,
			sets: []fieldSet{
				{"", "", []string{"text"}},
				{"When", "", []string{"onconnect", "delay", "repeat"}},
				{"Countdown", "For restarts: the message is repeated until the deadline.", []string{"deadline", "countdown", "shutdown"}},
			},
			wide: []string{"text"},
		},
		group: "World", one: "message", many: "messages",
		columns:  []string{"text", "delay", "repeat", "deadline", "onconnect", "countdown", "shutdown"},
		empty:    "Messages are texts that the server sends to its players: a greeting, the rules, the next restart.",
		deletion: "This deletes the message.",
	}
}
