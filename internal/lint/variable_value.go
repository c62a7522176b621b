package lint

import (
	"slices"
	"strconv"
	"strings"

	declared "quartermaster/internal/document"
	"quartermaster/internal/expansion"
)

var variableValue = &Rule{
	ID: "variable-value", Severity: Warning, Title: "Variable in globals.xml with a wrong type or value",
	Says: sentences{
		"swapped":   "LootDamageMin is {min} and LootDamageMax {max}.",
		"decay":     "FoodDecay is {value}, but has no effect while WorldWetTempUpdate is 0.",
		"no-number": "{variable} (line {line}) is “{value}”, which is not a number.",
		"type":      "{variable} (line {line}) has the type “{type}”; {right} is right.",
		"decimals":  "{variable} (line {line}) is {value}, but its type says that it is a whole number.",
		"whole":     "{variable} (line {line}) has the type 0 (whole number); 1 is right.",
		"float":     "{variable} (line {line}) has the type 1 (with decimals), so the game may read 0; 0 is right.",
		"switch":    "{variable} (line {line}) is {value}; only 0 and 1 mean something.",
		"less":      "{variable} (line {line}) is {value}, less than {bound}.",
		"more":      "{variable} (line {line}) is {value}, more than {bound}.",
	},
	Check: func(w *world, report report) {
		values := map[string]float64{}
		tell := func(name string, problem message) { report(within{w.Game[globalsPath].about, name}, problem, nil) }
		for e := range w.variables() {
			v := variableNamed(e.Attr("name"))
			if v == nil {
				continue
			}
			if problem := checkVariable(v, e.Attr("type"), e.Attr("value")); !problem.IsNone() {
				tell(v.Name, problem.With("variable", v.Name, "line", inLine(e.Line)))
			}
			values[v.Name] = parsed(e.Attr("value"))
		}
		if least, most := values["LootDamageMin"], values["LootDamageMax"]; least > most {
			tell("LootDamageMin", says("swapped", "min", least, "max", most))
		}
		if wet, there := values["WorldWetTempUpdate"]; there && wet == 0 && values["FoodDecay"] > 0 {
			tell("FoodDecay", says("decay", "value", values["FoodDecay"]))
		}
	},
}

// variableNamed returns the variable of globals.xml with that name, ignoring case; nil if the game has none.
func variableNamed(name string) *expansion.Field {
	fields := declared.Named("globals").Fields()
	if i := slices.IndexFunc(fields, func(f *expansion.Field) bool { return strings.EqualFold(f.Name, name) }); i >= 0 {
		return fields[i]
	}
	return nil
}

// The types of variables in the file.
const (
	integerType = "0"
	floatType   = "1"
)

// maxInfected is how many infected a server can bear.
const maxInfected = 1500

// checkVariable returns what is wrong with a variable, if anything.
func checkVariable(v *expansion.Field, as, value string) message {
	n, err := strconv.ParseFloat(value, 64)
	isFloat := v.Type == expansion.Float
	switch {
	case err != nil:
		return says("no-number", "value", value)
	case as != integerType && as != floatType:
		return says("type", "type", as, "right", typeNumber(v))
	case as == integerType && strings.Contains(value, "."):
		return says("decimals", "value", value)
	case v.Name == "FoodDecay": // read as either
	case isFloat && as == integerType:
		return says("whole")
	case !isFloat && as == floatType:
		return says("float")
	}
	return beyondBounds(v, n)
}

// beyondBounds returns that a variable is outside of what makes sense, if it is.
func beyondBounds(v *expansion.Field, n float64) message {
	switch {
	case v.Type == expansion.Bool && n != 0 && n != 1:
		return says("switch", "value", n)
	case v.Min != nil && n < *v.Min:
		return says("less", "value", n, "bound", *v.Min)
	case v.Max != nil && n > *v.Max:
		return says("more", "value", n, "bound", *v.Max)
	case v.Name == "ZombieMaxCount" && n > maxInfected:
		return says("more", "value", n, "bound", maxInfected)
	}
	return message{}
}

func typeNumber(v *expansion.Field) string {
	if v.Type == expansion.Float {
		return floatType
	}
	return integerType
}
