package settings_test

import (
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestRemovedKeysSaySo: a key that the mod has dropped is shown only where the file has it, says so, and is no unknown one; a change of
// another value leaves it.
func TestRemovedKeysSaySo(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/ai-patrol"
	b.Get(page).Status(200).SaysNot("ObjectPatrols", "Removed in version")
	const text = `{"m_Version": 32, "Enabled": 1, "ObjectPatrols": [], "Patrols": [{"Name": "A", "LoadoutFile": "BanditLoadout"}]}`
	b.ImportJSON(page, "AIPatrolSettings.json", text).LeadsTo(page)
	b.Get(page).Status(200).Says("ObjectPatrols", "Removed in version 25 of the file").SaysNot("EventCrashPatrol", "Unknown keys")
	b.Get(page+"?at=Patrols.0").Status(200).Says("LoadoutFile", "Removed in version 20 of the file")
	form, action := b.OpenForm(t, page)
	b.SendForm(action, form.With("Enabled", "0")).LeadsTo(page)
	if got := b.SettingText(instance, "ai-patrol"); got != strings.Replace(text, `"Enabled": 1`, `"Enabled": 0`, 1) {
		t.Errorf("the file is %s", got)
	}
}
