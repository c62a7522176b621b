package expansion

import (
	"slices"
	"strings"
)

// Factions lists the mod's own factions, and RANDOM. Other mods add more. Source: formats, B.7.
var Factions = []string{
	"West", "East", "Raiders", "Mercenaries", "Civilian", "Passive", "Guards", "InvincibleGuards", "Shamans", "Observers",
	"InvincibleObservers", "YeetBrigade", "InvincibleYeetBrigade", "Brawlers", "Lunatics", "RANDOM",
}

// defaultLoadouts lists the loadouts that the mod creates itself, without the suffix Loadout. Source: formats, B.5.
var defaultLoadouts = []string{
	"Bandit", "East", "West", "FireFighter", "Gorka", "Human", "NBC", "PlayerFemaleSuit", "PlayerMaleSuit", "PlayerSurvivor",
	"Police", "Survivor", "TTSKO", "YeetBrigade", "YellowKing", "FreshSpawn",
}

// IsDefaultLoadout reports whether the mod creates a loadout of that name itself.
func IsDefaultLoadout(name string) bool {
	const end = "loadout"
	name, ended := strings.CutSuffix(strings.ToLower(name), end)
	return ended && slices.ContainsFunc(defaultLoadouts, func(known string) bool { return strings.EqualFold(known, name) })
}

// HasIcon reports whether the mod has an icon of that name, which is case-sensitive. A path to a picture stands for itself.
func HasIcon(name string) bool {
	return strings.ContainsAny(name, `\/:`) || slices.Contains(icons, name)
}

// icons are the names of the mod's icons. Source: ExpansionIcons of the mod.
var icons = []string{
	"Airdrop", "Ambush", "Animal Skull", "Anomaly", "Apple", "Apple Core", "Arrow", "Arrows", "Axe", "Backpack", "Bandage", "Bandit",
	"Base", "Batteries", "Battery Empty", "Battery Full", "Battery Low", "Battery Med", "Bear", "Berries", "Binoculars", "Boat",
	"Bolt", "Bonfire", "Book 1", "Book 2", "Bottle", "Bow", "Broken Lighter", "Can Of Beans Big", "Can Of Beans Small", "Car",
	"Car 2", "Car Keys", "Carrot", "Chain Saw", "Chicken", "Chocolate",
	"Cigarets", //nolint:misspell // as the mod spells it
	"Circuit Board", "Claw", "Clock Blank", "Cloth",
	"Codelock", "Coins", "Coins 2", "Compass", "Corn", "Cow", "Craft", "Cross", "Crowbar", "Deliver", "Dinosaur Skull", "Discord",
	"Drip", "Dry Wood", "Ear", "Eatable Flowers", "Electrical Tape", "Ellipse", "Empty Can", "Error", "Exclamationmark", "Expansion",
	"Expansion B/W", "Eye", "Fireplace", "Fish", "Fishing", "Flare", "Flare Gun", "Flare Gun Ammo", "Flashlight", "Forums", "Fox",
	"Frying Pan", "Gas", "Gas Mask", "GitHub", "Golf Club", "Goose", "Grab", "Grenade", "Group", "Guilded", "Guitar", "Gun",
	"Gun Bullets", "Hammer", "Heart", "Helicopter", "Herbal Medicine", "Home Made Grenade", "Homepage", "Hook", "Human Skull",
	"Infected 1", "Infected 2", "Info", "Insect", "Kitchen Knife", "Kitchen Knife Big", "Knife", "Ladder", "Lantern", "Lighter",
	"Machette", "Map", "Map Marker", "Marker", "Matches", "Medic Box", "Menu", "Moon", "Mushrooms", "Nails", "Note", "Open Hand",
	"Options", "Orientation", "Paper", "Paper Map", "Patreon", "PayPal", "Pen", "Persona", "Pill", "Pills", "Pipe Wrench", "Powder",
	"Pumpkin", "Questionmark", "Questionmark 2", "Rabbit", "Racoon", "Radiation", "Radio", "Rat", "Reddit", "Rock 1", "Rock 2",
	"Rope", "Saw", "Scrap Metal", "Screwdriver", "Shield", "Shotgun", "Shotgun Bullets", "Shovel", "Skull 1", "Skull 2", "Skull 3",
	"Snow", "Soda", "Soldier", "Square", "Star", "Status", "Steam", "Sun", "Tent", "Territory", "Thermometer", "Trader", "Twitter",
	"Vehicle Crash", "Walkie Talkie", "Water 1", "Water 2", "Water Jug", "Wild Pork", "Worms", "YouTube",
}
