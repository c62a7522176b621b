package ce_test

import (
	"slices"
	"testing"

	"quartermaster/internal/ce"
)

func TestPositions(t *testing.T) {
	t.Parallel()
	got := slices.Collect(ce.Positions(`<map>
    <group name="Land_House" pos="1.500000 2.000000 3.000000" rpy="0.000000 0.000000 -90.000000" a="180.000000" />
    <group name="Nowhere" pos="1 x 3"/>
    <group name="Unturned" pos="4 5 6"/>
</map>`))
	want := []ce.Position{{Name: "Land_House", X: 1.5, Z: 3, Y: 2, Yaw: -90}, {Name: "Unturned", X: 4, Z: 6, Y: 5}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}
