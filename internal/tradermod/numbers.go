package tradermod

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"quartermaster/internal/classkind"
	"quartermaster/internal/jsontree"
)

func intText(n int64) string { return strconv.FormatInt(n, 10) }

func floatText(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// numberIn returns a number of an object, 0 for none.
func numberIn(o *jsontree.Object, key string) float64 {
	value, _ := o.Get(key)
	return number(value)
}

func number(value any) float64 {
	text, _ := value.(jsontree.Number)
	n, _ := strconv.ParseFloat(string(text), 64)
	return n
}

// vector returns three numbers of a list; ok is false where it holds others.
func vector(list []any) (v [3]float64, ok bool) {
	if len(list) != len(v) {
		return v, false
	}
	for i, value := range list {
		v[i] = number(value)
	}
	return v, true
}

func vectorList(v [3]float64) []any {
	return []any{jsontree.Decimal(v[0]), jsontree.Decimal(v[1]), jsontree.Decimal(v[2])}
}

func textList(texts []string) []any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

// percentOf returns a percentage of a price that comes to another one, or to little more, so that it does however the mod rounds: with as
// few digits as possible.
func percentOf(price, part int64) float64 {
	exact := float64(part) / float64(price) * 100
	for digits := range 10 {
		unit := math.Pow(10, float64(digits))
		if percent := math.Ceil(exact*unit-1e-6) / unit; partOf(price, percent) == part {
			return percent
		}
	}
	return exact
}

func partOf(price int64, percent float64) int64 {
	return int64(math.Round(float64(price) * percent / 100))
}

// usual returns the amount of a class where the mod that is read does not say what it is.
func usual(class string) AmountKind {
	switch classkind.Of(class, "") {
	case "gun":
		return Weapon
	case "magazine":
		return Magazine
	case "vehicle":
		return Vehicle
	}
	return Whole
}

// listVehicles lists what is sold as a vehicle and has no parts.
func (m *Market) listVehicles() {
	for _, c := range m.Categories {
		for _, i := range c.Items {
			if i.Amount.Kind == Vehicle || i.Amount.Kind == VehicleWithKey {
				m.addParts(i.Class, nil)
			}
		}
	}
}

// figures are the people who are traders in the Expansion mod, by the people of the game.
var figures = func() map[string]string {
	all := map[string]string{}
	for sex, names := range map[string]string{
		"M": "Boris Cyril Denis Elias Francis Guo Hassan Indar Jose Kaito Lewis Manua Mirek Niki Oliver Peter Quinn Rolf Seth Taiki",
		"F": "Baty Eva Frida Gabi Helga Irena Judy Keiko Linda Maria Naomi",
	} {
		for name := range strings.FieldsSeq(names) {
			all["survivor"+strings.ToLower(sex+"_"+name)] = name
			all[strings.ToLower(name)] = "Survivor" + sex + "_" + name
		}
	}
	return all
}()

const expansionFigure = "ExpansionTrader"

// ofGame returns the person of the game that a trader of the Expansion mod looks like.
func ofGame(figure string) (string, bool) {
	name := strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(figure), strings.ToLower(expansionFigure)), "ai")
	person := figures[name]
	return cmp.Or(person, "SurvivorM_Denis"), person != ""
}

// ofExpansion returns the trader of the Expansion mod that looks like a person of the game.
func ofExpansion(figure string) (string, bool) {
	name := figures[strings.ToLower(figure)]
	return expansionFigure + cmp.Or(name, "Denis"), name != ""
}

// spelled returns classes as the game spells them.
func (r *reading) spelled(classes []string) []string {
	list := make([]string, len(classes))
	for i, class := range classes {
		list[i] = r.wish.Spelling(class)
	}
	return list
}

// classes returns the class names of a list, without blanks around them.
func classes(list []string) (names []string) {
	for _, class := range list {
		if class = strings.TrimSpace(class); class != "" && !strings.ContainsAny(class, " ,<>|\t") {
			names = append(names, class)
		}
	}
	return names
}
