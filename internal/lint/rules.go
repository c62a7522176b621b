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
		duplicateClass, misspeltClass, minOverNominal, minWithoutNominal, nominalOverRoom, lifetimeRange, restockOverRestart, quantityRange,
		negativeNumber,
		missingNumber, missingFlags, noPlace, noContainer, severalCategories, craftedWithNominal, notCounted, ignoredType, unknownGroupMember,
		limitsDefinition,
	}},
	{"Attachments and cargo", []*Rule{
		unknownSpawnableClass, unknownPresetClass, missingPreset, unusedPreset, chanceRange, presetAndItems,
		presetAndChance, emptyPreset, blockWithoutChance, repeatedItem, damageRange,
	}},
	{"Events", []*Rule{
		eventPrefix, unknownEventChild, eventWithoutChildren, eventWithoutPosition, tooFewPositions, eventMinOverMax, unknownEventValue,
		unknownSecondary,
		spawnWithoutEvent, infectedWithoutZone, zoneRange, unknownGroup, groupContent, unusedGroup, duplicateName,
	}},
	{"Traders", []*Rule{
		unknownTraderClass, repeatedTraderItem, sellOverBuy, noCurrency, quantityCode, emptyCategory, traderFile, traderLine, traderPlace,
	}},
	{"Players", []*Rule{
		noPlayerSpawns, emptySpawnGroup, playerSpawnValues, duplicateBan, malformedID, bannedAndWhitelisted, longMessage, shutdownWithoutDeadline,
	}},
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
	{"Files of mods", []*Rule{packError, packRule, packValue}},
	{"World", []*Rule{
		outsideMap, positionAtOrigin, repeatedPosition, areaWithoutRadius, skippedArea, effectAreaType, effectAreaValue, unknownVariable,
		variableValue,
		economyFlag,
		gameplayValue, documentValue, missingValue, newerField, gearPreset, restrictedArea, objectFile, weatherRange, environmentValue,
		unwiredTerritory, territoryZone, undergroundTrigger, prototypeName, prototypeValue, buildingPlace,
		areaFlags, serverConfig, battleyeConfig,
	}},
	{"Files", []*Rule{
		brokenFile, emptyFile, unreadFile, runTimeFile, missingFile, fileNotLoaded, fileLoadedTwice, pathLetterCase, economyCore, duplicateKey,
		misspeltElement,
		notANumber, notWhole, numberTooLarge, flagValue, emptyName, textInside, repeatedElement, blankInName, mixedScripts, oddClassName,
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
