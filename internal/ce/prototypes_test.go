package ce_test

import (
	"strings"
	"testing"

	"quartermaster/internal/ce"
)

func TestPrototypesHaveRoom(t *testing.T) {
	t.Parallel()
	list := ce.ParsePrototypes(`<prototype><defaults><default name="group" lootmax="7"/></defaults>
	<group name="Land_House" lootmax="5">
		<usage name="Town"/>
		<container name="lootFloor" lootmax="2">
		<point pos="-4 0 1" range="1" height="1"/><point pos="1 0 2.5" range="1"/><point pos="0 0 0"/></container>
		<container name="lootshelves"><point pos="0 0 0"/></container>
	</group>
	<group name="Land_Wreck"><container name="a" lootmax="9">` + strings.Repeat("<point/>", 8) + `</container></group></prototype>`)
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	if house := &list[0]; house.Slots() != 3 || house.East != 4 || house.North != 2.5 {
		t.Errorf("the house: %+v", house)
	}
	if wreck := &list[1]; wreck.Slots() != 7 {
		t.Errorf("the wreck: %d slots", wreck.Slots())
	}
}
