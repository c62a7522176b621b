package trader_test

import (
	"testing"

	"quartermaster/internal/trader"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, data string
		want       trader.FileKind
	}{
		{`profiles\Trader\TRADERCONFIG.TXT`, "// none yet\n<FileEnd>", trader.KindConfig},
		{"weapons.txt", "\ufeff// <TraderMarker>\r\n\t<Category> Rifles\r\n", trader.KindConfig},
		{"traderobjects_sakhal.txt", "<FileEnd>", trader.KindObjects},
		{"a.txt", "<Object> Box\n", trader.KindObjects},
		{"a.txt", "<TradingDistance> 2.4\n", trader.KindVariables},
		{"a.txt", "<VehicleParts> Sedan_02\n", trader.KindVehicleParts},
		{"TraderAdmins.txt", "76561198000000001\n<FileEnd>", trader.KindAdmins},
		{"readme.txt", "Apple, *, 1, -1\n<FileEnd>", trader.KindUnknown},
		{"TraderConfig.txt", "A note", trader.KindUnknown},
		{"TraderConfig.xml", "<Trader> A\n<FileEnd>", trader.KindUnknown},
		{"TraderConfig.txt", "", trader.KindUnknown},
	}
	for _, test := range tests {
		if got := trader.Detect(test.name, []byte(test.data)); got != test.want {
			t.Errorf("%s with %q is %q instead of %q", test.name, test.data, got, test.want)
		}
	}
}
