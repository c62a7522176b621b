// Package tradermod converts what traders sell between the three mods that have traders: Dr. Jones' Trader, TraderPlus and the market of
// the Expansion mod. It knows no database: files to files.
//
// A reader makes a [Market] of the files of a mod, what all of them have in common; a writer lays it over the files of another one. What is
// there already stays, unless its prices are to be taken anew. Whatever has no equal is told as a [Note].
package tradermod
