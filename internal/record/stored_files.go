package record

// StoredFile is a file that a user has uploaded, or that was generated for the user.
type StoredFile struct {
	Identity
	UserID       int64   `field:"user_id,hidden"`
	InstanceID   *int64  `field:"instance_id,readonly" example:"1" help:"Id of its first instance; null once that is deleted."`
	Kind         string  `field:"kind,readonly" in:"upload generate" help:"Whether it was imported or generated."`
	Name         string  `field:"name,readonly" example:"types.xml" help:"The name of its download."`
	Size         int64   `field:"size,readonly" example:"1048576" help:"In bytes."`
	SHA256       string  `field:"sha256,readonly" label:"SHA-256" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	CreatedAt    Moment  `field:"created_at,readonly" label:"Stored" help:"When it was first stored."`
	InstanceSID  *string `field:"instance_sid,hidden" sql:"i.sid"`
	InstanceName *string `field:"instance_name,hidden" sql:"i.name"`
}

// StoredFiles belong to a user and count against the limits of the plan. Package stored writes them.
var StoredFiles = Define[StoredFile]("stored_files", Owned,
	at("stored-files"),
	called("stored file", "The files that you imported and downloaded, within the limits of your plan."),
	joining("LEFT JOIN instances i ON i.id = r.instance_id"),
	searching("r.name"), filtering(byText("kind")))
