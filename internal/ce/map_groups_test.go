package ce_test

import (
	"slices"
	"testing"

	"quartermaster/internal/ce"
)

func TestBuildings(t *testing.T) {
	got := slices.Collect(ce.Buildings(`<map>
    <group name="Land_House" pos="1.500000 2.000000 3.000000" rpy="0.000000 0.000000 -90.000000" a="180.000000" />
    <group name="Nowhere" pos="1 x 3"/>
    <group name="Unturned" pos="4 5 6"/>
</map>`))
	want := []ce.Building{{Class: "Land_House", X: 1.5, Y: 2, Z: 3, Yaw: -90}, {Class: "Unturned", X: 4, Y: 5, Z: 6}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestLootPlaces(t *testing.T) {
	got := ce.LootPlacesOf(`<prototype><defaults><default name="group" lootmax="6"/></defaults>
	<group name="Land_House" lootmax="5">
		<usage name="Town"/>
		<container name="lootFloor" lootmax="2"><point pos="-4 0 1" range="1" height="1"/><point pos="1 0 2.5" range="1"/><point pos="0 0 0"/></container>
		<container name="lootshelves"><point pos="0 0 0"/></container>
	</group>
	<group name="Land_Wreck"><container name="a" lootmax="9">` + "<point/><point/><point/><point/><point/><point/><point/><point/>" + `</container></group></prototype>`)
	if h := got["land_house"]; h != (ce.LootPlaces{Slots: 3, East: 4, North: 2.5}) {
		t.Errorf("the house: %+v", h)
	}
	if w := got["land_wreck"]; w.Slots != 6 {
		t.Errorf("the wreck: %+v", w)
	}
}
