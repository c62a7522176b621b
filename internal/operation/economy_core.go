package operation

import (
	"context"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
)

// EconomyCore are what one can do with the economy core of an instance.
var EconomyCore = []*Operation{
	define("show economy core", get, "economy-core", access.Read, "The economy core of an instance.", showEconomyCore,
		of(record.EconomyCores), earlier, bare, stated,
		about("The economy core of the instance, as a bare record. Flags are 0 or 1.")),
	saving("save economy core", post),
	saving("patch economy core", patch),
	define("reset economy core", remove, "economy-core", access.Edit, "Put all fields back to their defaults.", resetEconomyCore,
		of(record.EconomyCores), earlier, stated,
		about("Resets the economy core to the defaults, under a new sid.")),
}

// saving changes the economy core, which two methods do.
func saving(name, method string) *Operation {
	return defineRecord(name, method, "economy-core", record.EconomyCores, true, access.Edit, "Change any fields.", saveEconomyCore,
		earlier, bare, stated,
		about("Changes only those fields of the economy core that are sent, and returns all of it."))
}

type economyCore struct{ row record.Row }

func (economyCore) Record() *record.Resource { return record.EconomyCores }

func (c economyCore) AppendJSON(b []byte) []byte { return record.EconomyCores.AppendJSON(b, c.row) }

func showEconomyCore(ctx context.Context, call *Call, _ none) (economyCore, error) {
	row, err := call.DB.EconomyCore(ctx, call.Scope)
	return economyCore{row}, err
}

func saveEconomyCore(ctx context.Context, call *Call, values record.Values) (economyCore, error) {
	row, err := call.DB.UpdateEconomyCore(ctx, call.Scope, values)
	return economyCore{row}, err
}

// resetEconomyCore puts the record back to the defaults, under a new sid.
func resetEconomyCore(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, call.DB.ResetEconomyCore(ctx, call.Scope)
}
