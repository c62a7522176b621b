package mission_test

import (
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// What no file of the traders can tell stays as it is when the file is read that was written of it.
func TestValuesThatTheTradersFilesCannotTell(t *testing.T) {
	t.Parallel()
	w := newTrader(t)
	w.set(record.TraderCurrencies, "Rouble", record.Values{"value": int64(372561)})
	w.set(record.TraderItems, "Apple", record.Values{"quantity": nil, "quantity_code": nil})
	if got := w.serverFile(traderConfig); !strings.Contains(got, "Rouble,\t3726\n") || !strings.Contains(got, "Apple,\t*,") {
		t.Errorf("written as\n%s", got)
	}
	w.readsItsOwn()
	currency, item := w.find(record.TraderCurrencies, "Rouble"), w.find(record.TraderItems, "Apple")
	if currency[record.TraderCurrencies.Index("value")] != int64(372561) || item[record.TraderItems.Index("quantity_code")] != nil {
		t.Errorf("read back as %v and %v", currency, item)
	}
}

// Two traders at one object are two once one of them is changed, and neither takes the other's away.
func TestTradersThatShareAnObject(t *testing.T) {
	t.Parallel()
	const objects = "<TraderMarker> 0\n<TraderMarkerPosition> 1, 2, 3\n<TraderMarker> 1\n<TraderMarkerPosition> 1, 2, 3\n<Object> " +
		"Boris\n<ObjectPosition> 1, 2, 3\n<FileEnd>\n"
	for name, test := range map[string]struct {
		seller string
		values record.Values
		says   string
	}{
		"other attachments": {
			"A",
			record.Values{"attachments": `["Hat"]`},
			"<ObjectPosition>\t1, 2, 3\n<Object> Boris\n<ObjectPosition> 1, 2, 3\n<ObjectAttachment>\tHat\n",
		},
		"nothing stands here": {"A", record.Values{"object_class": nil}, "<Object> Boris\n"},
		"another place": {
			"B", record.Values{"position": "[4,5,6]"}, "<ObjectPosition>\t4, 5, 6\n<Object> Boris\n<ObjectPosition> 1, 2, 3\n",
		},
		"no place": {"B", record.Values{"position": nil, "object_class": nil}, "<Object> Boris\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.load(mission.Merge, "TraderConfig.txt", "<Trader> A\n<Trader> B\n<FileEnd>\n")
			w.load(mission.Merge, "TraderObjects.txt", objects)
			w.set(record.TraderSellers, test.seller, test.values)
			if got := w.serverFile(traderObjects); !strings.Contains(got, test.says) {
				t.Errorf("written as\n%s", got)
			}
			w.readsItsOwn()
		})
	}
}

// The files of another server settle at once, also those that have fewer or more places than traders.
func TestTradersOfAnotherServerSettleAtOnce(t *testing.T) {
	t.Parallel()
	const config = "<Currency> Coin,\t5\n<Trader> Food\n\t<Category> Nuts\n\t\tPear,\t*,\t1,\t1\n<Trader> New\n<FileEnd>\n"
	const objects = "<TraderMarker> 1\n<TraderMarkerPosition> 9, 9, 9\n<Object> Denis\n<ObjectPosition> 9, 9, 9\n<TraderMarker> " +
		"5\n<TraderMarkerPosition> 8, 8, 8\n<FileEnd>\n"
	for _, order := range [][2]string{{"TraderConfig.txt", "TraderObjects.txt"}, {"TraderObjects.txt", "TraderConfig.txt"}} {
		for _, mode := range []mission.Mode{mission.Merge, mission.Replace} {
			w := newTrader(t)
			w.load(mission.Merge, "TraderObjects.txt", objectsText)
			for _, name := range order {
				w.load(mode, name, map[string]string{"TraderConfig.txt": config, "TraderObjects.txt": objects}[name])
				w.readsItsOwn()
			}
			w.create(record.TraderSellers, record.Values{"name": "Made"})
			w.readsItsOwn()
			w.remove(record.TraderSellers, "Food")
			w.readsItsOwn()
		}
	}
}
