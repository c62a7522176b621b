package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	declared "quartermaster/internal/document"
	"quartermaster/internal/expansion"
)

var variableValue = &Rule{
	ID: "variable-value", Severity: Warning, Title: "Variable in globals.xml with a wrong type or value",
	Check: func(w *world, report report) {
		values := map[string]float64{}
		tell := func(name, message string) { report(within{w.Game[globalsPath].about, name}, message, nil) }
		for e := range w.variables() {
			v := variableNamed(e.Attr("name"))
			if v == nil {
				continue
			}
			if problem := checkVariable(v, e.Attr("type"), e.Attr("value")); problem != "" {
				tell(v.Name, fmt.Sprintf("%s (line %d) %s.", v.Name, e.Line, problem))
			}
			values[v.Name] = parsed(e.Attr("value"))
		}
		if least, most := values["LootDamageMin"], values["LootDamageMax"]; least > most {
			tell("LootDamageMin", "LootDamageMin is "+number(least)+" and LootDamageMax "+number(most)+".")
		}
		if wet, there := values["WorldWetTempUpdate"]; there && wet == 0 && values["FoodDecay"] > 0 {
			tell("FoodDecay", "FoodDecay is "+number(values["FoodDecay"])+", but has no effect while WorldWetTempUpdate is 0.")
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

// checkVariable returns what is wrong with a variable, or "".
func checkVariable(v *expansion.Field, as, value string) string {
	n, err := strconv.ParseFloat(value, 64)
	isFloat := v.Type == expansion.Float
	switch {
	case err != nil:
		return "is " + quoted(value) + ", which is not a number"
	case as != integerType && as != floatType:
		return "has the type " + quoted(as) + "; " + typeNumber(v) + " is right"
	case as == integerType && strings.Contains(value, "."):
		return "is " + value + ", but its type says that it is a whole number"
	case v.Name == "FoodDecay": // read as either
	case isFloat && as == integerType:
		return "has the type 0 (whole number); 1 is right"
	case !isFloat && as == floatType:
		return "has the type 1 (with decimals), so the game may read 0; 0 is right"
	}
	return beyondBounds(v, n)
}

// beyondBounds returns that a variable is outside of what makes sense, or "".
func beyondBounds(v *expansion.Field, n float64) string {
	switch {
	case v.Type == expansion.Bool && n != 0 && n != 1:
		return "is " + number(n) + "; only 0 and 1 mean something"
	case v.Min != nil && n < *v.Min:
		return "is " + number(n) + ", less than " + number(*v.Min)
	case v.Max != nil && n > *v.Max:
		return "is " + number(n) + ", more than " + number(*v.Max)
	case v.Name == "ZombieMaxCount" && n > maxInfected:
		return "is " + number(n) + ", more than " + number(maxInfected)
	}
	return ""
}

func typeNumber(v *expansion.Field) string {
	if v.Type == expansion.Float {
		return floatType
	}
	return integerType
}
