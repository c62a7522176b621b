package httpd

import "net/http"

// WithRoom answers so many requests at once, and the others with busy, so that memory does not grow with the number of clients.
func WithRoom(requests int, next, busy http.Handler) http.Handler {
	room := make(chan struct{}, requests)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case room <- struct{}{}:
			defer func() { <-room }()
			next.ServeHTTP(w, r)
		default:
			busy.ServeHTTP(w, r)
		}
	})
}
