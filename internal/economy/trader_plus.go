package economy

import (
	"strings"

	"quartermaster/internal/tradermod"
)

// addPlus adds what traders of TraderPlus ask and pay, by its files. One that cannot be read has no prices.
func (m *market) addPlus(l *loader) {
	var files []tradermod.File
	for key, f := range l.files {
		if path := strings.TrimPrefix(f.Path, "/"); tradermod.Plus.Takes(path) {
			files = append(files, tradermod.File{Path: path, Text: strings.TrimPrefix(l.file(key), "\ufeff")})
		}
	}
	sold, err := tradermod.Read(tradermod.Plus, files)
	if err != nil {
		return
	}
	for trader, i := range sold.Offers() {
		m.add(i.Class, Offer{Trader: trader, TraderPlus: true, Buy: price(float64(i.Buy)), Sell: price(float64(i.Sell))})
	}
}

// isOf reports whether it is one of the Expansion market, or of Dr. Jones' traders.
func (o Offer) isOf(expansion bool) bool { return !o.TraderPlus && o.Expansion == expansion }

// shares reports whether both are of the same mod, whose money they have in common.
func (o Offer) shares(other Offer) bool {
	return o.Expansion == other.Expansion && o.TraderPlus == other.TraderPlus
}
