package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

// Route is a registered request.
type Route struct{ Method, Pattern string }

// Routes returns everything that the API answers.
func Routes() (list []Route) {
	add := func(method, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		list = append(list, Route{method, pattern})
		return nil
	}
	if err := chi.Walk(New(Config{}).router, add); err != nil {
		panic(err)
	}
	return list
}
