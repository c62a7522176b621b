package quest

import (
	"fmt"
	"path"
	"slices"
	"strconv"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// Sort is a sort of objective that a wish can have.
type Sort struct {
	Slug   string // of its files
	Word   string // what players do, for people
	Help   string
	number int64
	letter string // in names of files
}

// Sorts returns the sorts of objectives that a wish can have.
func Sorts() []Sort {
	return []Sort{
		{"quest-objective-target", "Kill", "Infected, animals or players.", target, "TA"},
		{"quest-objective-collection", "Collect", "Have things, and hand them in.", collection, "C"},
		{"quest-objective-delivery", "Deliver", "Bring things to who takes the quest back.", delivery, "D"},
		{"quest-objective-travel", "Travel", "Go somewhere.", travel, "T"},
		{"quest-objective-crafting", "Craft", "Make something.", crafting, "CR"},
	}
}

// The types of objectives, as their files number them.
const (
	target     = 2
	travel     = 3
	collection = 4
	delivery   = 5
	treasure   = 6
	patrol     = 7
	camp       = 8
	escort     = 9
	action     = 10
	crafting   = 11
)

// Travels reports whether the sort needs a position.
func (s Sort) Travels() bool { return s.number == travel }

// NeedsClass reports whether the sort is nothing without a class.
func (s Sort) NeedsClass() bool { return s.number != travel && s.number != target }

// Character is who offers a quest.
type Character struct {
	Name, Class string
	Position    []float64 // x, y, z
}

// Wish says what a new quest with one objective is to be.
type Wish struct {
	Sort       Sort
	Title      string
	Offer      string // what the character says
	Giver      int64  // who offers it and takes it back; 0 for a new character
	Character  Character
	Class      string // what is to be killed, brought or made; of a kill empty for anything
	Amount     int64
	Position   []float64 // of a journey
	Radius     float64   // around it, in metres
	Reward     string    // a class, or empty
	RewardSize int64
	Before     int64 // the quest that must be done first; 0 for none
}

// Fulfil returns the files of a new quest as the mod names them, with numbers that are free: the quest first, then its objective and, if
// it is new, its character.
func (b *Book) Fulfil(w Wish) []File {
	objective := b.newFile(w.Sort.Slug, "Objective_"+w.Sort.letter, b.freeObjective(w.Sort.number))
	w.objective(objective.Tree)
	files := []File{{}, objective}
	if w.Giver == 0 {
		character := b.newFile(NPCSlug, "QuestNPC", b.freeCharacter())
		w.Character.fill(character.Tree)
		w.Giver = number(character.Tree, "ID")
		files = append(files, character)
	}
	files[0] = b.newFile(QuestSlug, "Quest", b.freeQuest())
	w.quest(files[0].Tree, number(objective.Tree, "ID"))
	return files
}

// newFile returns a file with the mod's defaults and a number.
func (b *Book) newFile(slug, name string, id int64) File {
	schema := schemaOf(slug)
	f := File{Slug: slug, Tree: schema.Default(), Path: path.Join(path.Dir(schema.Path), fmt.Sprintf("%s_%d.json", name, id))}
	f.Tree.Set("ID", whole(id))
	return f
}

func schemaOf(slug string) *expansion.Schema {
	all := expansion.Documents()
	return all[slices.IndexFunc(all, func(d *expansion.Schema) bool { return d.Slug == slug })]
}

func (w Wish) objective(o *jsontree.Object) {
	o.Set("ObjectiveType", whole(w.Sort.number))
	o.Set("ObjectiveText", w.Title)
	item := func(fields []*expansion.Field) *jsontree.Object {
		one := expansion.New(fields)
		one.Set("ClassName", w.Class)
		one.Set("Amount", whole(w.Amount))
		return one
	}
	switch schema := schemaOf(w.Sort.Slug); w.Sort.number {
	case target:
		o.Set("Amount", whole(w.Amount))
		o.Set("ClassNames", texts(w.Class))
	case travel:
		o.Set("Position", vector(w.Position))
		o.Set("MaxDistance", decimal(w.Radius))
		o.Set("MarkerName", w.Title)
	case collection, delivery:
		o.Set("Collections", []any{item(schema.Field("Collections").Fields)})
	case crafting:
		o.Set("ItemNames", texts(w.Class))
		o.Set("ExecutionAmount", whole(w.Amount))
	}
}

func (w Wish) quest(q *jsontree.Object, objective int64) {
	q.Set("Title", w.Title)
	q.Set("Descriptions", []any{w.Offer, w.Offer, "Thank you."})
	q.Set("ObjectiveText", w.Title)
	q.Set("QuestGiverIDs", []any{whole(w.Giver)})
	q.Set("QuestTurnInIDs", []any{whole(w.Giver)})
	schema := schemaOf(QuestSlug)
	link := expansion.New(schema.Field("Objectives").Fields)
	link.Set("ID", whole(objective))
	link.Set("ObjectiveType", whole(w.Sort.number))
	q.Set("Objectives", []any{link})
	if w.Reward != "" {
		reward := expansion.New(schema.Field("Rewards").Fields)
		reward.Set("ClassName", w.Reward)
		reward.Set("Amount", whole(w.RewardSize))
		q.Set("Rewards", []any{reward})
	}
	if w.Before > 0 {
		q.Set("PreQuestIDs", []any{whole(w.Before)})
	}
}

func (c Character) fill(o *jsontree.Object) {
	o.Set("NPCName", c.Name)
	o.Set("ClassName", c.Class)
	o.Set("Position", vector(c.Position))
}

// The numbers that are free are those above all that are taken: progress of players may be stored under lower ones.

func (b *Book) freeQuest() int64 {
	free := int64(1)
	for _, q := range b.Quests {
		free = max(free, q.ID+1)
	}
	return free
}

func (b *Book) freeCharacter() int64 {
	free := int64(1)
	for id := range b.npcs {
		free = max(free, id+1)
	}
	return free
}

func (b *Book) freeObjective(sort int64) int64 {
	free := int64(1)
	for key := range b.objectives {
		if key.sort == sort {
			free = max(free, key.id+1)
		}
	}
	return free
}

func whole(n int64) jsontree.Number { return jsontree.Number(strconv.FormatInt(n, 10)) }

func decimal(n float64) jsontree.Number {
	return jsontree.Number(jsontree.AppendFloat(nil, n))
}

func vector(numbers []float64) []any {
	list := make([]any, len(numbers))
	for i, n := range numbers {
		list[i] = decimal(n)
	}
	return list
}

func texts(class string) []any {
	if class == "" {
		return []any{}
	}
	return []any{class}
}
