// Package quest makes sense of the quests of the Expansion mod: who offers them, what is to be done, and what must be done before what.
package quest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// File is a file of the mod's quests: a quest, a character or an objective, as its slug says.
type File struct {
	Slug, Path string
	Tree       *jsontree.Object
}

// The slugs of the files.
const (
	QuestSlug     = "quest-definition"
	NPCSlug       = "quest-npc"
	objectiveSlug = "quest-objective-"
)

// IsObjective reports whether a slug is that of objectives.
func IsObjective(slug string) bool { return strings.HasPrefix(slug, objectiveSlug) }

// IsFile reports whether a slug is that of quests, characters or objectives.
func IsFile(slug string) bool { return slug == QuestSlug || slug == NPCSlug || IsObjective(slug) }

// KeyOf returns what the mod knows a file by: its sort and number, and of an objective its type.
func KeyOf(f File) string {
	id := strconv.FormatInt(number(f.Tree, "ID"), 10)
	if IsObjective(f.Slug) {
		return objectiveSlug + strconv.FormatInt(number(f.Tree, "ObjectiveType"), 10) + "/" + id
	}
	return f.Slug + "/" + id
}

// Quest is a quest. Numbers below 1 in its lists refer to nothing and are left out.
type Quest struct {
	ID               int64
	Title, Path      string
	Active           bool
	Before           []int64 // the quests that must be done first
	Next             int64   // the quest that follows; 0 for none
	Givers, Takers   []int64 // who offers it and takes it back
	Finishes, Starts bool    // by itself
	Again            string  // how often it can be done: "", "again", "daily", "weekly"
	IsOld            bool    // its file is of a version in which others said who offers it and takes it back
	objectives       []objectiveKey
	tree             *jsontree.Object
}

// firstWithLists is the version of quests since which each has the numbers of the characters and of the quests before it in lists.
const firstWithLists = 15

// oldKeys are keys of earlier versions.
var oldKeys = []string{"QuestGiverID", "QuestTurnInID", "PreQuest"}

// objectiveKey identifies an objective: its number is unique within its type only.
type objectiveKey struct{ sort, id int64 }

// Book holds the quests of a server, with what they refer to.
type Book struct {
	Quests     []*Quest // by their numbers
	npcs       map[int64]*jsontree.Object
	objectives map[objectiveKey]*jsontree.Object
}

// Read reads the files of quests. Those of other slugs are left out.
func Read(files []File) *Book {
	b := &Book{npcs: map[int64]*jsontree.Object{}, objectives: map[objectiveKey]*jsontree.Object{}}
	for _, f := range files {
		id := number(f.Tree, "ID")
		switch {
		case f.Slug == QuestSlug:
			b.Quests = append(b.Quests, newQuest(id, f))
		case f.Slug == NPCSlug:
			b.npcs[id] = f.Tree
		case IsObjective(f.Slug):
			b.objectives[objectiveKey{number(f.Tree, "ObjectiveType"), id}] = f.Tree
		}
	}
	slices.SortStableFunc(b.Quests, func(a, b *Quest) int { return cmp.Compare(a.ID, b.ID) })
	return b
}

func newQuest(id int64, f File) *Quest {
	q := &Quest{
		ID: id, Title: f.Tree.Text("Title"), Path: f.Path, Active: !f.Tree.Has("Active") || isSet(f.Tree, "Active"), tree: f.Tree,
		Before: numbers(f.Tree, "PreQuestIDs"), Next: max(0, number(f.Tree, "FollowUpQuest")), Givers: numbers(f.Tree, "QuestGiverIDs"),
		Takers:   numbers(f.Tree, "QuestTurnInIDs"),
		Finishes: isSet(f.Tree, "Autocomplete"), Starts: isSet(f.Tree, "IsAchievement"),
		IsOld: f.Tree.Has("ConfigVersion") && number(f.Tree, "ConfigVersion") < firstWithLists || slices.ContainsFunc(oldKeys, f.Tree.Has),
	}
	for _, o := range f.Tree.Objects("Objectives") {
		q.objectives = append(q.objectives, objectiveKey{number(o, "ObjectiveType"), number(o, "ID")})
	}
	for _, often := range []struct{ key, word string }{{"IsWeeklyQuest", "weekly"}, {"IsDailyQuest", "daily"}, {"Repeatable", "again"}} {
		if q.Again == "" && isSet(f.Tree, often.key) {
			q.Again = often.word
		}
	}
	return q
}

// Name returns what people call the quest.
func (q *Quest) Name() string {
	return cmp.Or(strings.TrimSpace(q.Title), "Quest "+strconv.FormatInt(q.ID, 10))
}

// At returns the quest of that number, or nil.
func (b *Book) At(id int64) *Quest {
	i := slices.IndexFunc(b.Quests, func(q *Quest) bool { return q.ID == id })
	if i < 0 {
		return nil
	}
	return b.Quests[i]
}

func number(o *jsontree.Object, key string) int64 {
	value, _ := o.Get(key)
	n, _ := expansion.NumberOf(value)
	return int64(n)
}

func isSet(o *jsontree.Object, key string) bool {
	value, _ := o.Get(key)
	return value == true || number(o, key) != 0
}

func numbers(o *jsontree.Object, key string) (ids []int64) {
	for _, value := range o.List(key) {
		if n, ok := expansion.NumberOf(value); ok && n > 0 && !slices.Contains(ids, int64(n)) {
			ids = append(ids, int64(n))
		}
	}
	return ids
}
