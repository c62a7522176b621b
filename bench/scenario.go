package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
)

// scenario is a request that is measured on every peer.
type scenario struct {
	name string
	bare float64 // aim: requests a second of the service, as a multiple of those of the bare handler
	base float64 // the same for PocketBase as it comes; 0 for none
}

// scenarios in the order of measurement: creating comes last, because it makes the lists longer.
var scenarios = []scenario{
	{"list of 100 types, under an address that was never asked for", 1.4, 6.5},
	{"list of 100 types, again and again", 3, 20},
	{"list of 15 types (the default), under an address that was never asked for", 1.3, 3.3},
	{"list of 15 types, again and again", 2, 0},
	{"one type", 1, 0},
	{"create a type", 1.5, 1.3},
}

// creating is the last of the scenarios.
const creating = 5

// ask is a request to one peer, with the status of the right answer.
type ask struct {
	method, path, body string
	status             int
}

// newType refers to the first class name, usages and value of the database, which has just been made.
const newType = `{"instance_classname_id":1,"nominal":20,"lifetime":14400,"restock":1800,"min":10,"qmin":-1,"qmax":-1,"cost":100,` +
	`"count_in_cargo":false,"count_in_hoarders":false,"count_in_map":true,"count_in_players":false,"crafted":false,"deloot":false,` +
	`"category_id":1,"usage_ids":[1,2],"value_ids":[1]}`

// asks are the requests of the scenarios to the service and to the bare handler.
func (f fixture) asks(sid string) []ask {
	base := "/api/v1/instances/" + f.instance + "/types"
	return []ask{
		{http.MethodGet, base + "?" + numberPlace + "&per_page=100", "", http.StatusOK},
		{http.MethodGet, base + "?per_page=100", "", http.StatusOK},
		{http.MethodGet, base + "?" + numberPlace, "", http.StatusOK},
		{http.MethodGet, base, "", http.StatusOK},
		{http.MethodGet, base + "/" + sid, "", http.StatusOK},
		{http.MethodPost, base, newType, http.StatusCreated},
	}
}

// fetch asks once and returns the decoded answer.
func (a ask) fetch(ctx context.Context, addr, token string) (answer map[string]any, err error) {
	text, err := a.text(ctx, addr, token)
	if err != nil {
		return nil, err
	}
	return answer, json.Unmarshal(text, &answer)
}

// text asks once and returns the answer.
func (a ask) text(ctx context.Context, addr, token string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, a.method, "http://"+addr+a.path, strings.NewReader(a.body))
	if err != nil {
		return nil, err
	}
	request.Host = host
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != a.status {
		return nil, fmt.Errorf("%s answered %s", addr, response.Status)
	}
	return io.ReadAll(response.Body)
}

// checkSame makes sure that two peers that are asked the same do the same work: that they answer the same.
func (a ask) checkSame(ctx context.Context, one, other *process, token string) error {
	ours, err := a.fetch(ctx, one.addr, token)
	if err != nil {
		return err
	}
	theirs, err := a.fetch(ctx, other.addr, token)
	if err != nil {
		return err
	}
	if a.method == http.MethodPost {
		forgetUnique(ours)
		forgetUnique(theirs)
	}
	for part := range ours {
		if !reflect.DeepEqual(ours[part], theirs[part]) {
			return fmt.Errorf("the service and the bare handler differ in %q", part)
		}
	}
	return nil
}

// forgetUnique removes what no two new records share.
func forgetUnique(answer map[string]any) {
	row, _ := answer["data"].(map[string]any)
	for _, name := range []string{"sid", "created_at", "updated_at"} {
		delete(row, name)
	}
}

// listSIDs returns the public identifiers on one page of a list.
func listSIDs(ctx context.Context, list string, perPage, page int, token, addr string) ([]string, error) {
	path := fmt.Sprintf("%s?per_page=%d&page=%d", list, perPage, page)
	answer, err := ask{http.MethodGet, path, "", http.StatusOK}.fetch(ctx, addr, token)
	if err != nil {
		return nil, err
	}
	rows, _ := answer["data"].([]any)
	if len(rows) != perPage {
		return nil, fmt.Errorf("%s holds %d records", path, len(rows))
	}
	sids := make([]string, len(rows))
	for i, row := range rows {
		sids[i], _ = row.(map[string]any)["sid"].(string)
	}
	return sids, nil
}

// someSID returns the public identifier of the nth record of a list.
func someSID(ctx context.Context, list string, n int, token, addr string) (string, error) {
	sids, err := listSIDs(ctx, list, 1, n, token, addr)
	if err != nil {
		return "", err
	}
	return sids[0], nil
}
