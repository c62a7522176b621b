package tradermod

import "quartermaster/internal/say"

// sentences are those of notes. n is how many things a note is about.
var sentences = say.Table{
	"stock":        "{n|item has|items have} a stock. Dr. Jones’ traders never run out, so it is left out.",
	"rising-price": "{n|item costs|items cost} more as the stock falls. The price of a full stock is taken.",
	"coefficient": "{n|item has|items have} a coefficient other than 1, by which the price follows the stock. The price as it stands is " +
		"taken.",
	"destock":      "{n|item loses|items lose} stock at restarts, which only TraderPlus knows. That is left out.",
	"count":        "{n|item comes|items come} in an amount, and the Expansion market knows only shares. Players get full ones.",
	"share":        "{n|item is|items are} sold partly filled, which Dr. Jones’ traders do not know. Players get full ones.",
	"key":          "{n|vehicle comes|vehicles come} with a key, for which the other mod has no setting. Left out.",
	"key-copy":     "{n|item copies|items copy} keys, which only Dr. Jones’ traders do. It becomes a plain item.",
	"fraction":     "{n|price was|prices were} rounded to whole numbers.",
	"bad-product":  "{n|line|lines} of the price file cannot be read as products, and are left out.",
	"licence":      "{n|trader asks|traders ask} for licences, which only TraderPlus knows. Anyone can trade there.",
	"cash-machine": "{n|cash machine|cash machines} of TraderPlus: the other mods place theirs elsewhere. Left out.",
	"requirement": "{n|trader asks|traders ask} for reputation, a faction or a quest, which only the Expansion mod knows. Anyone can trade " +
		"there.",
	"only-attached": "{n|item is|items are} sold only on others, which only the Expansion market knows. Left out.",
	"variant":       "{n|variant|variants} of items: each becomes an item of its own, with the prices of the other.",
	"attachment":    "{n|item comes|items come} with attachments, which is known only of vehicles there. Sold without them.",
	"waypoint":      "{n|trader walks|traders walk} about. The first position is taken.",
	"no-trader":     "{n|line|lines} of .map files without a trader’s file. Left out.",
	"figure":        "{n|figure has|figures have} no equal in the other mod. Denis takes their place.",
	"no-figure":     "{n|marker has|markers have} no figure. Denis takes their place.",
	"safe-zone":     "{n|safe zone|safe zones} of traders. Set them where the other mod has its own.",
	"vehicle-spawn": "{n|trader has|traders have} a place for bought vehicles, which the other mods do not tie to a trader. Left out.",
	"title":         "{n|name|names} cannot be written as they are, and are shortened.",
	"doubled": "{n|class is|classes are} in several categories, and the Expansion market allows one: the first counts, with its " +
		"price.",
	"no-percent":       "{n|item is|items are} free and can be sold, which a share of the price cannot express. Traders pay nothing for them.",
	"renamed":          "{n|category gets|categories get} another name: lists that differ cannot share one.",
	"unknown-category": "{n|category|categories} that traders name and no file has. Left out.",
	"unsold-vehicle":   "{n|vehicle|vehicles} with parts that nobody sells. The Expansion market has parts at items, so they are left out.",
	"part-price":       "{n|vehicle costs|vehicles cost} more there: the Expansion market adds the prices of the parts that come with them.",
	"untraded":         "{n|item is|items are} neither sold nor bought. Left out.",
	"unsold":           "{n|category is|categories are} sold by no trader, and Dr. Jones’ categories belong to one. Left out.",
	"lower-case": "{n|class name is|class names are} in lower case, as the market has them: the instance does not know how they are " +
		"spelled. TraderPlus heeds the letter case.",
}
