package mission_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

const (
	traderConfig   = "profiles/Trader/TraderConfig.txt"
	traderVehicles = "profiles/Trader/TraderConfig_Vehicles.txt"
	traderObjects  = "profiles/Trader/TraderObjects.txt"

	configText = "<CurrencyName> #tm\n\t<Currency> Rouble,\t1\n\n<Trader> Food\n\t<Category> Fruit\n\t\tApple,\t*,\t10,\t5\n\n<Trader> " +
		"Arms\n\t<Category> Guns\n\t\tAKM,\tW,\t900,\t300\n\n<OpenFile> TraderConfig_Vehicles.txt\n"
	vehiclesText = "\tlost\n<Trader> Cars\n\t<Category> Cars\n\t\tOffroadHatchback,\tV,\t5000,\t-1\n<FileEnd>\n"
	objectsText  = "// places\n<TraderMarker> 0 // food\n<TraderMarkerPosition> 1.50, 2, 3\n<TraderMarkerSafezone> 100\n<Object> " +
		"Boris\n<ObjectPosition> 1.50, 2, 3\n<ObjectAttachment> Hat\n\n" +
		"<TraderMarker> 2\n<TraderMarkerPosition> 7, 8, 9\n<TraderMarkerSafezone> 0\n<VehicleSpawn> 10, 8, 9\n<Object> " +
		"Mirek\n<ObjectPosition> 7, 8, 9\n<ObjectOrientation> 90, 0, 0\n\n" +
		"<TraderMarker> 2 // cars again\n<TraderMarkerPosition> 70, 80, 90\n<TraderMarkerSafezone> 0\n" +
		"<TraderMarker> 9\n<TraderMarkerPosition> 1, 1, 1\n<TraderMarkerSafezone> 0\n<Object> House\n<ObjectPosition> 5, 5, 5\n<FileEnd>\n"
)

func newTrader(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	reports := w.loadAll(mission.Merge,
		mission.Upload{Path: "TraderObjects.txt", Data: []byte(objectsText)},
		mission.Upload{Path: "TraderConfig_Vehicles.txt", Data: []byte(vehiclesText)},
		mission.Upload{Path: "TraderConfig.txt", Data: []byte(configText)})
	for i, want := range [][4]int{{0, 2, 1, 0}, {3, 0, 0, 0}, {7, 0, 0, 0}} {
		if got := w.counts(reports[i]); got != want {
			t.Fatalf("%s: counts %v, want %v", reports[i].Path, got, want)
		}
	}
	return w
}

func (w world) delete(r *record.Resource, name string) {
	w.Helper()
	if _, err := w.db.Delete(context.Background(), r, w.scope, r.SID(w.find(r, name))); err != nil {
		w.Fatal(err)
	}
}

func (w world) create(r *record.Resource, values record.Values) record.Row {
	w.Helper()
	row, err := w.db.Create(context.Background(), r, w.scope, values)
	if err != nil {
		w.Fatal(err)
	}
	return row
}

func (w world) says(path, want string) {
	w.Helper()
	if diff := cmp.Diff(want, w.serverFile(path)); diff != "" {
		w.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestTheTradersFilesComeBack(t *testing.T) {
	t.Parallel()
	w := newTrader(t)
	w.says(traderConfig, configText)
	w.says(traderVehicles, vehiclesText)
	w.says(traderObjects, objectsText)
	var cars record.TraderSeller
	record.TraderSellers.Decode(w.find(record.TraderSellers, "Cars"), &cars)
	if *cars.Place != "[7,8,9]" || *cars.ObjectClass != "Mirek" || *cars.VehicleSpawn != "[10,8,9]" || *cars.SafezoneRadius != 0 {
		t.Errorf("%+v", cars)
	}
}

func TestAChangeOfATraderTouchesOnlyItsOwnText(t *testing.T) {
	t.Parallel()
	w := newTrader(t)
	w.set(record.TraderSellers, "Cars", record.Values{"position": "[7,8,9.5]", "attachments": `["Belt"]`, "name": "Wheels"})
	w.set(record.TraderSellers, "Food", record.Values{"object_class": nil, "attachments": "[]"})
	w.says(traderVehicles, strings.Replace(vehiclesText, "<Trader> Cars", "<Trader> Wheels", 1))
	w.says(traderObjects, strings.NewReplacer("7, 8, 9\n", "7, 8, 9.5\n", "90, 0, 0\n", "90, 0, 0\n<ObjectAttachment>\tBelt\n",
		"<Object> Boris\n<ObjectPosition> 1.50, 2, 3\n<ObjectAttachment> Hat\n", "").Replace(objectsText))
}

// The order of traders is their identity: where one goes or comes, the numbers of those behind it change in TraderObjects.txt.
func TestMarkersFollowTheirTraders(t *testing.T) {
	t.Parallel()
	w := newTrader(t)
	w.delete(record.TraderSellers, "Food")
	_, rest, _ := strings.Cut(objectsText, "\n<TraderMarker> 2")
	without := "// places\n\n<TraderMarker> 2" + rest
	w.says(traderObjects, strings.ReplaceAll(without, "<TraderMarker> 2", "<TraderMarker> 1"))

	w.create(record.TraderSellers, record.Values{"name": "New", "position": "[1,2,3]", "object_class": "Denis"})
	got := w.serverFile(traderObjects)
	if !strings.Contains(got, "<TraderMarker> 2\n<TraderMarkerPosition> 7, 8, 9\n") ||
		!strings.Contains(got, "<TraderMarker>\t1\n<TraderMarkerPosition>\t1, 2, 3\n") {
		t.Errorf("the new trader stands behind those of the first file:\n%s", got)
	}
	if config := w.serverFile(traderConfig); !strings.Contains(config, "300\n\n<Trader> New\n") ||
		!strings.HasSuffix(config, "<OpenFile> TraderConfig_Vehicles.txt\n") {
		t.Errorf("the new trader is in\n%s", config)
	}
}

func TestRecordsGoWhereTheyBelongInTheTradersFile(t *testing.T) {
	t.Parallel()
	w := newTrader(t)
	seller := record.TraderSellers.ID(w.find(record.TraderSellers, "Food"))
	fruit := record.TraderCategories.ID(w.find(record.TraderCategories, "Fruit"))
	class := record.InstanceClassnames.ID(w.create(record.InstanceClassnames, record.Values{"name": "Pear"}))
	w.create(record.TraderItems, record.Values{
		"seller_id": seller, "category_id": fruit, "instance_classname_id": class, "buy": int64(700), "quantity_code": "5",
	})
	tools := record.TraderCategories.ID(w.create(record.TraderCategories, record.Values{"seller_id": seller, "name": "Tools"}))
	w.create(record.TraderItems, record.Values{"seller_id": seller, "category_id": tools, "instance_classname_id": class})
	w.create(record.TraderCurrencies, record.Values{"instance_classname_id": class, "value": int64(500)})
	w.says(traderConfig, strings.NewReplacer("Rouble,\t1\n", "Rouble,\t1\n\t<Currency> Pear,\t5\n",
		"10,\t5\n", "10,\t5\n\t\tPear,\t5,\t7,\t-1\n\n\t<Category> Tools\n\t\tPear,\t*,\t-1,\t-1\n").Replace(configText))
}

func TestMergingAPartOfTheTradersFile(t *testing.T) {
	t.Parallel()
	w := newTrader(t)
	part := "<Trader> Arms\n\t<Category> Guns\n\t\tAKM,\tW,\t950,\t300\n\t\tSKS,\tW,\t500,\t100\n<FileEnd>\n"
	if got := w.counts(w.load(mission.Merge, "TraderConfig.txt", part)); got != [4]int{1, 1, 2, 0} {
		t.Errorf("counts %v", got)
	}
	w.says(traderConfig, strings.Replace(configText, "\t\tAKM,\tW,\t900,\t300\n", "\t\tAKM,\tW,\t950,\t300\n\t\tSKS,\tW,\t500,\t100\n", 1))
	if got := w.counts(w.load(mission.Replace, "TraderConfig.txt", part)); got != [4]int{0, 0, 4, 4} {
		t.Errorf("counts %v", got)
	}
	w.says(traderConfig, part)
}

func TestObjectsWithoutTradersAreKept(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, "TraderObjects.txt", objectsText)
		w.load(mission.Merge, "TraderConfig.txt", configText)
		w.says(traderObjects, objectsText)
	})
}

// TestPlacesWaitForTheirTraders imports TraderObjects.txt first: each trader takes its place when its file comes and the game
// would read it.
func TestPlacesWaitForTheirTraders(t *testing.T) {
	t.Parallel()
	for name, order := range map[string][]mission.Upload{
		"the main file first": {
			{Path: "TraderConfig.txt", Data: []byte(configText)}, {Path: "TraderConfig_Vehicles.txt", Data: []byte(vehiclesText)},
		},
		"the main file last": {
			{Path: "TraderConfig_Vehicles.txt", Data: []byte(vehiclesText)}, {Path: "TraderConfig.txt", Data: []byte(configText)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.load(mission.Merge, "TraderObjects.txt", objectsText)
			for _, upload := range order {
				w.loadAll(mission.Merge, upload)
				w.says(traderObjects, objectsText)
			}
			for name, want := range map[string]string{"Food": "[1.5,2,3]", "Arms": "", "Cars": "[7,8,9]"} {
				var seller record.TraderSeller
				record.TraderSellers.Decode(w.find(record.TraderSellers, name), &seller)
				if got := seller.Place; got == nil && want != "" || got != nil && string(*got) != want {
					t.Errorf("%s stands at %v, want %s", name, got, want)
				}
			}
			w.set(record.TraderSellers, "Cars", record.Values{"position": "[7,8,9.5]"})
			w.says(traderObjects, strings.ReplaceAll(objectsText, "7, 8, 9\n", "7, 8, 9.5\n"))
		})
	}
}

// A trader that stands somewhere else by then stays there, and so does one that was there when the places came.
func TestPlacesDoNotMoveTraders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "TraderConfig.txt", strings.Replace(configText, "<OpenFile> TraderConfig_Vehicles.txt", "<FileEnd>", 1))
	w.load(mission.Merge, "TraderObjects.txt", objectsText)
	w.create(record.TraderSellers, record.Values{"name": "Cars", "position": "[1,2,3]"})
	w.load(mission.Merge, "TraderConfig.txt", configText)
	var cars record.TraderSeller
	record.TraderSellers.Decode(w.find(record.TraderSellers, "Cars"), &cars)
	if *cars.Place != "[1,2,3]" || cars.Marker != nil {
		t.Errorf("%+v", cars)
	}
}
