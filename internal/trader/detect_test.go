package trader_test

import (
	"testing"

	"quartermaster/internal/trader"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, data string
		want       trader.FileType
	}{
		{`profiles\Trader\TRADERCONFIG.TXT`, "// none yet\n<FileEnd>", trader.ConfigFile},
		{"weapons.txt", "\ufeff// <TraderMarker>\r\n\t<Category> Rifles\r\n", trader.ConfigFile},
		{"traderobjects_sakhal.txt", "<FileEnd>", trader.ObjectsFile},
		{"a.txt", "<Object> Box\n", trader.ObjectsFile},
		{"a.txt", "<TradingDistance> 2.4\n", trader.VariablesFile},
		{"a.txt", "<VehicleParts> Sedan_02\n", trader.VehiclePartsFile},
		{"TraderAdmins.txt", "76561198000000001\n<FileEnd>", trader.AdminsFile},
		{"readme.txt", "Apple, *, 1, -1\n<FileEnd>", trader.UnknownFile},
		{"TraderConfig.txt", "A note", trader.UnknownFile},
		{"TraderConfig.xml", "<Trader> A\n<FileEnd>", trader.UnknownFile},
		{"TraderConfig.txt", "", trader.UnknownFile},
	}
	for _, test := range tests {
		if got := trader.Detect(test.name, []byte(test.data)); got != test.want {
			t.Errorf("%s with %q is %q instead of %q", test.name, test.data, got, test.want)
		}
	}
}
