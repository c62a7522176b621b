package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestNoCurrency(t *testing.T) {
	t.Parallel()
	item := &record.TraderItem{Name: "AKM"}
	try(t, noCurrency, worldOf(item), "Test: The traders have 1 item, but there is no currency.")
	try(t, noCurrency, worldOf(item, &record.TraderCurrency{Name: "Rouble"}))
	try(t, noCurrency, worldOf())
}
