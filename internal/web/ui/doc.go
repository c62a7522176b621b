// Package ui draws the pages: their frame, forms, tables and templates, and the static files that they link to.
//
// Scripts and style sheets (ui/static) are files by part: grid/, map/, form/, list/, frame/ for what every page has, base/ for what they
// share, style/. page/ holds what pages load: when one is first asked for, ui/join.go puts before each of these files the modules that it
// imports, each as a function of its own, so a page loads one script ({{define "script/<page>"}} names it, else it is app.js, which the
// others import), that of the theme and one style sheet beside its own. There is no build step: ui/slim.go leaves out comments of whole
// lines, types and indentation, a quarter of the bytes that are sent, and browsers get the rest as it is written.
// Imports and exports have the one form that Biome gives them; another one, a circle or a module that no page imports fails the tests.
// TypeScript checks the scripts in its strict mode; their tests in jstest/ run in Node.js without a browser (jstest/dom.js is what they
// need of one).
package ui
