package web

import "quartermaster/internal/record"

// documentNotes tell what the records of the Expansion mod have in common on surface A.
func documentNotes(r *record.Resource) []string {
	notes := []string{
		"`document` is the file as the game writes it, and texts in it are neither trimmed nor made `null`. What PUT or PATCH send takes the place of all of it: nothing is merged. Values that stay keep " +
			"their spelling, and keys their places. A record that is made without a document gets the mod's defaults.",
		"What is wrong with a document is told by its path, such as `document.Items.0.ClassName`, with places in lists from 0 on. Keys that nobody knows are kept. What was wrong in the stored " +
			"document already is no error, so that a file with mistakes can be mended bit by bit.",
		"Lists leave `document` out; CSV does not have it. A body may have 1 MiB: larger files go in and out as `files`, which lead to the same records.",
		"The history and the comparisons tell of a changed document the values that differ, by their paths: `{\"Items[AKM].MaxPriceThreshold\":100}`. Elements of lists go by their names, or by " +
			"their places from 1 on. Both sides are empty where only blanks, order or spelling differ.",
	}
	if r.Address() != nil {
		notes = append(notes, "Addresses name a setting by its slug, such as `general`, or by its `sid`. PUT and PATCH may leave `setting` out, as it never changes; another one answers 422, and so does making "+
			"one that is there. A setting that was never made answers 404 here. One that is deleted is no longer generated, and the mod makes its file anew.")
	}
	return notes
}
