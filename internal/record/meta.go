package record

import (
	"context"
	"strings"

	"quartermaster/internal/validate"
)

// Identity holds the fields of every record.
type Identity struct {
	ID  int64  `field:"id,readonly" help:"The number by which other records refer to it."`
	SID string `field:"sid,readonly" help:"Ten letters and digits that identify it in URLs."`
}

// Meta holds the fields of every record of an instance.
type Meta struct {
	Identity
	InstanceID int64 `field:"instance_id,readonly" help:"The id of its instance."`
}

// Stamps are the times at which a record was made and last changed.
type Stamps struct {
	CreatedAt Moment `field:"created_at,readonly" label:"Created" help:"When it was created."`
	UpdatedAt Moment `field:"updated_at,readonly" label:"Changed" help:"When it was last changed."`
}

// Placed holds the place of a record in the file that it was read from; both are nil for a record that a person created.
type Placed struct {
	Slot *int64  `field:"slot,hidden"`         // place in the file's skeleton
	Raw  *string `field:"raw,hidden,unlisted"` // original text of the entry
}

// Origin holds the file of a record, for kinds with several files.
type Origin struct {
	// SourceFile is the path relative to the mission folder; null stands for the main file of the kind.
	SourceFile *string `field:"source_file,max=255,xmlpath,entries,closed" label:"Source file" help:"In the mission folder. Empty: main file."`
	Placed
}

// HiddenOrigin is an Origin that only imports set.
type HiddenOrigin struct {
	SourceFile *string `field:"source_file,hidden,closed"`
	Placed
}

// keepOrigin removes the slot of a record that moves to another file; its text goes along. It returns validate.Errors for a file in
// which the game looks for something else.
func keepOrigin(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error {
	file, sent := values["source_file"]
	if !sent || old != nil && file == old[r.Index("source_file")] {
		return nil
	}
	if path, ok := file.(string); ok {
		if err := checkSourceFile(ctx, r, in, path); err != nil {
			return err
		}
	}
	if old != nil {
		values["slot"] = nil
	}
	return nil
}

// checkSourceFile returns validate.Errors for a file that cannot hold records of the resource.
func checkSourceFile(ctx context.Context, r *Resource, in Lookup, file string) error {
	taken := isTaken(file, r.Name) || isInFile(file) || CheckPath(file) != nil
	if !taken {
		var err error
		if taken, err = in.FileTaken(ctx, r, file); err != nil {
			return err
		}
	}
	if taken {
		return validate.Wrong("source_file", validate.SelectionIsInvalid)
	}
	return nil
}

// isTaken reports whether the file at a path belongs to another resource, or to none.
func isTaken(path, resource string) bool {
	switch strings.ToLower(path) {
	case "db/types.xml":
		return resource != "types"
	case "db/events.xml":
		return resource != "events"
	case "cfgspawnabletypes.xml":
		return resource != "spawnable_types"
	case "db/messages.xml", "db/globals.xml", "db/economy.xml", "cfgeconomycore.xml", "cfglimitsdefinition.xml", "cfglimitsdefinitionuser.xml",
		"cfgrandompresets.xml", "cfgeventspawns.xml", "cfgplayerspawnpoints.xml", "cfgenvironment.xml", "cfgweather.xml", "cfgignorelist.xml",
		"mapgroupproto.xml", "mapgrouppos.xml", "mapgroupcluster.xml", "mapgroupdirt.xml", "mapclusterproto.xml":
		return true
	}
	return false
}

// NamesSourceFile reports whether people say in source_file which file holds a record.
func (r *Resource) NamesSourceFile() bool {
	return r.Has("source_file") && r.Field("source_file").Writable()
}

// FileKind returns the kind of the resource's files, as stored in instance_files.
func (r *Resource) FileKind() string { return strings.ReplaceAll(r.Name, "_", "") }
