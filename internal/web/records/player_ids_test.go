package records

import (
	"strings"
	"testing"
)

// TestRecognize finds ids wherever they are pasted from, and takes no mistyped one for a name.
func TestRecognize(t *testing.T) {
	t.Parallel()
	const steam = "76561198000000001"
	guid, dayz := strings.Repeat("0a", 16), strings.Repeat("Ab1-", 10)+"xyz="
	tests := []struct {
		text   string
		want   player
		isName bool
	}{
		{" " + steam + "\n", player{id: steam, steam: steam, kind: "Steam64 id"}, false},
		{"https://steamcommunity.com/profiles/" + steam + "/", player{id: steam, steam: steam, kind: "Steam64 id"}, false},
		{guid, player{id: guid, guid: guid, kind: "BattlEye GUID"}, false},
		{`12:00:01 | Player "Bo" (id=` + dayz + ` pos=<1, 2, 3>)`, player{id: dayz, name: "Bo", kind: "id of the server’s log"}, false},
		{"3   10.0.0.7:2304  31  " + guid + "(OK) Bo (Lobby)", player{id: guid, guid: guid, name: "Bo", kind: "BattlEye GUID"}, false},
		{"Bo", player{name: "Bo"}, true},
		{steam[:16], player{name: steam[:16]}, false},
		{"Bo // admin", player{name: "Bo // admin"}, false},
		{"", player{}, false},
	}
	for _, test := range tests {
		got := recognize(test.text)
		if got != test.want {
			t.Errorf("%q is %+v, want %+v", test.text, got, test.want)
		}
		if is := got.id == "" && isName(got.name); is != test.isName {
			t.Errorf("%q can stand for a name: %t", test.text, is)
		}
	}
}
