package lint

import "testing"

func TestUnknownIcon(t *testing.T) {
	t.Parallel()
	try(t, unknownIcon, worldOf(trader("Boris", `"TraderIcon":"Gun"`), trader("Anna", `"TraderIcon":"gun"`),
		setting("map", `"ServerMarkers":[{"m_IconName":"Tank"},{"m_IconName":"set:expansion_iconset image:icon_status"}]`)),
		"map: ServerMarkers.0.m_IconName is “Tank”, which is not one of the mod's icons; nothing is shown.",
		"Anna: TraderIcon is “gun”, which is not one of the mod's icons; nothing is shown.")
}
