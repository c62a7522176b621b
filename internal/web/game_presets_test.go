package web

import (
	"strings"
	"testing"
)

func TestPresetsOfGameFiles(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	const globals = "<variables>\n  <!-- ours -->\n  <var name=\"TimeLogin\" type=\"0\" value=\"15\"/>\n  <var name=\"ZombieMaxCount\" type=\"0\" value=\"1000\"/>\n</variables>\n"
	instance := b.withGameFiles(uploaded{"db/globals.xml", globals})
	list := instance + "/documents"
	preset := list + "/globals/presets/more-infected"
	b.get(list+"/globals").status(200).says("30 % more infected", preset)
	b.get(preset).status(200).says("1 value would change", "Infected limit", "1000 infected", "1300 infected")
	if got := b.generatedFile(instance, "db/globals.xml"); got != globals {
		t.Errorf("a preview leaves %s", got)
	}
	form, action := untouchedForm(t, parseHTML(t, b.get(preset).Body.String()), "preset")
	b.sendForm(action, form).leadsTo(list + "/globals")
	want := strings.Replace(globals, "1000", "1300", 1)
	if got := b.generatedFile(instance, "db/globals.xml"); got != want {
		t.Errorf("the preset leaves %s", got)
	}
	b.sendForm(action, form).leadsTo(preset) // what it has shown is over
	b.get(preset).says("Somebody has saved this file meanwhile", "1300 infected", "1690 infected")
	b.get(list+"/server/presets/longer-days").status(200).says("does not have this file", "Day speed", "0.5")
	b.get(list + "/globals/presets/none").status(404)
	b.get(list + "/none/presets/usual").status(404)
	b.get(list + "/weather/presets/clear").says("Rain: Limits: Rain highest")
}
