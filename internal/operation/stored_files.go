package operation

import (
	"context"

	"quartermaster/internal/access"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// StoredFiles are what one can do with the files that were imported and downloaded.
var StoredFiles = []*Operation{
	defineFile("download stored file", "stored-files/{storedFile}/content", anyType, access.Read, "The file itself.", downloadStored,
		ofAccount, of(record.StoredFiles), tokensNeed(access.Deliver), // it may hold passwords
		about("The content of a stored file, as it was imported or generated.")),
	define("delete stored file", remove, "stored-files/{storedFile}", access.Edit, "Delete a file, which makes room for others.", deleteStored,
		ofAccount, of(record.StoredFiles),
		about("Deletes a stored file, which frees space within the limits of the plan. Records are not changed.")),
}

// downloadStored answers with a stored file.
func downloadStored(ctx context.Context, call *Call, _ none) (File, error) {
	res := record.StoredFiles
	row, err := call.DB.Get(ctx, res, call.Scope, call.Param(res.Param()))
	if err != nil {
		return File{}, err
	}
	var file record.StoredFile
	res.Decode(row, &file)
	answer := File{Name: file.Name, Size: file.Size, Digest: file.SHA256}
	if call.Holds(answer.Tag()) {
		return answer, nil
	}
	intact, err := call.Stored.Passes(ctx, file, mission.FormatCheck(file.Name))
	if err != nil {
		return File{}, err
	}
	answer.Unlike = !intact
	answer.Content, err = call.Stored.Open(ctx, file)
	return answer, err
}

func deleteStored(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, call.Stored.Delete(ctx, call.Scope.UserID, call.Param(record.StoredFiles.Param()))
}
