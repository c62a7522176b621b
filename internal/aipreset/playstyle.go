package aipreset

import (
	_ "embed"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

//go:embed playstyles.json
var playstyleTable []byte

// vanilla is the playstyle of the mod's own defaults, which all settings have.
const vanilla = "vanilla"

// playstyles are the values of each playstyle by the slug of the settings. What only another playstyle of the same settings
// names has the mod's default in this one.
var playstyles = mustReadPlaystyles()

func mustReadPlaystyles() *jsontree.Object {
	tree, err := jsontree.Parse(playstyleTable)
	if err != nil {
		panic("aipreset: playstyles.json: " + err.Error())
	}
	return tree.(*jsontree.Object)
}

// styleNames are the words for playstyles.
var styleNames = map[string]string{
	"vanilla":     vanilla,
	"default":     vanilla,
	"defaults":    vanilla,
	"casual":      "casual",
	"hardcore":    "hardcore",
	"pvp":         "PvP",
	"pve":         "PvE",
	"roleplay":    "roleplay",
	"roleplaying": "roleplay",
	"rp":          "roleplay",
}

// styleFillers may stand beside the name of a playstyle.
var styleFillers = set("playstyle style preset playing server game gameplay rules values everything all reset more")

// Playstyles returns the playstyles that mean something for the settings.
func Playstyles(setting *expansion.Schema) []string {
	return append([]string{vanilla}, playstyles.Object(setting.Slug).Keys()...)
}

// playstyle carries out a clause that does nothing but name playstyles.
func (d *draft) playstyle(clause string) bool {
	names := d.stylesIn(clause)
	known := Playstyles(d.request.Setting)
	isUnknown := func(name string) bool { return !slices.Contains(known, name) }
	switch {
	case len(names) == 0:
		return false
	case slices.ContainsFunc(names, isUnknown):
		d.conclude(clause, "it means nothing for these settings, which have: "+strings.Join(known, ", "))
		return true
	case len(names) == 1 && names[0] == vanilla:
		d.setVanilla()
	default:
		d.setStyles(names)
	}
	d.conclude(clause, "")
	return true
}

// stylesIn returns the playstyles that a clause names; none if it says something else too.
func (d *draft) stylesIn(clause string) (names []string) {
	text := strings.NewReplacer("role play", "roleplay", "role-play", "roleplay").Replace(strings.ToLower(clause))
	for _, word := range wordPattern.FindAllString(text, -1) {
		name, isStyle := styleNames[word]
		switch {
		case isStyle:
			names = append(names, name)
		case !fillers[word] && !styleFillers[word] && !slices.Contains(d.title, stemOf(word)):
			return nil
		}
	}
	return names
}

// setVanilla sets what the mod has a default for. Lists that the mod leaves empty, or fills by the map, hold what the operator has
// put there, and stay.
func (d *draft) setVanilla() {
	for _, f := range d.request.Setting.Fields() {
		if f.Format != expansion.VersionFormat && f.Default != nil && !isHollow(f.Default) {
			d.set(f.Name, f.New(), "Playstyle vanilla")
		}
	}
}

func isHollow(value any) bool {
	switch v := value.(type) {
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case *jsontree.Object:
		return v.Len() == 0
	}
	return false
}

// setStyles sets all that a playstyle of the settings names: to the values of the last of these that names it, else the default.
func (d *draft) setStyles(names []string) {
	styles := playstyles.Object(d.request.Setting.Slug)
	reason := "Playstyle " + strings.Join(names, ", ")
	for _, style := range styles.All() {
		for key := range style.(*jsontree.Object).All() {
			d.set(key, d.request.Setting.Field(key).New(), reason)
		}
	}
	for _, name := range names {
		for key, value := range styles.Object(name).All() {
			d.set(key, value, reason)
		}
	}
}
