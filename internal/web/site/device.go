package site

import "strings"

// agentWord is a word in what browsers call themselves, and what people call it. The first that is found counts: most browsers name those
// that they are like as well.
type agentWord struct{ word, name string }

var browsers = []agentWord{
	{"Edg", "Edge"},
	{"OPR/", "Opera"},
	{"SamsungBrowser/", "Samsung Internet"},
	{"Firefox/", "Firefox"},
	{"FxiOS/", "Firefox"},
	{"CriOS/", "Chrome"},
	{"Chrome/", "Chrome"},
	{"Safari/", "Safari"},
	{"curl/", "curl"},
}

var systems = []agentWord{
	{"Android", "Android"},
	{"iPhone", "iPhone"},
	{"iPad", "iPad"},
	{"Windows", "Windows"},
	{"CrOS", "ChromeOS"},
	{"Mac OS X", "macOS"},
	{"Linux", "Linux"},
}

// deviceOf says of a User-Agent which browser it is, and where it runs.
func deviceOf(agent string) string {
	browser, system := nameIn(browsers, agent), nameIn(systems, agent)
	switch {
	case browser == "" && system == "":
		return "an unknown program"
	case browser == "":
		return "an unknown browser on " + system
	case system == "":
		return browser
	}
	return browser + " on " + system
}

func nameIn(words []agentWord, agent string) string {
	for _, w := range words {
		if strings.Contains(agent, w.word) {
			return w.name
		}
	}
	return ""
}
