package webtest

// Traders is where market traders are, below MarketOf.
const Traders = "/market-traders"
