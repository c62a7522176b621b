package record

import (
	"crypto/sha256"
	"math/big"
	"strconv"
	"strings"
)

// itemIDLength is that of sids.
const itemIDLength = 10

// MarketItemIDs returns what addresses call the items of a market category, which have no rows of their own: a text that stays
// the same as long as the category and the class name do. Of a class that the category has several times the others follow
// by their number.
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
