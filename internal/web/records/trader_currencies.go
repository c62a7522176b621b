package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func traderCurrencyPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.TraderCurrencies,
			Sets:     []recordform.Set{{Fields: []string{"name", "value"}}},
			Omit:     []string{classNameID},
			Code:     []string{"name"},
		},
		group: "Traders", one: "trader currency", many: "trader currencies",
		columns:     []string{"name", "value"},
		empty:       "Currencies are the classes that sellers accept as money, each with its value.",
		deletion:    "This deletes the currency. Its class name is kept.",
		firstFields: classNameFields("MoneyRuble100"),
		store:       createOnClass,
	}
}
