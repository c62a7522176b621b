package quest

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// Summary describes a quest in plain sentences: who offers it, what is to be done, what it gives, and what comes before and after.
func (b *Book) Summary(q *Quest) (sentences []string) {
	say := func(format string, args ...any) { sentences = append(sentences, fmt.Sprintf(format, args...)) }
	switch {
	case len(q.Givers) > 0:
		say("Offered by %s.", b.characters(q.Givers))
	case q.Starts:
		say("Runs from the start.")
	default:
		say("Nobody offers it: it begins only behind another quest.")
	}
	for _, key := range q.objectives {
		say("%s", b.objective(key))
	}
	if rewards := items(q.tree, "Rewards"); rewards != "" {
		say("Gives %s.", rewards)
	}
	switch {
	case q.Finishes:
		say("Finishes by itself.")
	case len(q.Takers) > 0:
		say("Handed in to %s.", b.characters(q.Takers))
	}
	if len(q.Before) > 0 {
		say("Needs %s before.", b.names(q.Before))
	}
	if q.Next > 0 {
		say("%s follows.", strings.Replace(b.names([]int64{q.Next}), "the quest", "The quest", 1))
	}
	if q.Again != "" {
		say("%s", map[string]string{"again": "Can be done again.", "daily": "Once a day.", "weekly": "Once a week."}[q.Again])
	}
	return sentences
}

func (b *Book) characters(ids []int64) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = cmp.Or(strings.TrimSpace(b.npcs[id].Text("NPCName")), "the character "+strconv.FormatInt(id, 10))
	}
	return strings.Join(names, " or ")
}

func (b *Book) names(ids []int64) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = "the quest " + strconv.FormatInt(id, 10)
		if q := b.At(id); q != nil {
			names[i] = "“" + q.Name() + "”"
		}
	}
	return strings.Join(names, " and ")
}

// objective describes what is to be done.
func (b *Book) objective(key objectiveKey) string {
	o := b.objectives[key]
	if o == nil {
		return fmt.Sprintf("Objective %d of the type %d, which does not exist.", key.id, key.sort)
	}
	text := strings.TrimSuffix(strings.TrimSpace(o.Text("ObjectiveText")), ".")
	switch key.sort {
	case target:
		target := o.Object("Target")
		n := max(number(o, "Amount"), number(target, "Amount"))
		classes := list(append(o.Texts("ClassNames"), target.Texts("ClassNames")...))
		return also(fmt.Sprintf("Kill %d of %s", n, cmp.Or(classes, "any kind")), text)
	case travel:
		return also("Go to "+cmp.Or(o.Text("MarkerName"), "a place"), text)
	case collection, delivery:
		verb := map[int64]string{collection: "Bring ", delivery: "Deliver "}[key.sort]
		return also(verb+cmp.Or(items(o, "Collections"), "items"), text)
	case treasure:
		return also("Find a stash", text)
	case patrol:
		return also("Kill a patrol", text)
	case camp:
		return also("Clear a camp", text)
	case escort:
		return also("Escort someone", text)
	case action:
		return also("Do "+list(o.Texts("ActionNames")), text)
	case crafting:
		return also("Make "+list(o.Texts("ItemNames")), text)
	}
	return also("Objective "+strconv.FormatInt(key.id, 10)+" of the type "+strconv.FormatInt(key.sort, 10), text)
}

// also adds what the quest log says to what is to be done.
func also(what, text string) string {
	if text == "" {
		return what + "."
	}
	return what + ": “" + text + "”."
}

// items returns the classes in a list with how many of each, at most five.
func items(o *jsontree.Object, key string) string {
	var texts []string
	for _, item := range o.Objects(key) {
		text := item.Text("ClassName")
		if n := number(item, "Amount"); n > 1 {
			text = strconv.FormatInt(n, 10) + " × " + text
		}
		texts = append(texts, text)
	}
	return list(texts)
}

// list joins texts, the first five of them.
func list(texts []string) string {
	const most = 5
	if len(texts) > most {
		return strings.Join(texts[:most], ", ") + fmt.Sprintf(" and %d more", len(texts)-most)
	}
	return strings.Join(texts, ", ")
}
