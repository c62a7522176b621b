package lint

import (
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/servercfg"
)

// overridden are the values of cfggameplay.json that also stand in serverDZ.cfg, where the game does not read them while it reads the
// former.
var overridden = []string{
	"WorldsData.lightingConfig", "PlayerData.disablePersonalLight", "GeneralData.disableBaseDamage", "GeneralData.disableContainerDamage",
	"GeneralData.disableRespawnDialog",
}

// gameplaySwitch returns what in serverDZ.cfg or cfggameplay.json does nothing because of the other file.
func (w *world) gameplaySwitch(file *servercfg.File) (list []message) {
	on, _ := expansion.NumberOf(file.Get("enableCfgGameplayFile"))
	if named := len(w.gameplayFiles()); on != 1 && named > 0 {
		return []message{says("gameplay-off", "n", named)}
	}
	d := w.gameDocument(gameplayPath)
	if on != 1 || d == nil {
		return nil
	}
	for _, s := range file.Settings() {
		for _, at := range overridden {
			section, key, _ := strings.Cut(at, ".")
			if !strings.EqualFold(s.Name, key) {
				continue
			}
			value, _ := d.Tree.Object(section).Get(key)
			counts, known := expansion.NumberOf(value)
			if ignored, _ := expansion.NumberOf(s.Value); known && ignored != counts {
				list = append(list, says("gameplay-counts", "setting", s.Name, "line", inLine(s.Line), "value", counts))
			}
		}
	}
	return list
}
