package trader

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// Slips returns the mistakes in a file of the mod that are none of its entries. Those of entries are warnings of ParseConfig and
// ParseObjects.
func Slips(t FileType, text string) []textfile.Warning {
	c := slipCheck{of: t}
	for at := range textfile.Lines(text) {
		if strings.Contains(at.Text, "/*") && !strings.Contains(beforeComment(at.Text), "//") {
			c.add(at.Number, say.New("long-comment"))
		}
		if l := scanLine(at.Text); !l.isEmpty() {
			c.line(at.Number, l)
		}
	}
	if c.end == "" {
		c.add(0, say.New("unended"))
	}
	return c.found
}

// beforeComment returns a line up to a /*.
func beforeComment(text string) string {
	before, _, _ := strings.Cut(text, "/*")
	return before
}

// slipCheck goes through a file.
type slipCheck struct {
	of    FileType
	end   string // the tag that has ended the file
	found []textfile.Warning

	hasCurrencies, hasTraders bool
}

func (c *slipCheck) add(line int, says say.Message) {
	c.found = append(c.found, textfile.Warning{Line: line, Says: says})
}

func (c *slipCheck) line(number int, l line) {
	switch {
	case strings.HasPrefix(l.read(), "/*"), strings.HasPrefix(l.read(), "*/"):
	case c.end != "":
		c.add(number, say.New("unread-behind", "tag", c.end))
	case l.tag == tagFileEnd || l.tag == tagOpenFile:
		c.end = l.tag
	case c.of == VariablesFile:
		c.variable(number, l)
	case c.of == AdminsFile && l.tag == "" && !isSteamID(l.read()):
		c.add(number, say.New("no-admin", "text", l.read()))
	case c.of == ConfigFile:
		c.noEntry(number, l)
	}
}

// noEntry adds a line of TraderConfig.txt that is no entry, and neither a tag that the mod knows.
func (c *slipCheck) noEntry(number int, l line) {
	c.hasCurrencies = c.hasCurrencies || l.tag == "Currency"
	c.hasTraders = c.hasTraders || l.tag == "Trader"
	early := c.hasCurrencies && !c.hasTraders // a file without currencies goes on with the traders of another one
	switch {
	case early && l.tag == "Category":
		c.add(number, say.New("early-category"))
	case early && l.tag == "" && strings.Contains(l.read(), ","):
		c.add(number, say.New("early-item"))
	case l.tag == "Currency" && c.hasTraders:
		c.add(number, say.New("unread-currency"))
	case l.tag == "" && !strings.Contains(l.read(), ","):
		c.add(number, say.New("stray", "text", l.read()))
	case l.tag != "" && !slices.Contains([]string{"CurrencyName", "Currency", "Trader", "Category"}, l.tag):
		c.add(number, say.New("unknown-tag", "tag", l.tag))
	}
}

// bounds are what a variable may be; nil for yes or no.
type bounds struct{ least, most float64 }

const anyTime = 1e9

var variables = map[string]*bounds{
	"BuySellTimer": {0, anyTime}, "StatUpdateTimer": {0, anyTime}, "FireBarrelUpdateTimer": {0, anyTime}, "ZombieCleanupTimer": {0, anyTime},
	"VehicleCleanupTimer": {0, anyTime}, "SafezoneTimeout": {0, anyTime}, "TradingDistance": {1, 3},
	"SafezoneRemoveAnimals": nil, "SafezoneRemoveInfected": nil, "SafezoneRemoveEAI": nil,
}

// variable adds a variable that the mod does not know, or whose value it cannot use.
func (c *slipCheck) variable(number int, l line) {
	allowed, known := variables[l.tag]
	value, isNumber := parseFloat(l.read())
	yes := slices.Contains([]string{"yes", "no"}, strings.ToLower(l.read()))
	switch {
	case !known:
		c.add(number, say.New("unknown-variable"))
	case allowed == nil && !yes:
		c.add(number, say.New("neither", "tag", l.tag, "value", l.read()))
	case allowed != nil && !isNumber:
		c.add(number, say.New("variable-no-number", "tag", l.tag, "value", l.read()))
	case allowed != nil && allowed.most == anyTime && (value < allowed.least || value > allowed.most):
		c.add(number, say.New("variable-below", "tag", l.tag, "value", l.read()))
	case allowed != nil && (value < allowed.least || value > allowed.most):
		c.add(number, say.New("variable-outside", "tag", l.tag, "value", l.read(), "least", allowed.least, "most", allowed.most))
	}
}

func isSteamID(text string) bool {
	_, err := strconv.ParseUint(text, 10, 64)
	return err == nil && len(text) == 17
}
