package document

import (
	"strings"
	"testing"

	"quartermaster/internal/jsontree"
)

// Who sees values without their secrets changes what he sees: the secrets that he leaves stay with their entries, wherever those go.
func TestSecretsStayWithTheirEntries(t *testing.T) {
	t.Parallel()
	const text = `{"Token":"one","Hooks":[{"Name":"A","Url":"https://discord.com/api/webhooks/a"},` +
		`{"Name":"B","Url":"https://discord.com/api/webhooks/b"}],"Count":1}`
	for what, c := range map[string]struct{ seen, want string }{
		"nothing":   {"", ""},
		"a value":   {`"Count":1`, `"Count":2`},
		"a secret":  {`"Token":"********"`, `"Token":"two"`},
		"the first": {`{"Name":"A","Url":"********"},`, ""},
		"a name":    {`"Name":"B"`, `"Name":"C"`},
		"another":   {`,"Count":1`, `,"More":"********","Count":1`},
	} {
		d := Inferred("profiles/M/M.json", text)
		before, err := d.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		shown := string(jsontree.AppendValue(nil, d.Hide(before)))
		if strings.Contains(shown, "webhooks") || strings.Contains(shown, "one") || !d.HoldsSecret(text) {
			t.Fatalf("shown are %s", shown)
		}
		next, err := d.Read(strings.Replace(shown, c.seen, c.want, 1))
		if err != nil {
			t.Fatal(err)
		}
		secrets := strings.NewReplacer(`"A","Url":"********"`, `"A","Url":"https://discord.com/api/webhooks/a"`,
			`"B","Url":"********"`, `"B","Url":"https://discord.com/api/webhooks/b"`,
			`"C","Url":"********"`, `"C","Url":"https://discord.com/api/webhooks/b"`, `"Token":"********"`, `"Token":"one"`)
		want := secrets.Replace(strings.Replace(shown, c.seen, c.want, 1))
		if got := strings.ReplaceAll(string(jsontree.AppendValue(nil, d.Restore(next, before))), `\/`, "/"); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
}

// TestSecretsInElements: texts of elements are hidden where their names or they themselves say that they are secrets.
func TestSecretsInElements(t *testing.T) {
	t.Parallel()
	const text = `<a><token>one</token><Radius>5</Radius><x y="1">https://discord.com/api/webhooks/1/b</x><password/><password></password></a>`
	d := Inferred("profiles/M/M.xml", text)
	want := strings.NewReplacer("one", "********", "https://discord.com/api/webhooks/1/b", "********").Replace(text)
	if got := d.Redact(text); got != want || !d.HoldsSecret(text) {
		t.Errorf("%s", got)
	}
}
