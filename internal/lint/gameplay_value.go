package lint

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

var gameplayValue = &Rule{
	ID: "gameplay-value", Severity: Warning, Title: "Value in cfggameplay.json that the game cannot use",
	Says: sentences{
		"no-object":   "The file is not a JSON object, so the game reads nothing of it.",
		"stamina":     "{at} (line {line}) is {value}, so the game does not use the section.",
		"misspelt":    "{at} (line {line}) is a key the game does not know; did you mean “{near}”?",
		"elsewhere":   "{at} (line {line}) is not read there; the game looks for it in {owners:quoted}.",
		"temperature": "{at} (line {line}) has {min} for month {month}, above the {max} of environmentMaxTemps.",
		"lighting": "{at} (line {line}) is {value}, which this map does not have: 0 is bright nights, 1 dark ones, 2 those of " +
			"Sakhal. Enter one of these.",
		"backslash": "{at} (line {line}) has “{path}”; the game separates folders by /.",
	},
	Check: func(w *world, report report) {
		f := w.Game[gameplayPath]
		if f == nil {
			return
		}
		d := w.gameDocument(gameplayPath)
		if d == nil {
			report(f.about, says("no-object"), nil)
			return
		}
		d.tell(report, slices.Concat(gameplayValues(d), misspeltKeys(d), hotterNights(d.Tree.Object("WorldsData")), backslashes(d),
			w.unknownLight(d)))
	},
}

const staminaPath = "PlayerData.StaminaData.staminaMax"

// gameplayValues returns the values of a wrong type, length or size. The version is not checked by the game either.
func gameplayValues(d *gameDocument) (list []problem) {
	list = wrongValues(d.Check(d.Tree))
	for i, p := range list {
		stamina, isNumber := numberAt(d.Tree.Object("PlayerData").Object("StaminaData"), "staminaMax")
		if p.path == staminaPath && isNumber && stamina <= 0 {
			list[i] = problemAt(staminaPath, "stamina", "value", stamina)
		}
	}
	return slices.DeleteFunc(list, func(p problem) bool { return p.path == d.VersionField })
}

// misspeltKeys returns the keys that are like one of the game's. Others are of mods or of newer versions.
func misspeltKeys(d *gameDocument) (list []problem) {
	d.EachObject(d.Tree, func(at string, fields []*expansion.Field, o *jsontree.Object) {
		known := fieldNames(fields)
		for key := range o.All() {
			if slices.Contains(known, key) {
				continue
			}
			if near := ce.Nearest(key, known); near != "" {
				list = append(list, problemAt(jsontree.Join(at, key), "misspelt", "near", near))
			} else if owners := ownersOf(d.Fields(), "", key); len(owners) > 0 {
				list = append(list, problemAt(jsontree.Join(at, key), "elsewhere", "owners", owners))
			}
		}
	})
	return list
}

// ownersOf returns the paths of the objects that have a key of that name.
func ownersOf(fields []*expansion.Field, at, key string) (owners []string) {
	for _, f := range fields {
		if f.Name == key && at != "" {
			owners = append(owners, at)
		}
		if f.Type == expansion.Object {
			owners = append(owners, ownersOf(f.Fields, jsontree.Join(at, f.Name), key)...)
		}
	}
	return owners
}

func fieldNames(fields []*expansion.Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

// hotterNights returns the months whose least temperature is above the greatest.
func hotterNights(world *jsontree.Object) (list []problem) {
	least, most := world.List("environmentMinTemps"), world.List("environmentMaxTemps")
	for i := range min(len(least), len(most)) {
		if low, high := parsedNumber(least[i]), parsedNumber(most[i]); low > high {
			list = append(list, problemAt("WorldsData.environmentMinTemps", "temperature", "min", low, "month", i+1, "max", high))
		}
	}
	return list
}

// unknownLight returns a lighting that the game's own maps do not have. Other maps have numbers of their own.
func (w *world) unknownLight(d *gameDocument) []problem {
	light, there := numberAt(d.Tree.Object("WorldsData"), "lightingConfig")
	if !there || !w.lacksLight(light) {
		return nil
	}
	return []problem{problemAt("WorldsData.lightingConfig", "lighting", "value", light)}
}

// lacksLight reports whether the map is one of the game's, none of which has that lighting.
func (w *world) lacksLight(light float64) bool {
	return !w.Instance.MapIsModded && light != 0 && light != 1 && light != 2 && w.runsOnItsMap()
}

// runsOnItsMap reports whether serverDZ.cfg names a mission on the map of the instance, or is not known.
func (w *world) runsOnItsMap() bool {
	f := w.Game[serverPath]
	if f == nil {
		return true
	}
	file, err := servercfg.Parse(f.text)
	if err != nil {
		return true
	}
	template := templateOf(file)
	return template == "" || strings.EqualFold(strings.TrimPrefix(path.Ext(template), "."), w.Map)
}

// backslashes returns the lists with paths whose folders are not separated by slashes.
func backslashes(d *gameDocument) (list []problem) {
	for _, at := range gameplayLists {
		section, key, _ := strings.Cut(at, ".")
		for _, path := range d.Tree.Object(section).Texts(key) {
			if strings.Contains(path, `\`) {
				list = append(list, problemAt(at, "backslash", "path", path))
			}
		}
	}
	return list
}
