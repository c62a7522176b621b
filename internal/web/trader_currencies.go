package web

import "quartermaster/internal/record"

func traderCurrencyPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.TraderCurrencies,
			sets:     []fieldSet{{"", "", []string{"name", "value"}}},
			omit:     []string{classNameID},
			code:     []string{"name"},
		},
		group: "Traders", one: "trader currency", many: "trader currencies",
		columns:     []string{"name", "value"},
		empty:       "They are the classes that sellers take as money. Add each kind of note with its value.",
		deletion:    "The currency goes from the records. Its class name stays.",
		firstFields: classNameFields("MoneyRuble100"),
		store:       createOnClass,
	}
}
