package aipreset

import "time"

// Hurry makes the endpoint wait for next to no time before it asks again.
func (e *Endpoint) Hurry() *Endpoint {
	e.wait = time.Microsecond
	return e
}
