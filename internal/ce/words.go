package ce

// entryOf is an element whose name identifies it.
func entryOf(inside ...string) word {
	return word{inside: inside, attributes: []attribute{{"name", aName, true}}}
}

// single is an element that holds one value and counts once.
func single(holds valueType) word { return word{text: holds, once: true} }

// listed is an element that refers to a name of the limits definition; without any attribute it means nothing.
func listed(attributes ...string) word {
	w := word{}
	for _, a := range attributes {
		w.attributes = append(w.attributes, attribute{a, aName, false})
	}
	return w
}

// holding are attributes that hold the same.
func holding(holds valueType, names ...string) (list []attribute) {
	for _, n := range names {
		list = append(list, attribute{n, holds, false})
	}
	return list
}

func namesOfFlags(flags []flagField) (names []string) {
	for _, f := range flags {
		names = append(names, f.name)
	}
	return names
}

var typesWords = words{
	"types":   {inside: []string{"type"}},
	"type":    entryOf(typesFormat().order...),
	"nominal": single(integer), "lifetime": single(integer), "restock": single(integer), "min": single(integer),
	"quantmin": single(integer), "quantmax": single(integer), "cost": single(integer),
	"flags":    {once: true, attributes: holding(flag, namesOfFlags(new(Type).flags())...)},
	"category": {once: true, attributes: listed("name").attributes}, "tag": listed("name", "user"), "usage": listed("name", "user"),
	"value": listed("name", "user"),
}

// eventsWords include what only older files have: waves and sec_spawner.
var eventsWords = words{
	"events":  {inside: []string{"event"}},
	"event":   entryOf(append(eventsFormat().order, "waves")...),
	"nominal": single(integer), "min": single(integer), "max": single(integer), "lifetime": single(integer), "restock": single(integer),
	"saferadius": single(integer), "distanceradius": single(integer), "cleanupradius": single(integer), "active": single(flag),
	"secondary": single(anyText), "position": single(anyText), "limit": single(anyText),
	"flags":    {once: true, attributes: holding(flag, "deletable", "init_random", "remove_damaged", "sec_spawner")},
	"children": {inside: []string{"child"}, once: true},
	"child":    {attributes: append(holding(integer, "lootmax", "lootmin", "max", "min"), attribute{"type", aName, true})},
}

// spawnableWords include what only older files have: the damage of all types.
var spawnableWords = words{
	"spawnabletypes": {inside: []string{"type", "damage"}},
	"type":           entryOf(spawnableTypesFormat().order...),
	"hoarder":        {once: true},
	"damage":         {once: true, attributes: holding(decimal, "min", "max")},
	"tag":            listed("name"),
	"attachments":    blockWord, "cargo": blockWord, "item": itemWord,
}

var (
	blockWord = word{inside: []string{"item"}, attributes: []attribute{{"preset", orName, false}, {"chance", decimal, false}}}
	itemWord  = word{attributes: []attribute{{"name", aName, true}, {"chance", decimal, false}}}
)

var presetWords = words{
	"randompresets": {inside: blockKinds()},
	"attachments":   presetWord, "cargo": presetWord, "item": itemWord,
}

var presetWord = word{inside: []string{"item"}, attributes: []attribute{{"name", aName, true}, {"chance", decimal, true}}}

var eventSpawnWords = words{
	"eventposdef": {inside: []string{"event"}},
	"event":       entryOf("zone", "pos"),
	"zone":        {once: true, attributes: holding(decimal, "smin", "smax", "dmin", "dmax", "r")},
	"pos":         positionWord("group"),
}

// positionWord is a position, which may refer to names.
func positionWord(names ...string) word {
	return word{attributes: append([]attribute{{"x", decimal, true}, {"z", decimal, true}, {"y", decimal, false}, {"a", decimal, false}},
		holding(orName, names...)...)}
}

// playerSpawnWords are those of the positions alone: older files have other parameters.
var playerSpawnWords = words{"pos": positionWord()}

var messageWords = words{
	"messages": {inside: []string{"message"}},
	"message":  {inside: messagesFormat().order},
	"delay":    single(integer), "repeat": single(integer), "deadline": single(integer),
	"onconnect": single(flag), "shutdown": single(flag), "countdown": single(flag), "text": single(aName),
}
