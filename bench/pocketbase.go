package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"strconv"
)

// pocketBase is a folder of PocketBase with as many types as the service has.
type pocketBase struct {
	Token, Instance, Type, Category string
	Usages, Values                  []string
}

func fillPocketBase(ctx context.Context, program, data string) (b pocketBase, err error) {
	out, err := exec.CommandContext(ctx, program, "-data", data, "-types", strconv.Itoa(listedTypes)).Output()
	if err != nil {
		return b, fmt.Errorf("filling PocketBase: %w", err)
	}
	return b, json.Unmarshal(out, &b)
}

// asks are the requests of the scenarios.
func (b pocketBase) asks() []ask {
	const records = "/api/collections/types/records"
	list := records + "?filter=" + url.QueryEscape("(instance='"+b.Instance+"')") + "&perPage="
	return []ask{
		{http.MethodGet, list + "100&" + numberPlace, "", http.StatusOK},
		{http.MethodGet, list + "100", "", http.StatusOK},
		{http.MethodGet, list + "15&" + numberPlace, "", http.StatusOK},
		{http.MethodGet, list + "15", "", http.StatusOK},
		{http.MethodGet, records + "/" + b.Type, "", http.StatusOK},
		{http.MethodPost, records, b.newType(), http.StatusOK},
	}
}

// newType has the values of the service's newType.
func (b pocketBase) newType() string {
	body, _ := json.Marshal(map[string]any{ // of texts and numbers, which cannot fail
		"instance": b.Instance, "name": "SampleClass_0", "nominal": 20, "lifetime": 14400, "restock": 1800, "min": 10, "qmin": -1, "qmax": -1,
		"cost":         100,
		"count_in_map": true, "enabled": true, "category": b.Category, "usages": b.Usages, "values": b.Values[:1],
	})
	return string(body)
}
