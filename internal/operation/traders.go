package operation

import (
	"context"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/mission"
	"quartermaster/internal/tradermod"
	"quartermaster/internal/tradermods"
	"quartermaster/internal/validate"
)

// Traders are what one can do with what traders sell, whichever mod they are of.
var Traders = []*Operation{
	define("convert traders", post, "traders/convert", access.Edit,
		"Convert traders from one mod to another, or tell with dry_run what that would make.", convertTraders,
		about("Converts what traders sell, for how much, where they stand and what vehicles come with: between Dr. Jones' Trader, "+
			"TraderPlus and the Expansion market. The files of `from` stay as they are; what there is of `to` stays, too, and what is not "+
			"there is added: traders, categories and items are known again by their names. With `replace`, items that are there get the "+
			"prices of `from`. `notes` tells what has no equal in the other mod. One revision, which you can undo; with `dry_run` nothing "+
			"changes. 422 if the instance has nothing of `from`, or a file cannot be read.")),
}

// traderMod is a mod with traders.
type traderMod string

// Words returns the mods.
func (traderMod) Words() []string { return tradermod.Mod("").Words() }

type convertTradersInput struct {
	From    traderMod `field:"from,required" help:"The mod whose traders are converted." example:"dr-jones"`
	To      traderMod `field:"to,required" help:"Another mod." example:"expansion"`
	Replace bool      `field:"replace" help:"Items that are there already get new prices, too."`
	DryRun  bool      `field:"dry_run" example:"true"`
}

type tradersConverted struct {
	Counts   []tradermod.Tally `field:"counts"`
	Notes    []conversionNote  `field:"notes" help:"What the other mod cannot do, and what else to know."`
	Files    []convertedFile   `field:"files" help:"Those that are new or differ."`
	Revision int64             `field:"revision,null" help:"The revision that it made; null for none."`
}

type conversionNote struct {
	Message string   `field:"message" example:"2 items have a stock. Dr. Jones’ traders never run out, so it is left out."`
	Count   int      `field:"count" example:"2"`
	Names   []string `field:"names" help:"The first of what it is about." example:"[\"AKM\",\"M4A1\"]"`
}

type convertedFile struct {
	Path string `field:"path" help:"Below the server's root." example:"profiles/ExpansionMod/Market/Weapons.json"`
	New  bool   `field:"new" help:"Whether it was not there." example:"true"`
}

// convertTraders converts what traders sell to another mod, or works out what that would make.
func convertTraders(ctx context.Context, call *Call, in convertTradersInput) (made tradersConverted, err error) {
	if in.From == in.To {
		return made, validate.Refused("to", validate.SelectionIsInvalid.Saying("Choose another mod than the one that is converted."))
	}
	service := tradermods.New(call.DB, call.Missions)
	run := service.Convert
	if in.DryRun {
		run = service.Preview
	}
	done, err := run(ctx, call.Scope, tradermods.Order{From: tradermod.Mod(in.From), To: tradermod.Mod(in.To), Replace: in.Replace})
	if err != nil {
		return made, conversionError(err)
	}
	made = tradersConverted{Counts: done.Counts, Revision: done.Revision}
	for _, n := range done.Notes {
		made.Notes = append(made.Notes, conversionNote{n.Text(), n.Count, n.Names})
	}
	for _, f := range done.Files {
		made.Files = append(made.Files, convertedFile{f.Path, done.New[f.Path]})
	}
	return made, nil
}

// conversionError says what keeps traders from being converted.
func conversionError(err error) error {
	var refused mission.RefusedFile
	switch {
	case errors.Is(err, tradermod.ErrNothing):
		return validate.Refusal("from", "There is nothing to convert: no file of this mod has categories with items.")
	case errors.Is(err, tradermods.ErrChanged):
		return validate.Refusal("to", "The instance has changed in the meantime. Try again.")
	case errors.As(err, &refused):
		return validate.Refusal("from", refused.Error())
	}
	return err
}
