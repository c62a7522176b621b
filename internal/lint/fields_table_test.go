package lint_test

// What several fields have in common.
const (
	notAsked = "-the game's own files do without"
	anyCase  = "-names of classes are the same in any letter case"
)

// finding returns what all of some slips lead to, with what differs.
func finding(of map[slip]string, more ...map[slip]string) map[slip]string {
	all := map[slip]string{}
	for _, list := range append([]map[slip]string{of}, more...) {
		for s, rule := range list {
			all[s] = rule
		}
	}
	return all
}

// usualNumber is what numbers in elements lead to.
var usualNumber = map[slip]string{
	empty: "not-a-number", word: "not-a-number", negative: "negative-number", tooLarge: "number-too-large", asAttr: "misspelt-element",
	twice: "repeated-element",
}

var usualSwitch = map[slip]string{empty: "not-a-number", word: "not-a-number", negative: "flag-value", two: "flag-value"}

var fieldTable = []entry{
	typesTable, eventsTable, eventSpawnsTable, eventGroupsTable, spawnableTable, presetsTable, messagesTable, zonesTable, limitsTable,
}

var typesTable = entry{
	file: "db/types.xml", anchor: "</types>", name: "Qm_Field",
	text: `<type name="NAME"><nominal>5</nominal><lifetime>3600</lifetime><restock>1800</restock><min>2</min><quantmin>10</quantmin>` +
		`<quantmax>50</quantmax><cost>100</cost>` + where + `</type>`,
	fields: []field{
		{numberElement, "<nominal>5</nominal>", "40000", finding(usualNumber, map[slip]string{
			missing: "min-without-nominal", zero: "-the loot economy spawns none of many of the game's own types, whose min is 1",
			over: "nominal-over-room", asAttr: "misspelt-element",
		})},
		{
			numberElement, "<lifetime>3600</lifetime>", "38880000",
			finding(usualNumber, map[slip]string{
				missing: "missing-number", negative: "lifetime-range", zero: "lifetime-range", over: "lifetime-range",
			}),
		},
		{numberElement, "<restock>1800</restock>", "43200", finding(usualNumber, map[slip]string{
			missing: "-it counts as 0, which is the most usual", zero: "-it is the most usual",
			over: "-without a known interval of restarts nothing is too long",
		})},
		{numberElement, "<min>2</min>", "9", finding(usualNumber, map[slip]string{
			missing: "-some of the game's own types have a min of 0", zero: "-some of the game's own types have it", over: "min-over-nominal",
		})},
		{
			numberElement, "<quantmin>10</quantmin>", "80",
			finding(usualNumber, map[slip]string{
				missing: "quantity-range", negative: "quantity-range", zero: "-from empty is possible", over: "quantity-range",
			}),
		},
		{
			numberElement, "<quantmax>50</quantmax>", "101",
			finding(usualNumber, map[slip]string{
				missing: "quantity-range", negative: "quantity-range", zero: "quantity-range", over: "quantity-range",
			}),
		},
		{numberElement, "<cost>100</cost>", "100000", finding(usualNumber, map[slip]string{
			missing: "-a tenth of all servers leaves it out", zero: "-what it does is not known", over: "-what it does is not known",
		})},
		{switchAttribute, `count_in_cargo="0"`, "", finding(usualSwitch, map[slip]string{missing: "-it counts as 0, which is the most usual"})},
		{switchAttribute, `count_in_hoarder="0"`, "", finding(usualSwitch, map[slip]string{missing: "-it counts as 0, which is the most usual"})},
		{switchAttribute, `count_in_map="1"`, "", finding(usualSwitch, map[slip]string{missing: "missing-flags"})},
		{switchAttribute, `count_in_player="0"`, "", finding(usualSwitch, map[slip]string{missing: "-it counts as 0, which is the most usual"})},
		{switchAttribute, `crafted="0"`, "", finding(usualSwitch, map[slip]string{missing: "-it counts as 0, which is the most usual"})},
		{switchAttribute, `deloot="0"`, "", finding(usualSwitch, map[slip]string{missing: "-it counts as 0, which is the most usual"})},
		{reference, `<category name="tools"/>`, "", map[slip]string{
			missing: "no-place", empty: "empty-name", unknown: "unknown-category", otherCase: "letter-case", foreign: "unknown-category",
			blank: "blank-in-name", asText: "text-inside", twice: "several-categories",
		}},
		{reference, `<tag name="floor"/>`, "", map[slip]string{
			missing: "-a type without tags goes anywhere", empty: "empty-name", unknown: "unknown-tag", otherCase: "letter-case",
			foreign: "unknown-tag", blank: "blank-in-name", asText: "text-inside", twice: "-the same name twice means it once",
		}},
		{reference, `<usage name="Military"/>`, "", map[slip]string{
			missing: "-a value says where as well", empty: "empty-name", unknown: "unknown-usage", otherCase: "letter-case",
			foreign: "unknown-usage", blank: "blank-in-name", asText: "text-inside", twice: "-the same name twice means it once",
		}},
		{reference, `<value name="Tier3"/>`, "", map[slip]string{
			missing: "-a type without values is in all tiers", empty: "empty-name", unknown: "unknown-value", otherCase: "letter-case",
			foreign: "unknown-value", blank: "blank-in-name", asText: "text-inside", twice: "-the same name twice means it once",
		}},
	},
}

var eventsTable = entry{
	file: "db/events.xml", anchor: "</events>", name: "AmbientQm",
	text: `<event name="NAME"><nominal>3</nominal><min>1</min><max>3</max><lifetime>300</lifetime><restock>1800</restock><saferadius>` +
		`100</saferadius>` +
		`<distanceradius>50</distanceradius><cleanupradius>200</cleanupradius><secondary>InfectedArmy</secondary><flags deletable="0" ` +
		`init_random="0" remove_damaged="1"/>` +
		`<position>fixed</position><limit>child</limit><active>1</active><children><child lootmax="2" lootmin="1" max="3" min="1" ` +
		`type="Wreck_UH1Y"/></children></event>`,
	fields: []field{
		{
			numberElement, "<nominal>3</nominal>", "300",
			finding(usualNumber, map[slip]string{
				missing: "missing-number", zero: "min-without-nominal", over: "-how many fit is known of placed events alone",
			}),
		},
		{
			numberElement, "<min>1</min>", "9",
			finding(usualNumber, map[slip]string{
				missing: "missing-number", zero: "-many of the game's own events have it", over: "event-min-over-max",
			}),
		},
		{
			numberElement, "<max>3</max>", "0",
			finding(usualNumber, map[slip]string{missing: "missing-number", zero: "event-min-over-max", over: "event-min-over-max"}),
		},
		{
			numberElement, "<lifetime>300</lifetime>", "99999999",
			finding(usualNumber, map[slip]string{missing: "missing-number", zero: "lifetime-range", over: "-what an event spawns may stay"}),
		},
		{
			numberElement, "<restock>1800</restock>", "99999",
			finding(usualNumber, map[slip]string{
				missing: "-it counts as 0, which is the most usual", zero: "-it is the most usual", over: "-how long is too long is not known",
			}),
		},
		{
			numberElement, "<saferadius>100</saferadius>", "99999",
			finding(usualNumber, map[slip]string{
				missing: "-it counts as 0, which is usual", zero: "-it is usual", over: "-how far is too far depends on the map",
			}),
		},
		{
			numberElement, "<distanceradius>50</distanceradius>", "99999",
			finding(usualNumber, map[slip]string{
				missing: "-it counts as 0, which is usual", zero: "-it is usual", over: "-how far is too far depends on the map",
			}),
		},
		{
			numberElement, "<cleanupradius>200</cleanupradius>", "99999",
			finding(usualNumber, map[slip]string{
				missing: "-it counts as 0, which is usual", zero: "-it is usual", over: "-how far is too far depends on the map",
			}),
		},
		{wordElement, "<secondary>InfectedArmy</secondary>", "", map[slip]string{
			missing: notAsked, empty: "-it means none", unknown: "unknown-secondary",
			otherCase: "-names of events are compared in any letter case here", asAttr: "misspelt-element", twice: "repeated-element",
		}},
		{switchAttribute, `deletable="0"`, "", finding(usualSwitch, map[slip]string{missing: "-it counts as 0, which is the most usual"})},
		{switchAttribute, `init_random="0"`, "", finding(usualSwitch, map[slip]string{missing: "-it counts as 0, which is the most usual"})},
		{switchAttribute, `remove_damaged="1"`, "", finding(usualSwitch, map[slip]string{missing: "-it counts as 0, which is usual"})},
		{wordElement, "<position>fixed</position>", "", map[slip]string{
			missing: "missing-number", empty: "missing-number", unknown: "unknown-event-value", otherCase: "unknown-event-value",
			asAttr: "misspelt-element", twice: "repeated-element",
		}},
		{wordElement, "<limit>child</limit>", "", map[slip]string{
			missing: "missing-number", empty: "missing-number", unknown: "unknown-event-value", otherCase: "unknown-event-value",
			asAttr: "misspelt-element", twice: "repeated-element",
		}},
		{
			switchElement, "<active>1</active>", "",
			finding(usualSwitch, map[slip]string{missing: "missing-number", asAttr: "misspelt-element", twice: "repeated-element"}),
		},
		{numberAttribute, `lootmax="2"`, "0", map[slip]string{
			missing: "-it counts as 0, which is the most usual", empty: "not-a-number", word: "not-a-number", negative: "negative-number",
			zero: "event-min-over-max", tooLarge: "number-too-large", over: "event-min-over-max",
		}},
		{numberAttribute, `lootmin="1"`, "9", map[slip]string{
			missing: "-it counts as 0, which is the most usual", empty: "not-a-number", word: "not-a-number", negative: "negative-number",
			zero: "-it is the most usual", tooLarge: "number-too-large", over: "event-min-over-max",
		}},
		{numberAttribute, ` max="3"`, "", map[slip]string{
			missing: "event-without-children", empty: "not-a-number", word: "not-a-number", negative: "negative-number",
			zero: "event-without-children", tooLarge: "number-too-large", over: "not-a-number",
		}},
		{numberAttribute, ` min="1"`, "9", map[slip]string{
			missing: "-it counts as 0, which is usual", empty: "not-a-number", word: "not-a-number", negative: "negative-number",
			zero: "-it is usual", tooLarge: "number-too-large", over: "event-min-over-max",
		}},
		{nameAttribute, `type="Wreck_UH1Y"`, "", map[slip]string{
			missing: "empty-name", empty: "empty-name", unknown: "unknown-event-child", otherCase: anyCase, foreign: "odd-class-name",
			blank: "blank-in-name",
		}},
	},
}

// usualDecimal is what numbers with decimals in attributes lead to.
var usualDecimal = map[slip]string{empty: "not-a-number", word: "not-a-number", tooLarge: "number-too-large"}

var eventSpawnsTable = entry{
	file: "cfgeventspawns.xml", anchor: "</eventposdef>", name: "AmbientQmSpawn",
	text: `<event name="NAME"><zone smin="1" smax="2" dmin="1" dmax="3" r="40"/><pos x="500" z="600" a="90" y="5" group="Camp"/></event>`,
	also: func(name string) []change { return event(name, counts, flagsOfEvent+settings+children) },
	fields: []field{
		{
			numberAttribute, `smin="1"`, "9e",
			finding(usualDecimal, map[slip]string{missing: notAsked, negative: "zone-range", zero: "-it is usual", over: "zone-range"}),
		},
		{
			numberAttribute, `smax="2"`, "0e",
			finding(usualDecimal, map[slip]string{missing: notAsked, negative: "zone-range", zero: "zone-range", over: "zone-range"}),
		},
		{
			numberAttribute, `dmin="1"`, "9e",
			finding(usualDecimal, map[slip]string{missing: notAsked, negative: "zone-range", zero: "-it is usual", over: "zone-range"}),
		},
		{
			numberAttribute, `dmax="3"`, "0e",
			finding(usualDecimal, map[slip]string{missing: notAsked, negative: "zone-range", zero: "zone-range", over: "zone-range"}),
		},
		{
			numberAttribute, ` r="40"`, "5000e",
			finding(usualDecimal, map[slip]string{
				missing: notAsked, negative: "zone-range", zero: "-some of the game's own have it", over: "-how far is too far is not known",
			}),
		},
		{
			numberAttribute, ` x="500"`, "99000e",
			finding(usualDecimal, map[slip]string{
				missing: "empty-name", negative: "outside-map", zero: "-an edge of the map is no corner", over: "outside-map",
			}),
		},
		{
			numberAttribute, ` z="600"`, "99000e",
			finding(usualDecimal, map[slip]string{
				missing: "empty-name", negative: "outside-map", zero: "-an edge of the map is no corner", over: "outside-map",
			}),
		},
		{
			numberAttribute, ` a="90"`, "531e",
			finding(usualDecimal, map[slip]string{
				missing: notAsked, negative: "-it turns the other way", zero: "-it is usual", over: "-the game's own files have 531",
			}),
		},
		{
			numberAttribute, ` y="5"`, "9000e",
			finding(usualDecimal, map[slip]string{
				missing: notAsked, negative: "-there is ground below the sea", zero: "-it is usual", over: "-how high the ground is is not known",
			}),
		},
		{
			nameAttribute, `group="Camp"`, "",
			map[slip]string{
				missing: notAsked, empty: "-it means none", unknown: "unknown-group", otherCase: "-groups are compared in any letter case here",
				foreign: "unknown-group", blank: "blank-in-name",
			},
		},
	},
}

const flagsOfEvent = `<restock>0</restock><saferadius>0</saferadius><distanceradius>0</distanceradius><cleanupradius>0</cleanupradius>`

var eventGroupsTable = entry{
	file: "cfgeventgroups.xml", anchor: "</eventgroupdef>", name: "QmGroup",
	text: `<group name="NAME"><child type="Wreck_UH1Y" deloot="1" lootmax="3" lootmin="1" x="1" z="2" a="3"/></group>`,
	also: func(name string) []change {
		return replaced("cfgeventspawns.xml", "</event>", `<pos x="`+digitsOf(name)+`01" z="700" a="0" group="`+name+`" /></event>`)
	},
	fields: []field{
		{numberAttribute, `lootmax="3"`, "0", map[slip]string{
			missing: notAsked, empty: "group-content", word: "group-content", negative: "group-content", zero: "group-content", tooLarge: byPath,
			over: "group-content",
		}},
		{numberAttribute, `lootmin="1"`, "9", map[slip]string{
			missing: notAsked, empty: byPath, word: byPath, negative: byPath, zero: "-it is usual", tooLarge: "group-content", over: "group-content",
		}},
		{nameAttribute, `type="Wreck_UH1Y"`, "", map[slip]string{
			missing: byPath, empty: byPath, unknown: "-classes of buildings are not all known", otherCase: anyCase, foreign: byPath,
			blank: "-blanks around are not read",
		}},
	},
}

var spawnableTable = entry{
	file: "cfgspawnabletypes.xml", anchor: "</spawnabletypes>", name: "Qm_Spawn",
	text: `<type name="NAME"><damage min="0.1" max="0.5"/><tag name="floor"/><attachments chance="0.5"><item name="AKM" ` +
		`chance="0.7"/></attachments><cargo preset="foodVillage"/></type>`,
	also: func(name string) []change { return loot(name, usual, where) },
	fields: []field{
		{
			numberAttribute, `min="0.1"`, "0.9e",
			finding(usualDecimal, map[slip]string{missing: "-it counts as 0", negative: "damage-range", zero: "-it is usual", over: "damage-range"}),
		},
		{
			numberAttribute, ` max="0.5"`, "5e",
			finding(usualDecimal, map[slip]string{
				missing: "-it counts as the most", negative: "damage-range", zero: "damage-range", over: "damage-range",
			}),
		},
		{reference, `<tag name="floor"/>`, "", map[slip]string{
			missing: notAsked, empty: "empty-name", unknown: "unknown-tag", otherCase: "-tags are compared in any letter case here",
			foreign: "unknown-tag", blank: "blank-in-name", asText: "text-inside", twice: "-the same name twice means it once",
		}},
		{
			numberAttribute, `chance="0.5"`, "50e",
			finding(usualDecimal, map[slip]string{
				missing: "block-without-chance", negative: "chance-range", zero: "-the game's own files switch blocks off by it", over: "chance-range",
			}),
		},
		{
			numberAttribute, `chance="0.7"`, "50e",
			finding(usualDecimal, map[slip]string{
				missing: "-many of the game's own items have none", negative: "chance-range", zero: "-the game's own files switch items off by it",
				over: "-it is a weight",
			}),
		},
		{
			nameAttribute, `name="AKM"`, "",
			map[slip]string{
				missing: "empty-name", empty: "empty-name", unknown: "unknown-spawnable-class", otherCase: anyCase, foreign: "odd-class-name",
				blank: "blank-in-name",
			},
		},
		{
			nameAttribute, `preset="foodVillage"`, "",
			map[slip]string{
				missing: "empty-preset", empty: "empty-preset", unknown: "missing-preset", otherCase: "-presets are compared in any letter case here",
				foreign: "missing-preset", blank: "blank-in-name",
			},
		},
	},
}

var presetsTable = entry{
	file: "cfgrandompresets.xml", anchor: "</randompresets>", name: "qmPreset",
	text: `<attachments chance="0.5" name="NAME"><item name="Wrench" chance="0.7"/></attachments>`,
	also: func(name string) []change {
		return spawnable(`<type name="AKM"><attachments preset="` + name + `"/></type>`)
	},
	fields: []field{
		{
			numberAttribute, `chance="0.5"`, "50e",
			finding(usualDecimal, map[slip]string{
				missing: "empty-name", negative: "chance-range", zero: "-the game's own files switch presets off by it", over: "chance-range",
			}),
		},
		{
			numberAttribute, `chance="0.7"`, "50e",
			finding(usualDecimal, map[slip]string{
				missing: "-many of the game's own items have none", negative: "chance-range", zero: "-the game's own files switch items off by it",
				over: "-it is a weight",
			}),
		},
		{
			nameAttribute, `name="Wrench"`, "",
			map[slip]string{
				missing: "empty-name", empty: "empty-name", unknown: "unknown-preset-class", otherCase: anyCase, foreign: "odd-class-name",
				blank: "blank-in-name",
			},
		},
	},
}

var messagesTable = entry{
	file: "db/messages.xml", anchor: "</messages>", name: "Qm message ", base: "<messages></messages>",
	text: `<message><delay>2</delay><repeat>30</repeat><deadline>60</deadline><onconnect>1</onconnect><shutdown>1</shutdown><countdown>` +
		`1</countdown><text>NAME</text></message>`,
	fields: []field{
		{
			numberElement, "<delay>2</delay>", "99999",
			finding(usualNumber, map[slip]string{
				missing: notAsked, negative: "negative-number", zero: "-it means at once", over: "-how long is too long is not known",
			}),
		},
		{
			numberElement, "<repeat>30</repeat>", "99999",
			finding(usualNumber, map[slip]string{
				missing: notAsked, negative: "negative-number", zero: "-it means never", over: "-how long is too long is not known",
			}),
		},
		{numberElement, "<deadline>60</deadline>", "99999", finding(usualNumber, map[slip]string{
			missing: "shutdown-without-deadline", negative: "shutdown-without-deadline", zero: "shutdown-without-deadline",
			over: "-how long is too long is not known",
		})},
		{
			switchElement, "<onconnect>1</onconnect>", "",
			finding(usualSwitch, map[slip]string{missing: notAsked, asAttr: "misspelt-element", twice: "repeated-element"}),
		},
		{
			switchElement, "<shutdown>1</shutdown>", "",
			finding(usualSwitch, map[slip]string{missing: notAsked, asAttr: "misspelt-element", twice: "repeated-element"}),
		},
		{
			switchElement, "<countdown>1</countdown>", "",
			finding(usualSwitch, map[slip]string{missing: notAsked, asAttr: "misspelt-element", twice: "repeated-element"}),
		},
	},
}

var zonesTable = entry{
	file: "env/zombie_territories.xml", anchor: "</territory>", name: "InfectedQm",
	text: `<zone name="NAME" smin="0" smax="1" dmin="1" dmax="2" x="500" z="600" r="50"/>`,
	also: func(name string) []change {
		return eventsEntry(`<event name="` + name + `"><nominal>0</nominal><min>0</min><max>0</max><lifetime>3</lifetime><position>` +
			`player</position><limit>custom</limit><active>1</active>` + children + `</event>`)
	},
	fields: []field{
		{
			numberAttribute, ` smin="0"`, "9",
			finding(inDocument, map[slip]string{
				missing: "-it counts as 0", zero: "-it is the most usual", tooLarge: "territory-zone", over: "territory-zone",
			}),
		},
		{
			numberAttribute, ` smax="1"`, "-1",
			finding(inDocument, map[slip]string{
				missing: "-it counts as 0", negative: "territory-zone", zero: "-it is the most usual", over: "territory-zone",
			}),
		},
		{
			numberAttribute, ` dmin="1"`, "9",
			finding(inDocument, map[slip]string{
				missing: "-it counts as 0", zero: "-it is usual", tooLarge: "territory-zone", over: "territory-zone",
			}),
		},
		{numberAttribute, ` dmax="2"`, "0", finding(inDocument, map[slip]string{
			missing: "territory-zone", empty: "territory-zone", word: "territory-zone", negative: "territory-zone", zero: "territory-zone",
			over: "territory-zone",
		})},
		{
			numberAttribute, ` x="500"`, "99000",
			finding(inDocument, map[slip]string{
				missing: byPath, negative: "territory-zone", zero: "-an edge of the map is no corner", tooLarge: "territory-zone",
				over: "territory-zone",
			}),
		},
		{
			numberAttribute, ` r="50"`, "0",
			finding(inDocument, map[slip]string{
				missing: byPath, empty: "territory-zone", word: "territory-zone", negative: "territory-zone", zero: "territory-zone",
				over: "territory-zone",
			}),
		},
	},
}

// byPath is the reason for what is told of a document by the path of the value, without the name of the entry. Another test demands that.
const byPath = "-a document's problems name its path"

var inDocument = map[slip]string{empty: byPath, word: byPath, negative: byPath, tooLarge: byPath}

var limitsTable = entry{
	file: "cfglimitsdefinition.xml", anchor: "</usageflags>", name: "QmUsage",
	text: `<usage name="NAME"/>`,
	fields: []field{
		{sort{twice, blank}, `name="NAME"`, "", map[slip]string{twice: "limits-definition", blank: "limits-definition"}},
	},
}
