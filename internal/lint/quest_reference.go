package lint

import "quartermaster/internal/jsontree"

var questReference = &Rule{
	ID: "quest-reference", Severity: Error, Title: "Quest with a missing reference",
	Says: sentences{
		"objective": "There is no objective {id} of the type {type}.",
		"character": "{key} names the character {id}, which does not exist.",
		"before":    "PreQuestIDs names the quest {id}, which does not exist.",
		"next":      "FollowUpQuest is the quest {id}, which does not exist.",
	},
	Check: func(w *world, report report) {
		q := w.Mod.quests()
		for _, d := range q.files {
			q.check(d, func(problem message) { report(d.about, problem, nil) })
		}
	},
}

// quests holds the ids by which quests, objectives and characters refer to each other.
type quests struct {
	files                 []*document // of quests
	ids, npcs, objectives map[string]bool
}

func (m *modFiles) quests() quests {
	var unread []string
	q := quests{ids: map[string]bool{}, npcs: map[string]bool{}, objectives: map[string]bool{}}
	for _, d := range m.Kept {
		id, _ := numberAt(d.Tree, "ID")
		switch {
		case d.Err != nil:
			unread = append(unread, d.Of.Slug)
		case d.Of.Slug == "quest-definition":
			q.files = append(q.files, d)
			q.ids[number(id)] = true
		case d.Of.Slug == "quest-npc":
			q.npcs[number(id)] = true
		case hasPrefixFold(d.Of.Slug, "quest-objective-"):
			q.objectives[objectiveKey(d.Tree)] = true
			q.objectives[objectiveTypes[d.Of.Slug]+"/"+number(id)] = true // older files do not say the type
		}
	}
	for _, slug := range unread { // it may define what is missing
		clear(q.defines(slug))
	}
	return q
}

// defines returns the ids that the files of a schema define, or nil.
func (q quests) defines(slug string) map[string]bool {
	switch {
	case slug == "quest-definition":
		return q.ids
	case slug == "quest-npc":
		return q.npcs
	case hasPrefixFold(slug, "quest-objective-"):
		return q.objectives
	}
	return nil
}

// objectiveTypes are the types of objectives by the folders that they are in.
var objectiveTypes = map[string]string{
	"quest-objective-target": "2", "quest-objective-travel": "3", "quest-objective-collection": "4", "quest-objective-delivery": "5",
	"quest-objective-treasure-hunt": "6", "quest-objective-aipatrol": "7", "quest-objective-aicamp": "8", "quest-objective-aivip": "9",
	"quest-objective-action": "10", "quest-objective-crafting": "11",
}

// objectiveKey identifies an objective by its type and its id, which is unique only within the type.
func objectiveKey(o *jsontree.Object) string {
	kind, _ := numberAt(o, "ObjectiveType")
	id, _ := numberAt(o, "ID")
	return number(kind) + "/" + number(id)
}

func (q quests) check(d *document, tell func(message)) {
	for _, o := range d.Tree.Objects("Objectives") {
		if id, _ := numberAt(o, "ID"); len(q.objectives) > 0 && !q.objectives[objectiveKey(o)] {
			kind, _ := numberAt(o, "ObjectiveType")
			tell(says("objective", "id", id, "type", kind))
		}
	}
	for _, key := range []string{"QuestGiverIDs", "QuestTurnInIDs"} {
		checkIDs(d.Tree.List(key), q.npcs, func(id string) { tell(says("character", "key", key, "id", id)) })
	}
	checkIDs(d.Tree.List("PreQuestIDs"), q.ids, func(id string) { tell(says("before", "id", id)) })
	next, _ := d.Tree.Get("FollowUpQuest")
	checkIDs([]any{next}, q.ids, func(id string) { tell(says("next", "id", id)) })
}

// checkIDs reports undefined ids. Ids below 1 refer to nothing. If no id is known, the files have not been imported.
func checkIDs(ids []any, known map[string]bool, tell func(id string)) {
	for _, value := range ids {
		if id, ok := numeric(value); ok && id > 0 && len(known) > 0 && !known[number(id)] {
			tell(number(id))
		}
	}
}
