package httpd

import (
	"cmp"
	"net/http"
	"strings"
)

const (
	// MethodMember is the member of a form, a JSON body or a query that names the method which a POST stands for.
	MethodMember = "_method"
	// MethodHeader is the header that does so; it counts over the member.
	MethodHeader = "X-HTTP-Method-Override"
)

// Overridden returns the method that a POST stands for, in capitals; named is what its member says. What is no word is ignored.
func Overridden(r *http.Request, named string) string {
	verb := strings.ToUpper(cmp.Or(r.Header.Get(MethodHeader), named))
	if verb == "" || strings.Trim(verb, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return http.MethodPost
	}
	return verb
}
