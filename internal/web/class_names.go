package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/docform"
)

// classNamesList is the id of the list of suggestions for class names, and where it is below guiBase.
const classNamesList = docform.ClassNamesList

// maxClassNames is how many class names are suggested.
const maxClassNames = 20

func (web *Web) classNameRoutes(m *chi.Mux, serve func(handler) http.HandlerFunc) {
	m.Get(guiBase+"/"+classNamesList, serve(suggestClassNames))
}

// classNamesURL is where controls ask for class names while one is typed.
func (r *Request) classNamesURL() string { return r.guiURL() + "/" + classNamesList }

// classNamesQuery finds names that hold a text, those first that begin with it. A name that the instance and the catalogue
// both know counts once.
var classNamesQuery = `SELECT min(name) FROM (
	SELECT name FROM instance_classnames r WHERE instance_id = $1 AND ` + record.InstanceClassnames.Published + ` AND lower(name) LIKE $2 ESCAPE '\'
	UNION ALL SELECT name FROM classnames WHERE lower(name) LIKE $3 ESCAPE '\') AS known
	GROUP BY lower(name) ORDER BY min(CASE WHEN lower(name) LIKE $4 ESCAPE '\' THEN 0 ELSE 1 END), lower(name) LIMIT $5`

var likeLiteral = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// suggestClassNames answers with the class names of the instance and the catalogue that hold what was typed.
func suggestClassNames(ctx context.Context, r *Request) (Response, error) {
	names := []byte(`{"data":[`)
	if typed := record.TextParam(r.input, "q"); typed != "" && len(typed) <= longText {
		found, err := r.classNames(ctx, likeLiteral.Replace(strings.ToLower(typed)))
		if err != nil {
			return Response{}, err
		}
		for i, name := range found {
			if i > 0 {
				names = append(names, ',')
			}
			names = jsontree.AppendString(names, name)
		}
	}
	return Response{JSON: append(names, "]}"...)}, nil
}

func (r *Request) classNames(ctx context.Context, typed string) (names []string, err error) {
	inside := "%" + typed + "%"
	rows, err := r.web.DB.Query(ctx, classNamesQuery, r.place.scope.InstanceID, inside, inside, typed+"%", maxClassNames)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}
