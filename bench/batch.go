package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// upserts is how many records the batch changes, and how many single requests are sent beside it.
const upserts = 1000

// batchResult compares one batch with as many requests, one after the other on one connection.
type batchResult struct {
	database      string
	batch, single []time.Duration

	export, unchanged []time.Duration // of all events as CSV, and its import
}

const batchRounds = 5

// measureBatch changes as many events by both ways in turn, in an instance of its own; each round changes all of them.
func (g *grower) measureBatch(ctx context.Context) (r batchResult, err error) {
	connections, err := connect(ctx, g.addr, 1)
	if err != nil {
		return r, err
	}
	defer closeAll(connections)
	c := connections[0]
	base := "/api/v1/instances/" + g.other
	for _, prefix := range []string{"Single", "Batch"} {
		create := encode(http.MethodPost, base+"/batch", g.token, upsertsOf(prefix, batchRounds))
		if err := c.expect(create, http.StatusOK); err != nil {
			return r, err
		}
	}
	sids, err := g.firstSIDs(ctx, base+"/events")
	if err != nil {
		return r, err
	}
	for round := range batchRounds {
		batch := encode(http.MethodPost, base+"/batch", g.token, upsertsOf("Batch", round))
		if err := timed(&r.batch, func() error { return c.expect(batch, http.StatusOK) }); err != nil {
			return r, err
		}
		if err := timed(&r.single, func() error { return g.changeOneByOne(c, base, sids, round) }); err != nil {
			return r, err
		}
	}
	return r, g.measureCSV(ctx, c, base+"/events.csv", &r)
}

// measureCSV exports records and imports what was exported, in turn.
func (g *grower) measureCSV(ctx context.Context, c *connection, path string, r *batchResult) error {
	text, err := ask{http.MethodGet, path, "", http.StatusOK}.text(ctx, g.addr, g.token)
	if err != nil {
		return err
	}
	export, unchanged := encode(http.MethodGet, path, g.token, ""), encode(http.MethodPost, path, g.token, string(text))
	for range batchRounds {
		if err := timed(&r.export, func() error { return c.expect(export, http.StatusOK) }); err != nil {
			return err
		}
		if err := timed(&r.unchanged, func() error { return c.expect(unchanged, http.StatusOK) }); err != nil {
			return err
		}
	}
	return nil
}

// firstSIDs returns the public identifiers of the events that single requests change.
func (g *grower) firstSIDs(ctx context.Context, list string) (sids []string, err error) {
	const perPage = 100
	for page := 1; len(sids) < upserts; page++ {
		found, err := listSIDs(ctx, list, perPage, page, g.token, g.addr)
		if err != nil {
			return nil, err
		}
		sids = append(sids, found...)
	}
	return sids, nil
}

func (g *grower) changeOneByOne(c *connection, base string, sids []string, round int) error {
	for i, sid := range sids {
		request := encode(http.MethodPatch, base+"/events/"+sid, g.token, eventOf(fmt.Sprintf("Single%d", i), round))
		if err := c.expect(request, http.StatusOK); err != nil {
			return err
		}
	}
	return nil
}

func (c *connection) expect(request []byte, want int) error {
	status, err := c.ask(request)
	if err == nil && status != want {
		err = fmt.Errorf("answered %d where %d was expected", status, want)
	}
	return err
}

func upsertsOf(prefix string, round int) string {
	operations := make([]string, upserts)
	for i := range operations {
		operations[i] = `{"op":"upsert","resource":"events","data":` + eventOf(fmt.Sprintf("%s%d", prefix, i), round) + `}`
	}
	return `{"operations":[` + strings.Join(operations, ",") + `]}`
}

func eventOf(name string, round int) string {
	return fmt.Sprintf(`{"name":"%s","nominal":%d,"min":0,"max":9,"lifetime":60}`, name, round)
}
