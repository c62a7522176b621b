package bulk

import (
	"slices"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// edited returns a stored list of ids, or of texts, after edit has changed it. The new list shares nothing with the old one.
func edited(has, given any, edit func(has, given []string) []string) any {
	old := membersOf(has)
	list := edit(slices.Clone(old), membersOf(given))
	if slices.Equal(old, list) {
		return has
	}
	if _, isIDs := given.([]int64); !isIDs {
		return string(jsontree.AppendValue(nil, list))
	}
	ids := make([]int64, len(list))
	for i, text := range list {
		ids[i], _ = strconv.ParseInt(text, 10, 64) // written by membersOf
	}
	return ids
}

// membersOf returns the members of a stored list as texts.
func membersOf(stored any) []string {
	switch v := stored.(type) {
	case []int64:
		texts := make([]string, len(v))
		for i, id := range v {
			texts[i] = strconv.FormatInt(id, 10)
		}
		return texts
	case string:
		tree, _ := jsontree.Parse([]byte(v))
		return record.TextsOf(tree)
	}
	return nil
}
