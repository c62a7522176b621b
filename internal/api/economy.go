package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"quartermaster/internal/economy"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// How often simulations are repeated: unless a request says, and at most.
const (
	usualRolls, mostRolls = 10_000, 100_000
	usualRuns, mostRuns   = 20, 200
)

// getEconomy answers what the loot economy of an instance comes to, now or with the records of an earlier revision.
func (a *API) getEconomy(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance()
	if err != nil {
		return response{}, err
	}
	figures, revision, err := a.figuresOf(ctx, r, scope)
	if err != nil {
		return response{}, err
	}
	return data(struct {
		Revision int64 `json:"revision"`
		*economy.Figures
	}{revision, figures})
}

func (a *API) figuresOf(ctx context.Context, r *request, scope store.Scope) (*economy.Figures, int64, error) {
	if r.URL.Query().Get("revision") == "" {
		return a.Economy.Figures(ctx, scope)
	}
	revision, err := r.count("revision", 1, 1<<53)
	if err != nil {
		return nil, 0, err
	}
	figures, err := a.Economy.At(ctx, scope, revision)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Refusal("revision", "The history does not have this revision.")
	}
	return figures, revision, err
}

// whereOfType answers where a type can lie.
func (a *API) whereOfType(ctx context.Context, r *request) (response, error) {
	figures, class, err := a.figuresFor(ctx, r, "class")
	if err != nil {
		return response{}, err
	}
	t := figures.Type(class)
	if t == nil {
		return response{}, validate.Refusal("class", "There is no type of this class that the game reads.")
	}
	return data(figures.Where(t))
}

// rollClass answers what a class spawns with.
func (a *API) rollClass(ctx context.Context, r *request) (response, error) {
	figures, class, err := a.figuresFor(ctx, r, "class")
	if err != nil {
		return response{}, err
	}
	seed, errSeed := r.count("seed", 1, 1<<53)
	rolls, errRolls := r.count("rolls", usualRolls, mostRolls)
	if err := errors.Join(errSeed, errRolls); err != nil {
		return response{}, err
	}
	rolled, err := a.Economy.Rolls(ctx, figures, class, uint64(seed), int(rolls))
	if err != nil {
		return response{}, err
	}
	return data(rolled)
}

// fillBuilding answers what lies in the buildings of a class.
func (a *API) fillBuilding(ctx context.Context, r *request) (response, error) {
	figures, building, err := a.figuresFor(ctx, r, "building")
	if err != nil {
		return response{}, err
	}
	seed, errSeed := r.count("seed", 1, 1<<53)
	runs, errRuns := r.count("runs", usualRuns, mostRuns)
	if err := errors.Join(errSeed, errRuns); err != nil {
		return response{}, err
	}
	filled, err := a.Economy.Fill(ctx, figures, building, uint64(seed), int(runs))
	if errors.Is(err, economy.ErrNoBuilding) {
		return response{}, validate.Refusal("building", "The map has no such building, or its files mapgroupproto.xml and mapgrouppos.xml are not here.")
	}
	if err != nil {
		return response{}, err
	}
	return data(filled)
}

// figuresFor returns the figures of the instance, and a parameter that must be sent.
func (a *API) figuresFor(ctx context.Context, r *request, parameter string) (*economy.Figures, string, error) {
	scope, err := r.instance()
	if err != nil {
		return nil, "", err
	}
	value := r.URL.Query().Get(parameter)
	if value == "" {
		return nil, "", validate.Refusal(parameter, "The "+parameter+" field is required.")
	}
	figures, _, err := a.Economy.Figures(ctx, scope)
	return figures, value, err
}

// count returns a whole number of the query up to a bound; otherwise, where it is left out. A seed may be 0, nothing else.
func (r *request) count(parameter string, otherwise, most int64) (int64, error) {
	text, least := r.URL.Query().Get(parameter), int64(1)
	if text == "" {
		return otherwise, nil
	}
	if parameter == "seed" {
		least = 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, validate.Refusal(parameter, "The "+parameter+" field must be between "+strconv.FormatInt(least, 10)+" and "+strconv.FormatInt(most, 10)+".")
	}
	return n, nil
}

// data is a 200 with a value below "data".
func data(value any) (response, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(map[string]any{"data": value})
	return ok(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), err
}
