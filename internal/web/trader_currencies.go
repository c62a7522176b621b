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
		empty:       "Currencies are the classes that sellers accept as money, each with its value.",
		deletion:    "This deletes the currency. Its class name is kept.",
		firstFields: classNameFields("MoneyRuble100"),
		store:       createOnClass,
	}
}
