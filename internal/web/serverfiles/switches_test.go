package serverfiles_test

import (
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestNumbersOfSwitchesAreShownAsTheyAreMeant: a choice is the one that the file has, in whatever spelling of its number.
func TestNumbersOfSwitchesAreShownAsTheyAreMeant(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	const file, text = "profiles/Heli_sib/Heli_config.json", "{\n\"Chassis\": 0.00,\n\"Fuel\": 1,\n\"Rotor1\": 7.0\n}"
	b.Import(instance, nil, webtest.File{Name: file, Text: text})
	page := instance + "/documents/mods/profiles-heli-sib-heli-config-json"
	b.Get(page).Status(200).Says(`<option value="0.0" selected>Off`, `<option value="1.0" selected>On`, `<option value="7" selected>7`)
	form, action := b.OpenForm(t, page)
	b.SendForm(action, form).LeadsTo(page)
	if got := serverFile(b, instance, file); got != text {
		t.Errorf("saved without a change, the file is %s", got)
	}
	b.SendForm(action, form.With("Chassis", "1.0")).LeadsTo(page)
	if got, want := serverFile(b, instance, file), strings.Replace(text, "0.00", "1.0", 1); got != want {
		t.Errorf("switched on, the file is %s", got)
	}
}
