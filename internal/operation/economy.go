package operation

import (
	"context"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/economy"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Economies are what one can ask about the loot economy, and about prices.
var Economies = []*Operation{
	define("get economy", get, "economy", access.Read, "Loot points of each type, wanted against possible, and totals.", getEconomy,
		about("How many loot points can hold each type of the instance, what is wanted against what is possible, and totals: a model of the "+
			"game's spawner over types, "+
			"limits, and the map's files, without which there are only sums of what is wanted. `reason` says why a type that is wanted cannot "+
			"spawn as loot: `deloot`, "+
			"`crafted`, `usage`, `zone` (only painted zones, which are not known, can have its usage), `value`, `category`, `no-category`, "+
			"`tag`, `lootmax`. The guide on the economy says what the model does not know.")),
	define("propose economy", post, "economy/proposed", access.Read, "The same after changes that are not stored, compared with what is.",
		proposeEconomy,
		taking(LargeBody),
		about("Takes the body of a batch and answers as GET does, with the figures after its operations and under `compared` those of what is "+
			"stored. The operations are checked as in a batch; nothing is stored, and no revision is made.")),
	define("where of a type", get, "economy/where", access.Read, "The buildings, towns and tiers where a type can lie.", whereOfType,
		asking("class=AKM"),
		about("The classes of buildings, the towns and the tiers where a type can lie, those with the most room first.")),
	define("explain class", get, "economy/why", access.Read, "Why nobody finds a class: where it can spawn, what blocks it, what to change.",
		explainClass, asking("class=AKM"),
		about("What keeps a class from spawning (`blocks`), what of it is not known (`unsure`) and what makes it rare (`lessens`), each with "+
			"what to change; where it can lie; what it comes on or in, with the chance; the events that bring it; and the files of mods that "+
			"name it. Any class name is answered, also one that no types file has.")),
	define("solve wish", get, "economy/wish", access.Read, "The nominal and min for a wished number of a type in the world.", solveWish,
		asking("class=AKM&number=30"),
		about("Fills the map with everything that is wanted, with more and more of the type, until as many as you wish find room, and says "+
			"which nominal and min that takes and why. Nothing is stored.")),
	define("get prices", get, "economy/prices", access.Read, "What all traders and markets ask and pay, side by side.", getPrices,
		about("Every class on a market of Dr. Jones' mod, of TraderPlus or of the Expansion mod with what each trader asks, pays and keeps, and "+
			"a price by rarity of the same market, but for TraderPlus; what can be bought at one and sold at another of the same mod for more; "+
			"and what is wanted as loot but on no market. Prices of the Expansion market are those of a full stock, and `most_buy` those of an "+
			"empty one; `least_buy` and `most_sell` are those of the zone that asks least or pays most, which gains count.")),
	define("take prices", post, "economy/prices", access.Edit,
		"Set prices to the proposals by rarity, as one revision, or tell with dry_run what would change.", takePrices,
		about("Sets the prices of items to what `by_rarity` and `most_by_rarity` of their offers propose: `sids` of offers, or all items, and "+
			"of them those of one `market`. "+
			"What Dr. Jones' traders pay goes along in proportion. One revision, which you can undo; with `dry_run` nothing changes.")),
	define("roll class", get, "economy/rolls", access.Read,
		"What an infected, or another class, spawns with: computed, and simulated with a seed.", rollClass,
		asking("class=ZmbM_PolicemanFat&seed=7"),
		about("What a class spawns with by its attachments and cargo, four levels deep: the chance of each item as computed, and the share of "+
			"`rolls` simulated ones that had it. The same seed gives the same rolls.")),
	define("fill building", get, "economy/fill", access.Read, "What lies in a building, simulated with a seed.", fillBuilding,
		asking("building=Land_Mil_Barracks2"),
		about("Fills the map `runs` times with all that is wanted, at random points that have room, and counts what lies in the buildings of "+
			"one class. The same seed gives the same result.")),
}

// Economy is what the loot economy of an instance comes to.
type Economy struct {
	Revision int64 `field:"revision" example:"12"`
	economy.Figures
	Compared economyComparison `field:"compared,omit" help:"With against, or for changes that are not stored: what differs from it."`
}

type economyProposed struct {
	Revision int64 `field:"revision" example:"12"`
	economy.Figures
	Compared economyComparison `field:"compared" help:"What differs from what is stored."`
}

type economyComparison struct {
	Against  string               `field:"against" help:"delivered, usual, a revision, or stored."`
	Revision int64                `field:"revision,null" help:"Null for the usual values."`
	Totals   economy.Totals       `field:"totals"` // of the others
	Types    []economy.Difference `field:"types"`
}

type economyInput struct {
	Revision int64  `field:"revision,between,min=1,max=9007199254740992" help:"Of the records; default: the present one." example:"12"`
	Against  string `field:"against" help:"delivered (last full delivery), usual (catalog values) or a revision." example:"delivered"`
}

// getEconomy answers what the loot economy of an instance comes to, now or with the records of an earlier revision.
func getEconomy(ctx context.Context, call *Call, in economyInput) (Economy, error) {
	figures, revision, err := figuresOf(ctx, call, in.Revision)
	if err != nil {
		return Economy{}, err
	}
	answer := Economy{Revision: revision, Figures: *figures}
	if in.Against != "" {
		answer.Compared, err = comparedWith(ctx, call, in.Against, figures)
	}
	return answer, err
}

// figuresOf returns the figures at a revision, the present one for 0, and which it is.
func figuresOf(ctx context.Context, call *Call, revision int64) (*economy.Figures, int64, error) {
	if revision == 0 {
		return call.Economy.Figures(ctx, call.Scope)
	}
	figures, err := call.Economy.At(ctx, call.Scope, revision)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Refused("revision", validate.SelectionIsInvalid.Saying("The history does not have this revision."))
	}
	return figures, revision, err
}

// comparedWith compares figures with what a request names.
func comparedWith(ctx context.Context, call *Call, against string, figures *economy.Figures) (economyComparison, error) {
	before, revision, err := call.Economy.Against(ctx, call.Scope, against)
	if sentence := nothingAgainst(err); sentence != "" {
		err = validate.Refusal("against", sentence)
	}
	if err != nil {
		return economyComparison{}, err
	}
	return economyComparison{against, revision, before.Totals, figures.Differences(before)}, nil
}

// nothingAgainst says why there is nothing to compare with.
func nothingAgainst(err error) string {
	switch {
	case errors.Is(err, economy.ErrNotDelivered):
		return "Nothing has been delivered to the game server yet."
	case errors.Is(err, economy.ErrNoCatalog):
		return "The catalog has no usual values."
	case errors.Is(err, store.ErrNotFound):
		return "The history does not have this revision. The against field is a revision, delivered or usual."
	}
	return ""
}

// proposeEconomy answers what the operations of a batch would do to the economy. Nothing of them is kept.
func proposeEconomy(ctx context.Context, call *Call, _ batchInput) (economyProposed, error) {
	operations, err := readBatch(ctx, call.Sent)
	if err != nil {
		return economyProposed{}, err
	}
	before, after, revision, err := call.Economy.Proposed(ctx, call.Scope, func(edit store.EditFunc) error {
		return edit(ctx, func(e *store.Edit) error {
			_, err := e.Batch(ctx, operations)
			return err
		})
	})
	if err != nil {
		return economyProposed{}, BatchError(err, "operations", fieldOfOperation)
	}
	return proposed(revision, before, after), nil
}

// proposed is the economy after changes that are not stored, compared with what is, at its revision.
func proposed(revision int64, before, after *economy.Figures) economyProposed {
	return economyProposed{revision, *after, economyComparison{"stored", revision, before.Totals, after.Differences(before)}}
}

type whereInput struct {
	Class string `field:"class,required" help:"The class name of the type." example:"AKM"`
}

// whereOfType answers where a type can lie.
func whereOfType(ctx context.Context, call *Call, in whereInput) (economy.Where, error) {
	figures, _, err := call.Economy.Figures(ctx, call.Scope)
	if err != nil {
		return economy.Where{}, err
	}
	t := figures.Type(in.Class)
	if t == nil {
		return economy.Where{}, noSuchType()
	}
	return figures.Where(t), nil
}

// explainClass answers why nobody finds a class.
func explainClass(ctx context.Context, call *Call, in whereInput) (explained explainedClass, err error) {
	figures, _, err := call.Economy.Figures(ctx, call.Scope)
	if err != nil {
		return explained, err
	}
	uses, err := call.Documents.ClassUses(ctx, call.Scope, in.Class)
	explained.Why = figures.Why(in.Class)
	for _, u := range uses {
		explained.Mods = append(explained.Mods, classUse{u.File.Path, u.File.Slug, pathIn(u.File.List, u.Path), u.Label, u.Chance})
	}
	return explained, err
}

type explainedClass struct {
	economy.Why
	Mods []classUse `field:"mods" help:"Where files of mods name it, as packs say: they may bring it, or sell it. The first 200."`
}

type classUse struct {
	Path     string `field:"path" help:"Of the file, below the server's root." example:"profiles/Airdrop/AirdropSettings.json"`
	Document string `field:"document" help:"Its slug." example:"profiles-airdrop-airdropsettings-json"`
	At       string `field:"at" help:"Keys, and places in lists from 0, divided by dots." example:"DropTypes.0.Items"`
	Label    string `field:"label" help:"Of the value." example:"Items"`
	Chance   string `field:"chance" help:"Shown beside it, with its unit; empty for none." example:"0.5 share"`
}

type wishInput struct {
	Class  string `field:"class,required" help:"The class name of the type." example:"AKM"`
	Number int64  `field:"number,required,between,min=1,max=1000000" help:"How many are to lie in the world." example:"30"`
}

// solveWish answers what to set so that a number of a type lies in the world.
func solveWish(ctx context.Context, call *Call, in wishInput) (economy.Wish, error) {
	figures, _, err := call.Economy.Figures(ctx, call.Scope)
	if err != nil {
		return economy.Wish{}, err
	}
	if figures.Type(in.Class) == nil {
		return economy.Wish{}, noSuchType()
	}
	return call.Economy.Wish(ctx, figures, in.Class, in.Number)
}

func noSuchType() error {
	return validate.Refused("class", validate.SelectionIsInvalid.Saying("There is no type of this class that the game reads."))
}
