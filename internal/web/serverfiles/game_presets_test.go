package serverfiles_test

import (
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

func TestPresetsOfGameFiles(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	const globals = "<variables>\n  <!-- ours -->\n  <var name=\"TimeLogin\" type=\"0\" value=\"15\"/>\n  <var name=\"ZombieMaxCount\" " +
		"type=\"0\" value=\"1000\"/>\n</variables>\n"
	instance := b.WithGameFiles(webtest.File{Name: "db/globals.xml", Text: globals})
	list := instance + "/documents"
	preset := list + "/globals/presets/more-infected"
	b.Get(list+"/globals").Status(200).Says("30 % more infected", preset)
	b.Get(preset).Status(200).Says("1 value would change", "Infected limit", "1000 infected", "1300 infected")
	if got := generatedFile(b, instance, "db/globals.xml"); got != globals {
		t.Errorf("a preview leaves %s", got)
	}
	form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(preset).Body.String()), "preset")
	b.SendForm(action, form).LeadsTo(list + "/globals")
	want := strings.Replace(globals, "1000", "1300", 1)
	if got := generatedFile(b, instance, "db/globals.xml"); got != want {
		t.Errorf("the preset leaves %s", got)
	}
	b.SendForm(action, form).LeadsTo(preset) // what it has shown is over
	b.Get(preset).Says("Someone has saved this file in the meantime", "1300 infected", "1690 infected")
	b.Get(list+"/server/presets/longer-days").Status(200).Says("doesn’t have this file yet", "Day speed", "0.5")
	b.Get(list + "/globals/presets/none").Status(404)
	b.Get(list + "/none/presets/usual").Status(404)
	b.Get(list + "/weather/presets/clear").Says("Rain: Limits: Rain highest")
}
