package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func messagePages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.Messages,
			Sets: []recordform.Set{
				{Fields: []string{"text"}},
				{Title: "When", Fields: []string{"onconnect", "delay", "repeat"}},
				{
					Title: "Countdown", Help: "For restarts: the message is repeated until the deadline.",
					Fields: []string{"deadline", "countdown", "shutdown"},
				},
			},
			Wide: []string{"text"},
		},
		group: "World", one: "message", many: "messages",
		columns:  []string{"text", "delay", "repeat", "deadline", "onconnect", "countdown", "shutdown"},
		empty:    "Messages are texts that the server sends to its players: a greeting, the rules, the next restart.",
		deletion: "This deletes the message.",
	}
}
