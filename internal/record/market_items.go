package record

import (
	"crypto/sha256"
	"math/big"
	"strconv"
	"strings"
)

// itemIDLength is the length of sids.
const itemIDLength = 10

// MarketItemIDs returns ids of the items of a market category for addresses, as items have no rows of their own. The id of an item
// depends on the category, the class name and, for duplicates, their number.
func MarketItemIDs(categorySID string, classNames []string) []string {
	ids := make([]string, len(classNames))
	seen := map[string]int{}
	for i, name := range classNames {
		name = strings.ToLower(name)
		seen[name]++
		ids[i] = itemID(categorySID, name, seen[name])
	}
	return ids
}

func itemID(categorySID, className string, number int) string {
	sum := sha256.Sum256([]byte(categorySID + "\n" + className + "\n" + strconv.Itoa(number)))
	return new(big.Int).SetBytes(sum[:]).Text(62)[:itemIDLength]
}
