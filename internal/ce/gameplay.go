package ce

// GameplayKeys returns the keys that the game reads in each section of cfggameplay.json, with their types: bool, int, float, text,
// texts, or floats with how many there must be.
func GameplayKeys() map[string]map[string]string {
	return map[string]map[string]string{
		"": {
			"version": "int",
		},
		"GeneralData": {
			"disableBaseDamage": "bool", "disableContainerDamage": "bool", "disableRespawnDialog": "bool",
			"disableRespawnInUnconsciousness": "bool",
		},
		"PlayerData": {
			"disablePersonalLight": "bool", "disable2dMap": "bool", "spawnGearPresetFiles": "texts",
		},
		"PlayerData.StaminaData": {
			"sprintStaminaModifierErc": "float", "sprintStaminaModifierCro": "float", "staminaWeightLimitThreshold": "float",
			"staminaMax": "float", "staminaKgToStaminaPercentPenalty": "float", "staminaMinCap": "float",
			"sprintSwimmingStaminaModifier": "float", "sprintLadderStaminaModifier": "float", "meleeStaminaModifier": "float",
			"obstacleTraversalStaminaModifier": "float", "holdBreathStaminaModifier": "float",
		},
		"PlayerData.ShockHandlingData": {
			"shockRefillSpeedConscious": "float", "shockRefillSpeedUnconscious": "float", "allowRefillSpeedModifier": "bool",
		},
		"PlayerData.MovementData": {
			"timeToStrafeJog": "float", "rotationSpeedJog": "float", "timeToSprint": "float", "timeToStrafeSprint": "float",
			"rotationSpeedSprint": "float", "allowStaminaAffectInertia": "bool",
		},
		"PlayerData.DrowningData": {
			"staminaDepletionSpeed": "float", "healthDepletionSpeed": "float", "shockDepletionSpeed": "float",
		},
		"PlayerData.WeaponObstructionData": {
			"staticMode": "int", "dynamicMode": "int",
		},
		"WorldsData": {
			"lightingConfig": "int", "objectSpawnersArr": "texts", "environmentMinTemps": "floats 12", "environmentMaxTemps": "floats 12",
			"wetnessWeightModifiers": "floats 5", "playerRestrictedAreaFiles": "texts",
		},
		"BaseBuildingData.HologramData": {
			"disableIsCollidingBBoxCheck": "bool", "disableIsCollidingPlayerCheck": "bool", "disableIsClippingRoofCheck": "bool",
			"disableIsBaseViableCheck": "bool", "disableIsCollidingGPlotCheck": "bool", "disableIsCollidingAngleCheck": "bool",
			"disableIsPlacementPermittedCheck": "bool", "disableHeightPlacementCheck": "bool", "disableIsUnderwaterCheck": "bool",
			"disableIsInTerrainCheck": "bool", "disableColdAreaPlacementCheck": "bool", "disallowedTypesInUnderground": "texts",
		},
		"BaseBuildingData.ConstructionData": {
			"disablePerformRoofCheck": "bool", "disableIsCollidingCheck": "bool", "disableDistanceCheck": "bool",
		},
		"UIData": {
			"use3DMap": "bool",
		},
		"UIData.HitIndicationData": {
			"hitDirectionOverrideEnabled": "bool", "hitDirectionBehaviour": "int", "hitDirectionStyle": "int",
			"hitDirectionIndicatorColorStr": "text", "hitDirectionMaxDuration": "float", "hitDirectionBreakPointRelative": "float",
			"hitDirectionScatter": "float", "hitIndicationPostProcessEnabled": "bool",
		},
		"MapData": {
			"ignoreMapOwnership": "bool", "ignoreNavItemsOwnership": "bool", "displayPlayerPosition": "bool", "displayNavInfo": "bool",
		},
		"VehicleData": {
			"boatDecayMultiplier": "float",
		},
	}
}
