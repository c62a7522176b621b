package layers

import (
	"slices"
	"strconv"
)

// FilesOf returns the paths of the files that rows are about, as far as the rows name them: those of records in the main file of their kind
// are called after their resource.
func FilesOf(rows []Row) []string {
	list := []string{}
	for _, row := range rows {
		name := row.File
		switch {
		case row.Resource == documents || row.Resource == texts:
			name = row.Name
		case name == "":
			name = mainFile(row.resource().Name)
		}
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// mainFiles are the files of the game that hold records, by resource.
var mainFiles = map[string]string{
	"types": "db/types.xml", "events": "db/events.xml", "event_spawns": "cfgeventspawns.xml", "spawnable_types": "cfgspawnabletypes.xml",
	"random_presets": "cfgrandompresets.xml", "player_spawns": "cfgplayerspawnpoints.xml", "messages": "db/messages.xml",
	"effect_areas": "cfgEffectArea.json", "economy_cores": "cfgeconomycore.xml",
}

func mainFile(resource string) string { return mainFiles[resource] }

// Chosen returns those rows of a comparison that somebody names, with the fields that he names of each; all fields where he names none.
func Chosen(all, chosen []Row) (list []Row) {
	wanted := map[string]Row{}
	for _, row := range chosen {
		wanted[row.chosenBy()] = row
	}
	for _, row := range all {
		want, there := wanted[row.chosenBy()]
		if !there {
			continue
		}
		if row.State == Changed {
			row.Changes = slices.DeleteFunc(slices.Clone(row.Changes), func(c Change) bool {
				return len(want.Changes) > 0 && !slices.ContainsFunc(want.Changes, func(one Change) bool { return one.Field == c.Field })
			})
		}
		if row.State == Added { // it is not there yet
			row.SID = ""
		}
		list = append(list, row)
	}
	return list
}

func (row *Row) chosenBy() string {
	return foldKey(row.Resource, row.Name, row.File, strconv.Itoa(max(row.Place, 1)))
}
