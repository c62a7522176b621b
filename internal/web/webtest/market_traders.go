package webtest

const Traders = "/market-traders"
