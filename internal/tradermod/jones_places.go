package tradermod

import (
	"strings"

	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// objects adds the places of traders, who have these numbers.
func (j *jonesWriter) objects(numbers []int64) {
	f := j.named("TraderObjects.txt")
	if f.Path == "" {
		f.Path = j.at(jonesFolder + "TraderObjects.txt")
	}
	read, err := trader.ParseObjects([]byte(f.Text))
	if err != nil {
		j.refuse(f.Path, err.Error())
		return
	}
	var parts []textfile.Part[trader.Place]
	for slot, entry := range read.Entries {
		parts = append(parts, textfile.Part[trader.Place]{Slot: slot, Raw: entry.Raw, Value: entry.Value})
	}
	for i, t := range j.from.Traders {
		for _, p := range t.Places {
			parts = append(parts, j.place(numbers[i], p, parts)...)
		}
	}
	var text strings.Builder
	if err := trader.WriteObjects(&text, read.Skeleton, parts); err != nil {
		j.refuse(f.Path, err.Error())
		return
	}
	if len(parts) > 0 {
		j.put(f.Path, text.String())
	}
}

// place returns a marker and its figure; none where the trader stands there already.
func (j *jonesWriter) place(number int64, p Place, there []textfile.Part[trader.Place]) []textfile.Part[trader.Place] {
	position, turn, none := trader.Vector(p.At), trader.Vector(p.Turn), int64(0)
	for _, part := range there {
		if v := part.Value; v.IsMarker && v.Trader == number && v.Position != nil && *v.Position == position {
			j.tallies["places"].Kept++
			return nil
		}
	}
	j.tallies["places"].Added++
	object := trader.Place{Class: p.Figure, Position: &position, Orientation: &turn, Attachments: p.Wears}
	if !strings.HasPrefix(strings.ToLower(p.Figure), "survivor") {
		object.Attachments = append([]string{dummy}, p.Wears...)
	}
	marker := trader.Place{IsMarker: true, Trader: number, Position: &position, Safezone: &none}
	return []textfile.Part[trader.Place]{{Slot: -1, Value: marker}, {Slot: -1, Value: object}}
}

// vehicles adds what vehicles are sold with.
func (j *jonesWriter) vehicles() {
	f, tally := j.lastParts(), j.tallies["vehicles"]
	var added []trader.Parts
	for _, class := range j.from.Vehicles {
		key := strings.ToLower(class)
		if _, there := j.there.Parts[key]; there {
			tally.Kept++
		} else if parts := j.from.Parts[key]; len(parts) > 0 {
			added = append(added, trader.Parts{Vehicle: j.wish.Spelling(class), Classes: j.spelled(parts)})
		}
	}
	tally.Added = len(added)
	if len(added) > 0 {
		j.put(f.Path, trader.AddParts(f.Text, added))
	}
}

// lastParts returns the last file of the parts of vehicles.
func (j *jonesWriter) lastParts() File {
	if files := j.partsFiles(); len(files) > 0 {
		return files[len(files)-1]
	}
	return File{Path: j.at(jonesFolder + "TraderVehicleParts.txt")}
}
