package web

import "quartermaster/internal/record"

func messagePages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.Messages,
			sets: []fieldSet{
				{"", "", []string{"text"}},
				{"When", "", []string{"onconnect", "delay", "repeat"}},
				{"Countdown", "For restarts: the message comes again and again until the deadline.", []string{"deadline", "countdown", "shutdown"}},
			},
			wide: []string{"text"},
		},
		group: "World", one: "message", many: "messages",
		columns:  []string{"text", "delay", "repeat", "deadline", "onconnect", "countdown", "shutdown"},
		empty:    "They are texts that the server sends to its players: a greeting, rules, the next restart. Add the first one by hand.",
		deletion: "The message goes from the records.",
	}
}
