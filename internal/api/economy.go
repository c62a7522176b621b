package api

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"quartermaster/internal/economy"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// How often simulations are repeated: unless a request says, and at most.
const (
	usualRolls, mostRolls = 10_000, 100_000
	usualRuns, mostRuns   = 20, 200
)

// mostWhole bounds revisions and seeds: every JSON parser holds whole numbers up to it exactly.
const mostWhole = 1 << 53

// The rules of the queries about the economy.
var (
	economyRules = validate.Compile(validate.Rules{
		{Name: "revision", Rules: []validate.Rule{validate.Nullable(), validate.Between(1, mostWhole)}},
		{Name: "against", Rules: []validate.Rule{validate.Nullable(), validate.String()}},
	})
	whereRules = validate.Compile(validate.Rules{{Name: "class", Rules: []validate.Rule{validate.Required()}}})
	takeRules  = validate.Compile(validate.Rules{
		{Name: "sids", Rules: []validate.Rule{validate.Nullable(), validate.List(), validate.Custom(isList)}},
		{Name: "sids.*", Rules: []validate.Rule{validate.String()}},
		{Name: "market", Rules: []validate.Rule{validate.Nullable(), validate.In("jones", "expansion")}},
		{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	})
	rollRules = validate.Compile(validate.Rules{
		{Name: "class", Rules: []validate.Rule{validate.Required()}},
		{Name: "seed", Rules: []validate.Rule{validate.Nullable(), validate.Between(0, mostWhole)}},
		{Name: "rolls", Rules: []validate.Rule{validate.Nullable(), validate.Between(1, mostRolls)}},
	})
	fillRules = validate.Compile(validate.Rules{
		{Name: "building", Rules: []validate.Rule{validate.Required()}},
		{Name: "seed", Rules: []validate.Rule{validate.Nullable(), validate.Between(0, mostWhole)}},
		{Name: "runs", Rules: []validate.Rule{validate.Nullable(), validate.Between(1, mostRuns)}},
	})
)

// wholeParam returns a whole number of the query that rules have accepted; otherwise, where it is left out.
func wholeParam(in *jsontree.Object, name string, otherwise int64) int64 {
	n, err := strconv.ParseInt(record.TextParam(in, name), 10, 64)
	if err != nil {
		return otherwise
	}
	return n
}

// getEconomy answers what the loot economy of an instance comes to, now or with the records of an earlier revision.
func (a *API) getEconomy(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	figures, revision, err := a.figuresOf(ctx, scope, wholeParam(in, "revision", 0))
	if err != nil {
		return response{}, err
	}
	differs, err := a.comparedWith(ctx, scope, record.TextParam(in, "against"), figures)
	if err != nil {
		return response{}, err
	}
	return data(economyAnswer{revision, figures, differs})
}

// economyAnswer is what the endpoints about the whole economy answer.
type economyAnswer struct {
	Revision int64 `json:"revision"`
	*economy.Figures
	Compared *compared `json:"compared,omitempty"`
}

// againstStored is what proposed changes are compared with.
const againstStored = "stored"

// proposeEconomy answers what the operations of a batch would do to the economy. Nothing of them is kept.
func (a *API) proposeEconomy(ctx context.Context, r *request, scope store.Scope) (response, error) {
	operations, err := readOperations(ctx, r)
	if err != nil {
		return response{}, err
	}
	before, after, revision, err := a.Economy.Proposed(ctx, scope, func(edit store.EditFunc) error {
		return edit(ctx, func(e *store.Edit) error {
			_, err := e.Batch(ctx, operations)
			return err
		})
	})
	if err != nil {
		return response{}, batchError(err, "operations", operationField)
	}
	return data(economyAnswer{revision, after, &compared{againstStored, &revision, before.Totals, after.Differences(before)}})
}

// compared is how figures differ from others.
type compared struct {
	Against  string               `json:"against"`
	Revision *int64               `json:"revision"` // null for the usual values
	Totals   economy.Totals       `json:"totals"`   // of the others
	Types    []economy.Difference `json:"types"`
}

// comparedWith compares figures with what the query names; nil for nothing.
func (a *API) comparedWith(ctx context.Context, scope store.Scope, against string, figures *economy.Figures) (*compared, error) {
	if against == "" {
		return nil, nil
	}
	before, revision, err := a.Economy.Against(ctx, scope, against)
	if sentence := nothingAgainst(err); sentence != "" {
		err = validate.Refusal("against", sentence)
	}
	if err != nil {
		return nil, err
	}
	c := &compared{Against: against, Totals: before.Totals, Types: figures.Differences(before)}
	if revision != 0 {
		c.Revision = &revision
	}
	return c, nil
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

// figuresOf returns the figures at a revision, the present one for 0, and which it is.
func (a *API) figuresOf(ctx context.Context, scope store.Scope, revision int64) (*economy.Figures, int64, error) {
	if revision == 0 {
		return a.Economy.Figures(ctx, scope)
	}
	figures, err := a.Economy.At(ctx, scope, revision)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Refused("revision", validate.SelectionIsInvalid.Saying("The history does not have this revision."))
	}
	return figures, revision, err
}

// whereOfType answers where a type can lie.
func (a *API) whereOfType(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	figures, _, err := a.Economy.Figures(ctx, scope)
	if err != nil {
		return response{}, err
	}
	t := figures.Type(record.TextParam(in, "class"))
	if t == nil {
		return response{}, validate.Refused("class", validate.SelectionIsInvalid.Saying("There is no type of this class that the game reads."))
	}
	return data(figures.Where(t))
}

// getPrices answers what all markets of an instance ask and pay.
func (a *API) getPrices(ctx context.Context, _ *request, scope store.Scope) (response, error) {
	prices, _, err := a.Economy.Prices(ctx, scope)
	if err != nil {
		return response{}, err
	}
	return data(prices)
}

// takePrices sets prices to the proposals by rarity, or answers what that would change.
func (a *API) takePrices(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	choose := chosenOffers(in)
	if isDry(in) {
		prices, _, err := a.Economy.Prices(ctx, scope)
		if err != nil {
			return response{}, err
		}
		return priceChanges(prices.Changes(choose), 0)
	}
	changes, revision, err := a.Economy.TakePrices(ctx, scope, 0, choose)
	if errors.Is(err, economy.ErrChanged) {
		err = validate.Refusal("sids", "The instance has changed meanwhile. Try again.")
	}
	if err != nil {
		return response{}, batchError(err, "sids", func(_ int, field string) string { return field })
	}
	return priceChanges(changes, revision)
}

// chosenOffers returns which items a body is about.
func chosenOffers(in *jsontree.Object) func(string, economy.Offer) bool {
	sids, _ := in.Get("sids")
	named, market := sids != nil, record.TextParam(in, "market")
	var list []string
	for _, sid := range jsontree.Members(sids) {
		list = append(list, validate.Text(sid))
	}
	among := economy.Named(list)
	return func(class string, o economy.Offer) bool {
		return (!named || among(class, o)) && (market == "" || (market == "expansion") == o.Expansion)
	}
}

func priceChanges(changes []economy.PriceChange, revision int64) (response, error) {
	var number *int64
	if revision != 0 {
		number = &revision
	}
	return data(map[string]any{"revision": number, "changed": len(changes), "rows": changes})
}

// rollClass answers what a class spawns with.
func (a *API) rollClass(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	figures, _, err := a.Economy.Figures(ctx, scope)
	if err != nil {
		return response{}, err
	}
	rolled, err := a.Economy.Rolls(ctx, figures, record.TextParam(in, "class"), seedParam(in), int(wholeParam(in, "rolls", usualRolls)))
	if err != nil {
		return response{}, err
	}
	return data(rolled)
}

// fillBuilding answers what lies in the buildings of a class.
func (a *API) fillBuilding(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	figures, _, err := a.Economy.Figures(ctx, scope)
	if err != nil {
		return response{}, err
	}
	filled, err := a.Economy.Fill(ctx, figures, record.TextParam(in, "building"), seedParam(in), int(wholeParam(in, "runs", usualRuns)))
	if errors.Is(err, economy.ErrNoBuilding) {
		err = validate.Refusal("building", "The map has no such building, or its files mapgroupproto.xml and mapgrouppos.xml are not here.")
	}
	if err != nil {
		return response{}, err
	}
	return data(filled)
}

func seedParam(in *jsontree.Object) uint64 { return uint64(wholeParam(in, "seed", 1)) }

// data is a 200 with a value below "data".
func data(value any) (response, error) {
	body, err := json.Marshal(map[string]any{"data": value})
	return ok(body), err
}
