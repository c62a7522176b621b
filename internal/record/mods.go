package record

import (
	"context"
	"strings"
	"unicode"
)

// mod is a modification of the game that class names come from.
type mod struct {
	Identity
	Owner
	Name        string  `field:"name,required,max=255" example:"Expansion"`
	Slug        string  `field:"slug,readonly" example:"expansion" help:"The name as part of a URL."`
	SteamID     *string `field:"steam_id,max=20,digits" example:"2116157322" label:"Workshop id" help:"Its number in the Steam Workshop."`
	AppID       *string `field:"app_id,max=20,digits" example:"221100" label:"Application id" help:"The game's number on Steam."`
	Description *string `field:"description,max=65535" help:"A description of your choice."`
	Enabled     bool    `field:"enabled,readonly" default:"1" help:"Kept for compatibility; always true."`

	ClassnamesCount int64 `field:"classnames_count" label:"Class names" help:"How many class names are from it, of the catalog and your own."`
	Stamps
}

// Mods are built in or belong to a user.
var Mods = Define[mod]("mods", Reference,
	called("mod", "The mods that class names come from. Deleting one sets references to it to null."),
	searching("r.name"),
	computing("classnames_count", "(SELECT count(*) FROM classnames c WHERE c.mod_id = r.id) + "+
		"(SELECT count(*) FROM instance_classnames i WHERE i.mod_id = r.id AND i.user_id = r.user_id AND published(instance_classnames i))"),
	preparing(prepareMod))

func prepareMod(_ context.Context, _ *Resource, _ Lookup, old Row, values Values) error {
	if name, sent := values["name"].(string); sent {
		values["slug"] = slug(name)
	}
	if old == nil {
		values["classnames_count"] = int64(0)
	}
	return nil
}

// slug keeps the letters and digits of a name, in small letters, with one dash for everything between them.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}
