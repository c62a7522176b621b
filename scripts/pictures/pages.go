package main

import "fmt"

// visitorPages are seen without an account, pages with one. The servers are those that scripts/pictures.sh makes.
var visitorPages = []page{
	{name: "start", path: "/"},
	{name: "login", path: "/login"},
	{name: "register", path: "/register"},
}

// follow is a script that follows a link of the page.
func follow(text string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("main a")].find((a) => a.textContent.trim().startsWith(%q)).click()`, text)
}

var pages = []page{
	{name: "home", path: "/instances"},
	{name: "instance-new", path: "/instances/create"},
	{name: "search", path: "{Hardcore}/search?q=akm"},
	{
		name: "palette", path: "{Hardcore}/types?q=cat:weapons",
		then: `document.querySelector("[data-palette]").click(); const box = document.querySelector("dialog input"); box.value = "halve ` +
			`nominal"; box.dispatchEvent(new InputEvent("input", { bubbles: true }))`,
	},
	{name: "profile", path: "/profile"},
	{name: "stored-files", path: "/stored-files"},
	{name: "users", path: "/admin/users"},
	{name: "tokens", path: "/profile/tokens"},
	{name: "packs", path: "/profile/packs"},
	{name: "factors", path: "/profile/factors"},
	{name: "reference", path: "/reference"},

	{name: "overview", path: "{Hardcore}"},
	{name: "map", path: "{Hardcore}/map"},
	{name: "settings", path: "{Hardcore}/edit"},
	{name: "members", path: "{Hardcore}/members"},
	{name: "server-tokens", path: "{Hardcore}/tokens"},
	{name: "audit", path: "{Hardcore}/audit?search=Ada"},
	{name: "drafts", path: "{Hardcore}/drafts"},
	{name: "comparison", path: "{Hardcore}/drafts", then: follow("Compare Winter")},
	{name: "layers", path: "{Hardcore}/layers"},
	{name: "layer", path: "{Hardcore}/layers", open: "Weekend"},
	{name: "calendar", path: "{Hardcore}/calendar"},
	{name: "moment", path: "{Hardcore}/calendar/moment"},
	{name: "bundles", path: "{Hardcore}/bundles"},
	{name: "bundle", path: "{Hardcore}/bundles", open: "Hardcore economy"},
	{name: "review", path: "{Trader}/layers", open: "Cheaper"},
	{name: "problems", path: "{Hardcore}/lint"},
	{name: "problem-fix", path: "{Hardcore}/lint", open: "Lower min"},
	{name: "problem-rules", path: "{Hardcore}/lint/rules"},
	{name: "history", path: "{Hardcore}/history"},
	{name: "revision", path: "{Hardcore}/history", open: "types:"},
	{name: "history-people", path: "{Hardcore}/history/people"},
	{name: "file-changes", path: "{Hardcore}/diff/mpmissions/dayzOffline.chernarusplus/db/types.xml"},
	{name: "recipes", path: "{Hardcore}/recipes"},
	{name: "recipe", path: "{Hardcore}/recipes", open: "More loot"},
	{name: "views", path: "{Hardcore}/views"},
	{name: "paste", path: "{Hardcore}/paste"},
	{name: "target", path: "{Hardcore}/target"},
	{name: "delivery-plan", path: "{Hardcore}/delivery"},
	{name: "deliveries", path: "{Hardcore}/deliveries"},
	{name: "delivery", path: "{Hardcore}/deliveries", then: `document.querySelector("main .ledger a").click()`},
	{name: "server", path: "{Hardcore}/server"},
	{name: "schedules", path: "{Hardcore}/schedules"},
	{name: "schedule-new", path: "{Hardcore}/schedules/create"},

	{name: "types", path: "{Hardcore}/types?q=cat:weapons nominal>10"},
	{name: "type", path: "{Hardcore}/types?q=akm", open: "AKM"},
	{name: "grid", path: "{Hardcore}/types/grid?q=cat:weapons&sort=-nominal"},
	{
		name: "grid-panel", path: "{Hardcore}/types/grid?q=cat:weapons&sort=-nominal",
		then: `document.querySelector("[data-grid] [tabindex='0']").focus(); for (let i = 0; i < 8; i++) ` +
			`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", shiftKey: true, bubbles: true })); ` +
			`document.querySelector("[data-grid-panel]").click()`,
	},
	{
		name: "lab", path: "{Hardcore}/lab?q=cat:weapons",
		then: `new Promise((done) => setTimeout(done, 2000))`, // until the map is drawn
	},
	{name: "bulk", path: "{Hardcore}/types/bulk?q=cat:weapons nominal>10&add=nominal:multiply&change[nominal][value]=1.5"},
	{
		name: "bulk-preview",
		path: "{Hardcore}/types/bulk/preview?q=cat:weapons nominal>10&change[nominal][do]=multiply&change[nominal][value]=0.5",
	},
	{name: "type-presets", path: "{Hardcore}/presets"},
	{name: "class-names", path: "{Hardcore}/classnames"},
	{name: "spawnable-types", path: "{Hardcore}/spawnable-types"},
	{name: "spawnable-type", path: "{Hardcore}/spawnable-types?q=akm", open: "AKM"},
	{name: "random-presets", path: "{Hardcore}/random-presets"},
	{name: "random-preset", path: "{Hardcore}/random-presets", open: "f"},
	{name: "events", path: "{Hardcore}/events"},
	{name: "event", path: "{Hardcore}/events?q=StaticHeliCrash", open: "StaticHeliCrash"},
	{name: "event-spawns", path: "{Hardcore}/event-spawns"},
	{name: "bans", path: "{Expansion}/player-lists"},
	{name: "ban", path: "{Expansion}/player-lists/ban?who=Bad Guy"},
	{name: "player-spawns", path: "{Hardcore}/player-spawns"},
	{name: "effect-areas", path: "{Hardcore}/effect-areas"},
	{name: "messages", path: "{Hardcore}/messages"},
	{name: "economy-core", path: "{Hardcore}/economy-core"},

	{name: "expansion", path: "{gui Expansion}"},
	{name: "expansion-setting", path: "{gui Expansion}/airdrop"},
	{name: "expansion-preset", path: "{gui Expansion}/airdrop", then: `document.querySelector("main details").open = true`},
	{name: "traders", path: "{gui Expansion}/market-traders"},
	{name: "trader", path: "{gui Expansion}/market-traders", open: "Clothing"},
	{name: "categories", path: "{gui Expansion}/market-categories"},
	{name: "category", path: "{gui Expansion}/market-categories", open: "Ammo"},
	{
		name: "items-grid", path: "{gui Expansion}/market-categories", open: "Ammo",
		then: follow("Grid of items"),
	},
	{name: "trader-zones", path: "{gui Expansion}/trader-zones"},
	{name: "loadouts", path: "{gui Expansion}/ai-loadouts"},
	{name: "loadout", path: "{gui Expansion}/ai-loadouts", open: "B"},
	{name: "sellers", path: "{Trader}/trader-sellers"},
	{name: "trader-items", path: "{Trader}/trader-items"},
	{name: "currencies", path: "{Trader}/trader-currencies"},

	{name: "api-docs", path: "/docs/api"},
	{name: "lint-docs", path: "/docs/lint"},
	{name: "not-found", path: "/nothing"},
}
