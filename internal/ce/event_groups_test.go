package ce_test

import (
	"slices"
	"testing"

	"quartermaster/internal/ce"
)

func TestEventGroupNames(t *testing.T) {
	t.Parallel()
	const file = `<eventgroupdef>
	<!-- trains -- of all kinds -->
	<group name="Train_Abandoned_Cherno"><child type="StaticObj" x="1" z="2" a="0"/></group>
	<group/>
	<group name="Police"/>
</eventgroupdef>`
	got, err := ce.EventGroupNames([]byte(file))
	if want := []string{"Train_Abandoned_Cherno", "Police"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if _, err := ce.EventGroupNames([]byte("<eventgroupdef><group")); err == nil {
		t.Error("a broken file was read")
	}
}
