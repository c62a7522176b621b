package api_test

import (
	"crypto/md5"
	"encoding/hex"
	"testing"
	"time"

	"quartermaster/internal/storetest"
)

// guidOf is what BattlEye makes of a Steam64 id, byte by byte: "BE" and the id, the least byte first.
func guidOf(steamID uint64) string {
	bytes := []byte{'B', 'E'}
	for range 8 {
		bytes = append(bytes, byte(steamID%256))
		steamID /= 256
	}
	sum := md5.Sum(bytes)
	return `"` + hex.EncodeToString(sum[:]) + `"`
}

func TestPlayerLists(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		scenario{
			path: instance + "/player-lists", required: []string{"type", "player_id", "name"},
			least: `{"type":"ban","player_id":"76561198000000001","name":"Survivor"}`,
			fresh: []string{
				"type", `"ban"`,
				"player_id", `"76561198000000001"`,
				"name", `"Survivor"`,
				"note", "null",
				"steam_name", "null",
				"be_id", "null",
				"steam_id", "null",
				"expires_at", "null",
				"is_public", "false",
			},
			full: `{"type":"whitelist","player_id":"abc=","name":" Bob ","note":"line 1\nline 2","steam_name":"bob","steam_id":"76561198000000001",
			"be_id":"0123456789abcdef0123456789abcdef","expires_at":"2027-01-31T12:00:00+02:00","is_public":"1"}`,
			stored: []string{
				"type", `"whitelist"`,
				"player_id", `"abc="`,
				"name", `"Bob"`,
				"note", `"line 1\nline 2"`,
				"steam_name", `"bob"`,
				"steam_id", `"76561198000000001"`,
				"be_id", `"0123456789abcdef0123456789abcdef"`,
				"expires_at", `"2027-01-31T10:00:00.000000Z"`,
				"is_public", "true",
			},
			again:   `{"type":"whitelist","player_id":"abc=","name":"Bob"}`,
			cleared: []string{"note", "null", "steam_name", "null", "be_id", "null", "steam_id", "null", "expires_at", "null"},
			refusals: []refusal{
				{`{"type":"friend"}`, "type", "The selected type is invalid."},
				{`{"type":"Ban"}`, "type", "The selected type is invalid."},
				{`{"player_id":76561198000000001}`, "player_id", "The player id field must be a string."},
				{`{"steam_id":76561198000000001}`, "steam_id", "The steam id field must be a string."},
				{`{"expires_at":"tomorrow"}`, "expires_at", "The expires at field must be a valid date."},
				{`{"expires_at":"2027-02-30"}`, "expires_at", "The expires at field must be a valid date."},
				{`{"expires_at":1735689600}`, "expires_at", "The expires at field must be a valid date."},
				{`{"expires_at":"10000-01-01"}`, "expires_at", "The expires at field must be a valid date."},
				{`{"expires_at":"9999-12-31T23:59:59-01:00"}`, "expires_at", "The expires at field must be a valid date."},
				{`{"expires_at":true}`, "expires_at", "The expires at field must be a valid date."},
				{`{"is_public":"true"}`, "is_public", "The is public field must be true or false."},
			},
		}.run(t, c)
	})
}

func TestExpiryTakesAnyDate(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	path, _ := c.create(t, instance+"/player-lists", `{"type":"ban","player_id":"1","name":"Survivor"}`)
	for sent, want := range map[string]string{
		`"2027-01-31"`:                  "2027-01-31T00:00:00",
		`"2027-01-31T10:00:00Z"`:        "2027-01-31T10:00:00",
		`"2027-01-31T10:00:00-05:30"`:   "2027-01-31T15:30:00",
		`"2027-01-31 23:59"`:            "2027-01-31T23:59:00",
		`"2027-01-31T10:00:00.987654Z"`: "2027-01-31T10:00:00",
		`"01/31/2027"`:                  "2027-01-31T00:00:00",
		`"31-01-2027"`:                  "2027-01-31T00:00:00",
		`"31.01.2027"`:                  "2027-01-31T00:00:00",
		`"Jan 31 2027"`:                 "2027-01-31T00:00:00",
		`"2027-01"`:                     "2027-01-01T00:00:00",
		`"20270131"`:                    "2027-01-31T00:00:00",
		`20270131`:                      "2027-01-31T00:00:00",
		`"2027-01-01T01:00:00+02:00"`:   "2026-12-31T23:00:00",
		`"1999-12-31"`:                  "1999-12-31T00:00:00",
	} {
		c.must(t, 200, "PATCH", path, `{"expires_at":`+sent+`}`).expect(t, 200, "data.expires_at", `"`+want+`.000000Z"`)
		c.get(t, path).expect(t, 200, "data.expires_at", `"`+want+`.000000Z"`)
	}
	c.must(t, 200, "PATCH", path, `{"expires_at":""}`).expect(t, 200, "data.expires_at", "null")
}

func TestPlayerListFilters(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		day := func(days int) string { return time.Now().AddDate(0, 0, days).UTC().Format(time.RFC3339) }
		for _, body := range []string{
			`{"type":"ban","player_id":"1","name":"Past","expires_at":"` + day(-1) + `"}`,
			`{"type":"ban","player_id":"2","name":"Future","steam_id":"76561198000000001","expires_at":"` + day(1) + `","is_public":true}`,
			`{"type":"whitelist","player_id":"3","name":"Forever"}`,
		} {
			c.create(t, instance+"/player-lists", body)
		}
		c.finds(t, instance+"/player-lists", "name", map[string]string{
			"":                            "Past Future Forever",
			"type=ban":                    "Past Future",
			"type=whitelist":              "Forever",
			"type=none":                   "",
			"search=F":                    "Future Forever",
			"search=player":               "",
			"public=1":                    "Future",
			"public=0":                    "Past Forever",
			"public=yes":                  "Past Future Forever",
			"expired=1":                   "Past",
			"expired=0":                   "Future Forever",
			"player_id=2":                 "Future",
			"player_id=9":                 "",
			"steam_id=76561198000000001":  "Future",
			"steam_id=7656":               "",
			"steam_id=":                   "Past Future Forever",
			"expired=x":                   "Past Future Forever",
			"expired=0&type=ban":          "Future",
			"type=ban&expired=1&public=1": "",
			"sort=expires_at":             "Forever Past Future",
		})
	})
}

func TestBattlEyeGUIDFollowsFromTheSteamID(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	const given = `"0123456789abcdef0123456789abcdef"`
	first, second := guidOf(76561198000000001), guidOf(76561197960287930)
	if first != `"77c8f104322269b21fa015c5ed6977f8"` {
		t.Fatalf("the derivation of the test gives %s", first)
	}
	steps := []struct{ body, want string }{
		{`{"steam_id":"76561198000000001"}`, first},
		{`{"name":"Other"}`, first},
		{`{"steam_id":"76561197960287930"}`, second},
		{`{"steam_id":null}`, second},
		{`{"be_id":null}`, "null"},
		{`{"steam_id":"76561198000000001"}`, first},
		{`{"be_id":` + given + `}`, given},
		{`{"steam_id":"76561197960287930"}`, given},
		{`{"steam_id":"76561198000000001","be_id":null}`, "null"},
		{`{"steam_id":"123"}`, "null"},
	}
	path, _ := c.create(t, instance+"/player-lists", `{"type":"ban","player_id":"1","name":"Survivor"}`)
	for _, step := range steps {
		c.must(t, 200, "PATCH", path, step.body).expect(t, 200, "data.be_id", step.want)
	}
	made := func(rest string) reply {
		return c.must(t, 201, "POST", instance+"/player-lists", `{"type":"ban","player_id":"1","name":"Survivor",`+rest+`}`)
	}
	made(`"steam_id":"76561198000000001"`).expect(t, 201, "data.be_id", first)
	made(`"steam_id":"76561198000000001","be_id":null`).expect(t, 201, "data.be_id", first)
	made(`"steam_id":"76561198000000001","be_id":`+given).expect(t, 201, "data.be_id", given)
	made(`"steam_id":"7656119800000000x"`).expect(t, 201, "data.be_id", "null")
}
