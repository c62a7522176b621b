package aipreset

import "quartermaster/internal/expansion"

// examples are requests that the built-in provider understands, by the slug of the settings.
var examples = map[string][]string{
	"ai":                     {"Hardcore", "Increase damage by 20 %", "Players can recruit guards"},
	"ai-patrol":              {"PvE", "Respawn time 20 minutes", "Highest accuracy 60 %"},
	"airdrop":                {"Casual", "Half the airdrop loot", "Flight height 600 m"},
	"base-building":          {"PvP", "Code lock length 6", "Forbid building anywhere"},
	"book":                   {"Roleplay", "Turn the status tab off"},
	"chat":                   {"Roleplay", "Disable the global channel"},
	"core":                   {"Tidy up cargo"},
	"damage-system":          {"Cover protects"},
	"garage":                 {"Casual", "Vehicles at most 4", "Everybody may use garages"},
	"general":                {"Hardcore", "Street lamps always on", "No auto run and no ear plugs"},
	"hardline":               {"PvP", "Loss on death 250", "Half the reputation for mythic items"},
	"logs":                   {"Turn towing off"},
	"map":                    {"Hardcore", "Turn the compass off", "Markers need a pen"},
	"market":                 {"Roleplay", "Selling price 50 %", "Starting money 25,000"},
	"mission":                {"PvE", "Time between missions 30 minutes", "Max missions 3"},
	"name-tags":              {"PvP", "Visible within 20 m"},
	"notification":           {"Hardcore", "Kill feed off"},
	"notification-scheduler": {"Turn scheduled notifications on"},
	"p2p-market":             {"Casual", "Offers stay for 3 days", "Offers at most 40"},
	"party":                  {"Hardcore, but max members 6", "No quick markers", "Invite cooldown 5 minutes"},
	"personal-storage":       {"Casual", "30 items at most"},
	"player-list":            {"Roleplay", "No tooltip"},
	"quest":                  {"Hardcore", "At most 5 active quests"},
	"raid":                   {"Hardcore", "No raiding on weekdays", "Raiding only on Saturday and Sunday from 18 to 22"},
	"safe-zone":              {"PvP", "Items stay for 30 minutes"},
	"spawn":                  {"Casual", "Respawn cooldown 5 minutes", "Let players choose the place"},
	"territory":              {"Hardcore", "Members at most 5", "Double the territory size"},
	"vehicle":                {"PvP", "Fuel consumption 150 %", "No key needed to start"},
}

// Examples returns requests for the settings to begin with.
func Examples(setting *expansion.Schema) []string {
	if list, ok := examples[setting.Slug]; ok {
		return list
	}
	return []string{"Vanilla"}
}
