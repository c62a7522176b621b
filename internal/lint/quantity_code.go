package lint

import (
	"regexp"

	"quartermaster/internal/record"
)

var quantityPattern = regexp.MustCompile(record.TraderItems.Field("quantity_code").Pattern())

var quantityCode = &Rule{
	ID: "quantity-code", Severity: Error, Title: "Unknown quantity code",
	Says: sentences{
		"code": "The trader mod does not know the quantity “{code}”.",
	},
	Check: func(w *world, report report) {
		for _, item := range w.TraderItems {
			if item.QuantityCode != nil && !quantityPattern.MatchString(*item.QuantityCode) {
				report(item, says("code", "code", *item.QuantityCode), nil)
			}
		}
	},
}
