package geo

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/areaflags"
	"quartermaster/internal/ce"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// AppendGround appends what is built on an instance's map as members of a JSON object, and ends it: the pieces of roads and rails as a
// flat list of x, z and yaw in degrees; the buildings as one of x, z, yaw and the index of the class; what is known of each class.
// Without mapgroupcluster.xml and mapgrouppos.xml there are none.
func (s Service) AppendGround(ctx context.Context, b []byte, scope store.Scope) ([]byte, error) {
	files, err := s.keptFiles(ctx, scope)
	if err != nil {
		return nil, err
	}
	positions, err := s.textNamed(ctx, scope, files, positionsFile)
	if err != nil {
		return nil, err
	}
	prototypes, err := s.textNamed(ctx, scope, files, prototypesFile)
	if err != nil {
		return nil, err
	}
	if b, err = s.appendWays(ctx, b, scope, files); err != nil {
		return nil, err
	}
	return appendBuildings(b, positions, prototypesByName(prototypes)), nil
}

// GroundTag identifies what AppendGround appends, by the contents of the files that it reads.
func (s Service) GroundTag(ctx context.Context, scope store.Scope) (string, error) {
	return s.tagOf(ctx, scope, func(k kept) bool {
		return strings.EqualFold(k.path, positionsFile) || strings.EqualFold(k.path, prototypesFile) || isCluster.MatchString(k.path)
	})
}

// AreasTag identifies what Areas returns, by the content of the file that it reads.
func (s Service) AreasTag(ctx context.Context, scope store.Scope) (string, error) {
	return s.tagOf(ctx, scope, isAreaFlags)
}

func isAreaFlags(k kept) bool { return strings.EqualFold(path.Base(k.path), "areaflags.map") }

// tagOf returns a digest of the names and contents of files without records.
func (s Service) tagOf(ctx context.Context, scope store.Scope, isRead func(kept) bool) (string, error) {
	files, err := s.keptFiles(ctx, scope)
	sum := sha256.New()
	for _, f := range files {
		if isRead(f) {
			fmt.Fprintf(sum, "%s %s\n", f.path, f.sha256)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), err
}

// positionsFile is the file of the mission folder that says where buildings stand.
const positionsFile = "mapgrouppos.xml"

// prototypesFile is that with their loot points.
const prototypesFile = "mapgroupproto.xml"

// isCluster recognises the files with what is placed in great numbers: mapgroupcluster.xml, mapgroupcluster01.xml and so on.
var isCluster = regexp.MustCompile(`^(?i)mapgroupcluster[0-9]*\.xml$`)

// wayNames are what the classes of pieces of roads, paths and rails begin with; the others are trees, stones and hay.
var wayNames = []string{"road", "path", "rail", "quarry"}

// appendWays appends the pieces of roads and rails.
func (s Service) appendWays(ctx context.Context, b []byte, scope store.Scope, files []kept) ([]byte, error) {
	b = append(b, `"ways":[`...)
	for _, f := range files {
		if !isCluster.MatchString(f.path) || f.size > maxGround {
			continue
		}
		text, err := s.text(ctx, scope, f)
		if err != nil {
			return nil, err
		}
		for piece := range ce.Positions(text) {
			if isWay(piece.Name) {
				b = appendTenths(b, piece.X, piece.Z, piece.Yaw)
			}
		}
	}
	return append(b, "],"...), nil
}

func isWay(class string) bool {
	lower := strings.ToLower(class)
	return slices.ContainsFunc(wayNames, func(name string) bool { return strings.HasPrefix(lower, name) })
}

// appendTenths appends members of a list of numbers, with one decimal.
func appendTenths(b []byte, numbers ...float64) []byte {
	for _, n := range numbers {
		b = jsontree.AppendFloat(jsontree.AppendComma(b), math.Round(n*10)/10)
	}
	return b
}

// prototypesByName returns what mapgroupproto.xml says of each class, by its name in lower case: the game takes no account of letter case.
func prototypesByName(data string) map[string]ce.Prototype {
	byName := map[string]ce.Prototype{}
	for _, p := range ce.ParsePrototypes(data) {
		byName[strings.ToLower(p.Name)] = p
	}
	return byName
}

func appendBuildings(b []byte, positions string, prototypes map[string]ce.Prototype) []byte {
	classes := map[string]int{}
	var names []string
	b = append(b, `"buildings":[`...)
	for building := range ce.Positions(positions) {
		i, known := classes[building.Name]
		if !known {
			i = len(names)
			classes[building.Name], names = i, append(names, building.Name)
		}
		b = appendTenths(b, building.X, building.Z, building.Yaw, float64(i))
	}
	b = append(b, `],"classes":[`...)
	for _, name := range names {
		p := prototypes[strings.ToLower(name)]
		b = jsontree.AppendString(append(jsontree.AppendComma(b), `{"name":`...), name)
		b = jsontree.AppendInt(append(b, `,"loot":`...), int64(p.Slots()))
		b = jsontree.AppendFloat(append(b, `,"east":`...), p.East)
		b = append(jsontree.AppendFloat(append(b, `,"north":`...), p.North), '}')
	}
	return append(b, "]}"...)
}

// maxGround is the bytes beyond which a file of buildings is not looked at.
const maxGround = 32 << 20

// textNamed returns the text of the file of the mission folder with a name, in any letter case; empty if there is none.
func (s Service) textNamed(ctx context.Context, scope store.Scope, files []kept, name string) (string, error) {
	for _, f := range files {
		if strings.EqualFold(f.path, name) && f.size <= maxGround {
			return s.text(ctx, scope, f)
		}
	}
	return "", nil
}

// areasSide is the most columns and rows of what Areas returns.
const areasSide = 1024

// Areas returns what is painted over the map, scaled down to 1024 columns and rows at most; nil if there is no areaflags.map, or if it
// cannot be read.
func (s Service) Areas(ctx context.Context, scope store.Scope) (*areaflags.Map, error) {
	files, err := s.keptFiles(ctx, scope)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if !isAreaFlags(f) {
			continue
		}
		packed, size, err := s.DB.ReadContent(ctx, scope, f.id)
		if err != nil {
			return nil, err
		}
		m, err := areaflags.Read(bufio.NewReader(store.OpenContent(packed, size)), areasSide)
		if err != nil {
			return nil, nil // a broken file has no zones; the lint is there to say so
		}
		return m, nil
	}
	return nil, nil
}

// AreaNames returns the usages and values that the bits of areaflags.map stand for: those of cfglimitsdefinition.xml in its order.
func (s Service) AreaNames(ctx context.Context, scope store.Scope) (usages, values []string, err error) {
	row := s.DB.QueryRow(ctx, `SELECT f.content FROM instance_files f JOIN instances i ON i.id = f.instance_id
		WHERE i.id = $1 AND i.user_id = $2 AND lower(f.path) = 'cfglimitsdefinition.xml' AND `+record.Published("instance_files",
		"f"), scope.InstanceID, scope.UserID)
	var content sql.NullString
	if err := row.Scan(&content); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, nil, err
	}
	for e := range ce.Elements(content.String) {
		switch {
		case e.Name == "usage" && e.Parent == "usageflags":
			usages = append(usages, e.Attr("name"))
		case e.Name == "value" && e.Parent == "valueflags":
			values = append(values, e.Attr("name"))
		}
	}
	return usages, values, nil
}
