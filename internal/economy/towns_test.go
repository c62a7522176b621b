package economy

import (
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/storetest"
)

// TestTownsOfTheMod has a house in a town that the Expansion mod names, and one outside.
func TestTownsOfTheMod(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	scope := imported(t, db, []mission.Upload{
		{
			Path: prototypesPath,
			Data: []byte(`<prototype><group name="Land_House" lootmax="1"><container><point pos="0 0 0"/></container></group></prototype>`),
		},
		{Path: positionsPath, Data: []byte(`<map><group name="Land_House" pos="510 1 600"/><group name="Land_House" pos="900 1 600"/></map>`)},
		{
			Path: "expansion/settings/AILocationSettings.json",
			Data: []byte(`{"m_Version":2,"RoamingLocations":[{"Name":"Settlement_New_Town","Position":[500.0,0.0,600.0],"Radius":50.0,` +
				`"Type":"City","Enabled":1},{"Name":"Settlement_Nowhere","Position":[],"Radius":50.0}]}`),
		},
	})
	f, _, err := New(db).Figures(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	if towns := f.Totals.Town; len(towns) != 2 || towns[0].Name != "New Town" || towns[1].Name != elsewhere {
		t.Errorf("%+v", towns)
	}
}
