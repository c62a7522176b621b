package operation

import (
	"cmp"
	"context"
	"errors"

	"quartermaster/internal/economy"
	"quartermaster/internal/validate"
)

// How often simulations are repeated unless a request says.
const usualRolls, usualRuns = 10_000, 20

type simulationInput struct {
	Seed *int64 `field:"seed,between,min=0,max=9007199254740992" help:"What the random numbers begin with; 1 if it is left out." example:"7"`
}

func (in simulationInput) seed() int64 {
	if in.Seed == nil {
		return 1
	}
	return *in.Seed
}

type rollInput struct {
	Class string `field:"class,required" help:"The class name, such as that of an infected." example:"ZmbM_PolicemanFat"`
	simulationInput
	Rolls int `field:"rolls,between,min=1,max=100000" help:"How often to roll; 10,000 if it is left out." example:"10000"`
}

// rollClass answers what a class spawns with.
func rollClass(ctx context.Context, call *Call, in rollInput) (economy.Rolls, error) {
	figures, _, err := call.Economy.Figures(ctx, call.Scope)
	if err != nil {
		return economy.Rolls{}, err
	}
	return call.Economy.Rolls(ctx, figures, in.Class, in.seed(), cmp.Or(in.Rolls, usualRolls))
}

type fillInput struct {
	Building string `field:"building,required" help:"The class name of the building." example:"Land_Mil_Barracks2"`
	simulationInput
	Runs int `field:"runs,between,min=1,max=200" help:"How often to fill the map; 20 if it is left out." example:"20"`
}

// fillBuilding answers what lies in the buildings of a class.
func fillBuilding(ctx context.Context, call *Call, in fillInput) (economy.Fill, error) {
	figures, _, err := call.Economy.Figures(ctx, call.Scope)
	if err != nil {
		return economy.Fill{}, err
	}
	filled, err := call.Economy.Fill(ctx, figures, in.Building, in.seed(), cmp.Or(in.Runs, usualRuns))
	if errors.Is(err, economy.ErrNoBuilding) {
		err = validate.Refusal("building", "The map has no such building, or its files mapgroupproto.xml and mapgrouppos.xml are not here.")
	}
	return filled, err
}
