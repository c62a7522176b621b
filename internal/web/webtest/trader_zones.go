package webtest

// Zones is where trader zones are, below MarketOf.
const Zones = "/trader-zones"
