package trader_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

func anyLine() *rapid.Generator[trader.Line] {
	return rapid.Custom(func(t *rapid.T) trader.Line {
		line := trader.Line{Type: trader.LineType(rapid.IntRange(0, 3).Draw(t, "kind"))}
		number := rapid.Int64Range(-1, 200)
		switch line.Type {
		case trader.Currency:
			line.Value = number.Draw(t, "value")
		case trader.Item:
			line.Quantity = rapid.SampledFrom([]string{"*", "", "W", "vnk", "12"}).Draw(t, "quantity")
			line.Buy, line.Sell = number.Draw(t, "buy"), number.Draw(t, "sell")
		default:
			line.Name = rapid.SampledFrom([]string{"", "Cars, Boats", "Ä <b> / c"}).Draw(t, "title")
			return line
		}
		line.Name = rapid.SampledFrom([]string{"A", "b", "C_1", "7D"}).Draw(t, "class")
		return line
	})
}

func anyPlace() *rapid.Generator[trader.Place] {
	vector := rapid.Ptr(rapid.Custom(func(t *rapid.T) trader.Vector {
		number := rapid.SampledFrom([]float64{0, -1.5, 3699.27, 1e-7, 12345678})
		return trader.Vector{number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "z")}
	}), true)
	class := rapid.SampledFrom([]string{"A", "b", "C_1"})
	return rapid.Custom(func(t *rapid.T) trader.Place {
		place := trader.Place{Position: vector.Draw(t, "position")}
		if rapid.Bool().Draw(t, "marker") {
			place.IsMarker, place.Trader = true, rapid.Int64Range(0, 9).Draw(t, "trader")
			place.Safezone = rapid.Ptr(rapid.Int64Range(0, 500), true).Draw(t, "safezone")
			place.VehicleSpawn, place.VehicleOrientation = vector.Draw(t, "spawn"), vector.Draw(t, "yaw")
			return place
		}
		place.Class, place.Orientation = class.Draw(t, "class"), vector.Draw(t, "orientation")
		place.Attachments = rapid.SliceOfN(class, 0, 5).Draw(t, "attachments")
		return place
	})
}

// anyLines returns pieces in any order, with any gaps.
func anyLines(t *rapid.T, pieces ...string) string {
	gap := rapid.SampledFrom([]string{"\n", "\r\n", "\t// note\n", "\n\n  \n// <Trader> no\n\t", "  \r\n\r\n"})
	var b strings.Builder
	for _, piece := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces") {
		b.WriteString(piece + gap.Draw(t, "gap"))
	}
	return b.String()
}

// anyText returns lines with the end of a file.
func anyText(t *rapid.T, pieces ...string) string {
	return anyLines(t, pieces...) + rapid.SampledFrom([]string{
		"", "<FileEnd>", "<OpenFile> More.txt // go on\n", "\t<FileEnd>\r\n\n",
	}).Draw(t, "end")
}

func anyMark(t *rapid.T) string { return rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "mark") }

// anyEdits changes, adds, removes and moves parts.
func anyEdits[T any](t *rapid.T, parts []textfile.Part[T], value *rapid.Generator[T], isSameKind func(a, b T) bool) []textfile.Part[T] {
	for range rapid.IntRange(0, 6).Draw(t, "edits") {
		i := rapid.IntRange(0, len(parts)).Draw(t, "at")
		next := value.Draw(t, "value")
		action := rapid.IntRange(0, 3).Draw(t, "action")
		switch {
		case action == 0 || i == len(parts):
			parts = slices.Insert(parts, i, textfile.Part[T]{Slot: -1, Value: next})
		case action == 1:
			parts = slices.Delete(parts, i, i+1)
		case action == 2 && isSameKind(parts[i].Value, next):
			parts[i].Value = next
		case action == 3:
			moved := parts[i]
			parts = slices.Delete(parts, i, i+1)
			parts = slices.Insert(parts, rapid.IntRange(0, len(parts)).Draw(t, "to"), moved)
		}
	}
	return parts
}

// ignoringCase takes class names that differ in letter case for one, as the game does.
func ignoringCase() cmp.Options {
	return cmp.Options{
		cmpopts.EquateEmpty(),
		cmp.Transformer("lower", strings.ToLower),
	}
}

func valuesOf[T any](parts []textfile.Part[T]) []T {
	values := make([]T, len(parts))
	for i, part := range parts {
		values[i] = part.Value
	}
	return values
}

// Any sequence of edits gives a file that reads back as the edited values and keeps its comments.
func TestAnyEditsOfConfigs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		data := anyMark(rt) + anyLines(rt, "<CurrencyName> #x", "<Currency> A, 1", "<Currency>B,\t5", "<Currency> C 1x", "stray") + anyText(rt,
			"<Trader> One", "<Trader>", "\t<Category> Two, three",
			"\t\tA,\t*,\t1,\t-1", "\t\tA *, 1,2", "B,,7x,", "stray", "<Unknown> A, B", "a,b,c,d,e")
		config := parseConfig(rt, data)
		parts := anyEdits(rt, config.Parts(), anyLine(), func(a, b trader.Line) bool { return a.Type == b.Type })
		// Currencies go before traders: one that does not is not read.
		slices.SortStableFunc(parts, func(a, b textfile.Part[trader.Line]) int {
			return min(1, int(a.Value.Type)) - min(1, int(b.Value.Type))
		})
		text := writeConfig(rt, config.Skeleton, parts)
		again := parseConfig(rt, text)
		if diff := cmp.Diff(valuesOf(parts), valuesOf(again.Parts()), ignoringCase()); diff != "" {
			rt.Fatalf("%s in %q from %q", diff, text, data)
		}
		if again.Next != config.Next {
			rt.Fatalf("the next file became %q in %q", again.Next, text)
		}
		checkComments(rt, strings.Join(config.Skeleton.Leads, "")+config.Skeleton.Tail, text)
	})
}

func TestAnyEditsOfObjects(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		data := anyMark(rt) + anyText(rt, "<TraderMarker> 1", "<TraderMarkerPosition> 1, 2.50, 3", "<TraderMarkerPosition> 1 2 3",
			"<TraderMarkerSafezone>\t100",
			"<VehicleSpawn>1,2,x", "<VehicleSpawnOri> 1, 2, 3", "<Object> A", "<ObjectPosition> -1,0, 1e3", "<ObjectAttachment> B", "stray")
		file := parseObjects(rt, data)
		parts := anyEdits(rt, file.Parts(), anyPlace(), func(a, b trader.Place) bool { return a.IsMarker == b.IsMarker })
		text := writeObjects(rt, file.Skeleton, parts)
		again := parseObjects(rt, text)
		if diff := cmp.Diff(valuesOf(parts), valuesOf(again.Parts()), ignoringCase()); diff != "" {
			rt.Fatalf("%s in %q from %q", diff, text, data)
		}
		checkComments(rt, strings.Join(file.Skeleton.Leads, "")+file.Skeleton.Tail, text)
	})
}

func checkComments(t *rapid.T, between, text string) {
	if strings.Count(between, "//") > strings.Count(text, "//") {
		t.Fatalf("a comment was lost in %q", text)
	}
}
