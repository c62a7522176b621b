package metrics

import (
	"net/http"
	"strconv"
	"strings"
)

// known returns the method of a request as a label: clients may send any word.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

func status(code int) string { return strconv.Itoa(code) }

// window is the part of a limiter's key before the user or address, which says what is limited.
func window(key string) string {
	name, _, _ := strings.Cut(key, ":")
	return name
}
