package trader

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/textfile"
)

// Slip is a mistake in a file of the mod, outside of what is read as entries.
type Slip struct {
	Line    int // counted from 1; 0 for one of the whole file
	Message string
}

// Slips returns the mistakes in a file of the mod that are none of its entries. Those of entries are warnings of ParseConfig and
// ParseObjects.
func Slips(t FileType, text string) []Slip {
	c := slipCheck{of: t}
	for at := range textfile.Lines(text) {
		if strings.Contains(at.Text, "/*") && !strings.Contains(beforeComment(at.Text), "//") {
			c.add(at.Number, "begins a comment with /*, which crashes the server. Begin each line of a comment with //")
		}
		if l := scanLine(at.Text); !l.isEmpty() {
			c.line(at.Number, l)
		}
	}
	if c.end == "" {
		c.add(0, "neither <FileEnd> nor <OpenFile> ends the file, so the mod does not know where to stop. Write <FileEnd> into the last line")
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
	found []Slip

	hasCurrencies, hasTraders bool
}

func (c *slipCheck) add(line int, format string, args ...any) {
	c.found = append(c.found, Slip{line, fmt.Sprintf(format, args...)})
}

func (c *slipCheck) line(number int, l line) {
	switch {
	case strings.HasPrefix(l.read(), "/*"), strings.HasPrefix(l.read(), "*/"):
	case c.end != "":
		c.add(number, "stands behind <%s>, so the mod does not read it. Move it before that", c.end)
	case l.tag == tagFileEnd || l.tag == tagOpenFile:
		c.end = l.tag
	case c.of == VariablesFile:
		c.variable(number, l)
	case c.of == AdminsFile && l.tag == "" && !isSteamID(l.read()):
		c.add(number, "is %q, which is no Steam64 id, so nobody becomes an admin by it. Enter the 17 digits of one", l.read())
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
		c.add(number, "is a category before the first <Trader>, so it belongs to none. Move it behind that")
	case early && l.tag == "" && strings.Contains(l.read(), ","):
		c.add(number, "is an item before the first <Trader>, so nobody trades it. Move it behind a <Category> of one")
	case l.tag == "Currency" && c.hasTraders:
		c.add(number, "is a currency behind the first <Trader>, so the mod does not read it. Move it before that")
	case l.tag == "" && !strings.Contains(l.read(), ","):
		c.add(number, "is %q, which is no entry: the mod passes over it. Write an item as class, quantity, price to buy, price to sell", l.read())
	case l.tag != "" && !slices.Contains([]string{"CurrencyName", "Currency", "Trader", "Category"}, l.tag):
		c.add(number, "begins with <%s>, which the mod does not know, so it passes over the line. Correct the tag", l.tag)
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
		c.add(number, "is no variable that the mod knows, so it passes over it. Correct the tag")
	case allowed == nil && !yes:
		c.add(number, "sets <%s> to %q; the mod knows yes and no. Enter one of them", l.tag, l.read())
	case allowed != nil && !isNumber:
		c.add(number, "sets <%s> to %q, which is not a number. Enter one", l.tag, l.read())
	case allowed != nil && (value < allowed.least || value > allowed.most):
		c.add(number, "sets <%s> to %s, which does not work. Enter %s", l.tag, l.read(), allowed)
	}
}

func (b *bounds) String() string {
	if b.most == anyTime {
		return "0 or more"
	}
	return floatText(b.least) + " to " + floatText(b.most)
}

func isSteamID(text string) bool {
	_, err := strconv.ParseUint(text, 10, 64)
	return err == nil && len(text) == 17
}
