package document_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
)

const textElements = `<?xml version="1.0"?>
<Areas>
	<Area>
		<Active>1</Active> <!-- 0 or 1 -->
		<Spot>7225.0 0 11620</Spot>
		<Filter></Filter>
		<Item>needle</Item>
		<Item><![CDATA[rope & yarn]]></Item>
		<Spawn weight="2">wolf</Spawn>
		<token>123456</token>
	</Area>
	<Area><Active>0</Active><Filter>x</Filter><Empty/></Area>
</Areas>
`

// TestTextsOfElements: of XML of which nothing is declared, texts in elements are values, and a change is one of their bytes alone.
func TestTextsOfElements(t *testing.T) {
	t.Parallel()
	d := document.Inferred("profiles/M/M.xml", textElements)
	tree, err := d.Read(textElements)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"Area":[{"Active":1,"Spot":"7225.0 0 11620","Filter":"","Item":["needle","rope & yarn"],` +
		`"Spawn":{"weight":2,"#text":"wolf"},"token":"123456"},{"Active":0,"Filter":"x","Empty":{}}]}`
	if diff := cmp.Diff(want, string(jsontree.AppendValue(nil, tree))); diff != "" {
		t.Fatal(diff)
	}
	for _, change := range []struct{ json, is, text, becomes string }{
		{`"Active":1`, `"Active":0`, "<Active>1</Active> <!--", "<Active>0</Active> <!--"},
		{`11620"`, `11621"`, "11620", "11621"},
		{`"Filter":""`, `"Filter":"a < b"`, "<Filter></Filter>", "<Filter>a &lt; b</Filter>"},
		{`"Filter":"x"`, `"Filter":""`, "<Filter>x</Filter>", "<Filter></Filter>"},
		{`"needle"`, `"pin"`, ">needle<", ">pin<"},
		{`rope & yarn`, `rope`, "<![CDATA[rope & yarn]]>", "rope"},
		{`"wolf"`, `"bear"`, ">wolf<", ">bear<"},
		{`"needle",`, `"needle","new",`, "<Item>needle</Item>", "<Item>needle</Item>\n\t\t<Item>new</Item>"},
		{`"Empty":{}`, `"Empty":{},"Spot":"1 2 3"`, "<Empty/>", "<Empty/><Spot>1 2 3</Spot>"},
		{`"Spot":"7225.0 0 11620",`, ``, "\t\t<Spot>7225.0 0 11620</Spot>\n", ""},
	} {
		next, err := jsontree.Parse([]byte(strings.Replace(want, change.json, change.is, 1)))
		if err != nil {
			t.Fatal(err)
		}
		got, problems, err := d.Change(textElements, next.(*jsontree.Object))
		if diff := cmp.Diff(strings.Replace(textElements, change.text, change.becomes, 1), got); diff != "" || len(problems) > 0 || err != nil {
			t.Errorf("%s: %v, %v, %s", change.is, problems, err, diff)
		}
	}
	if shown := d.Redact(textElements); strings.Contains(shown, "123456") {
		t.Error(shown)
	}
}
