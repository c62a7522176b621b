package idp

import (
	"reflect"
	"testing"
)

// TestClaims reads what providers say, each in its way.
func TestClaims(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		token, info claims
		groups      string
		want        Person
	}{
		{
			"all in the token",
			claims{"email": "a@b", "email_verified": true, "name": " Ada ", "groups": []any{"x", 1, "y"}},
			nil, "groups",
			Person{Email: "a@b", Verified: true, Name: "Ada", Groups: []string{"x", "y"}},
		},
		{
			"all in the userinfo",
			claims{"sub": "1"},
			claims{"email": "a@b", "email_verified": true, "groups": []any{"x"}},
			"groups",
			Person{Email: "a@b", Verified: true, Name: "a@b", Groups: []string{"x"}},
		},
		{
			"a verified address in the userinfo does not verify another",
			claims{"email": "a@b"},
			claims{"email": "c@d", "email_verified": true},
			"groups",
			Person{Email: "a@b", Name: "a@b"},
		},
		{
			"verified in the userinfo",
			claims{"email": "a@b"},
			claims{"email": "a@b", "email_verified": true},
			"groups",
			Person{Email: "a@b", Verified: true, Name: "a@b"},
		},
		{
			"unverified in the token",
			claims{"email": "a@b", "email_verified": false},
			claims{"email": "a@b", "email_verified": true},
			"groups",
			Person{Email: "a@b", Name: "a@b"},
		},
		{"as a text", claims{"email": "a@b", "email_verified": "true"}, nil, "groups", Person{Email: "a@b", Verified: true, Name: "a@b"}},
		{"not as another text", claims{"email": "a@b", "email_verified": "yes"}, nil, "groups", Person{Email: "a@b", Name: "a@b"}},
		{
			"within objects", claims{"realm_access": map[string]any{"roles": []any{"x"}}}, nil, "realm_access.roles", Person{Groups: []string{"x"}},
		},
		{"with a point in its name", claims{"https://example.org/roles": "x"}, nil, "https://example.org/roles", Person{Groups: []string{"x"}}},
		{"of another type", claims{"groups": map[string]any{"x": true}, "email": 1, "name": nil}, nil, "groups", Person{}},
	} {
		c.token.add(c.info)
		if got := c.token.person(c.groups); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
