package lint

import "slices"

// Group is a chapter of rules.
type Group struct {
	Title string
	Rules []*Rule
}

// Groups returns all rules in the order of the documentation.
func Groups() []Group { return groups }

var groups = []Group{
	{"Loot", []*Rule{
		unknownCategory, unknownUsage, unknownValue, unknownTag, letterCase, tooManyUsages, tooManyValues,
		duplicateClass, misspeltClass, minOverNominal, lifetimeRange, restockOverRestart, quantityRange, negativeNumber,
		noPlace, noContainer, severalCategories, craftedWithNominal, notCounted, ignoredType, unknownGroupMember,
	}},
	{"Attachments and cargo", []*Rule{
		unknownSpawnableClass, unknownPresetClass, missingPreset, unusedPreset, chanceRange, presetAndItems,
		presetAndChance, emptyPreset, damageRange,
	}},
	{"Events", []*Rule{
		eventPrefix, unknownEventChild, eventWithoutChildren, eventWithoutPosition, tooFewPositions, eventMinOverMax, unknownEventValue, unknownSecondary,
		spawnWithoutEvent, infectedWithoutZone, zoneRange, unknownGroup, groupContent, unusedGroup, duplicateName,
	}},
	{"Traders", []*Rule{unknownTraderClass, sellOverBuy, noCurrency, quantityCode, emptyCategory}},
	{"Players", []*Rule{noPlayerSpawns, duplicateBan, malformedID, bannedAndWhitelisted, longMessage, shutdownWithoutDeadline}},
	{"Expansion market", []*Rule{
		marketCurrency, marketUnknownCategory, marketUnknownItem, marketDuplicateClass, marketVariant, marketUnknownAttachment,
		marketSelfAttachment, marketMinOverMax, marketNegative, marketSellOverBuy, marketMode,
	}},
	{"Expansion AI and quests", []*Rule{
		unknownLoadout, loadoutCircle, loadoutRange, patrolPersist, unknownFaction, questReference, questGiver, questOrder,
	}},
	{"Expansion files", []*Rule{
		brokenJSON, expansionValue, mistypedKey, expansionMinOverMax, raidSchedule, malformedColor, unknownIcon, expansionClass,
		mapFile, missionWeight,
	}},
	{"Server log", []*Rule{
		logFailedStart, logFile, logUnknownClass, logUnknownName, logPreset, logEvent, logHiddenClass, logHardToPlace, logDamagedObject,
	}},
	{"World", []*Rule{
		outsideMap, areaWithoutRadius, effectAreaType, unknownVariable, variableValue, economyFlag, gameplayValue, documentValue, newerField, gearPreset, restrictedArea, objectFile, weatherRange,
		unwiredTerritory, territoryZone, undergroundTrigger, prototypeName, areaFlags, serverConfig,
	}},
	{"Files", []*Rule{
		brokenFile, emptyFile, unreadFile, missingFile, fileNotLoaded, fileLoadedTwice, duplicateKey, misspeltElement, notANumber, blankInName,
		oddClassName,
	}},
}

var rules = func() (list []*Rule) {
	for _, g := range groups {
		list = append(list, g.Rules...)
	}
	return list
}()

// Rules returns all rules, those of each group together.
func Rules() []*Rule { return rules }

// Named returns the rule with the id, or nil.
func Named(id string) *Rule {
	if i := slices.IndexFunc(rules, func(r *Rule) bool { return r.ID == id }); i >= 0 {
		return rules[i]
	}
	return nil
}
