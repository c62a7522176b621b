package lint

import (
	"fmt"
	"strconv"
	"strings"

	"quartermaster/internal/ce"
)

var variableValue = &Rule{
	ID: "variable-value", Severity: Warning, Title: "Variable in globals.xml with a wrong type or value",
	Check: func(w *world, report report) {
		values := map[string]float64{}
		for e := range w.variables() {
			v, known := ce.VariableNamed(e.Attr("name"))
			if !known {
				continue
			}
			if problem := checkVariable(v, e.Attr("type"), e.Attr("value")); problem != "" {
				report(w.Game[globalsPath].about, fmt.Sprintf("%s (line %d) %s.", v.Name, e.Line, problem), nil)
			}
			values[v.Name] = parsed(e.Attr("value"))
		}
		if least, most := values["LootDamageMin"], values["LootDamageMax"]; least > most {
			report(w.Game[globalsPath].about, "LootDamageMin is "+number(least)+" and LootDamageMax "+number(most)+".", nil)
		}
	},
}

// The types of variables in the file.
const (
	integerType = "0"
	floatType   = "1"
)

// checkVariable returns what is wrong with a variable, or "".
func checkVariable(v ce.Variable, as, value string) string {
	n, err := strconv.ParseFloat(value, 64)
	hasPoint := strings.Contains(value, ".")
	switch {
	case err != nil:
		return "is " + quoted(value) + ", which is not a number"
	case as != integerType && as != floatType:
		return "has the type " + quoted(as) + "; " + typeNumber(v) + " is right"
	case as == integerType && hasPoint:
		return "is " + value + ", but its type says that it is a whole number"
	case v.IsFloat && as == integerType:
		return "has the type 0 (whole number); 1 is right"
	case !v.IsFloat && as == floatType && v.Name != "FoodDecay":
		return "has the type 1 (with decimals), so the game may read 0; 0 is right"
	case n < v.Min:
		return "is " + value + ", less than " + number(v.Min)
	case v.Max > 0 && n > v.Max:
		return "is " + value + ", more than " + number(v.Max)
	}
	return ""
}

func typeNumber(v ce.Variable) string {
	if v.IsFloat {
		return floatType
	}
	return integerType
}
