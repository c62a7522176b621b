package catalog

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// workshopAnswer is the answer of the Steam Workshop to QueryFiles and to GetPublishedFileDetails.
type workshopAnswer struct {
	Response *struct {
		Files []workshopFile `json:"publishedfiledetails"`
	} `json:"response"`
}

// workshopFile is one modification of the answer. The two requests call its description differently.
type workshopFile struct {
	ID            string `json:"publishedfileid"`
	Result        int    `json:"result"`
	Title         string `json:"title"`
	Description   string `json:"description"`
	Long          string `json:"file_description"`
	Short         string `json:"short_description"`
	PreviewURL    string `json:"preview_url"`
	Subscriptions int64  `json:"subscriptions"`
}

// found is the result of a modification that exists and is public.
const found = 1

// ImportWorkshop fills the workshop mods from an answer of the Steam Workshop, identified by their Workshop ids. What the Workshop did not
// find is left out with a warning. Importing the same answer again changes nothing. An answer that cannot be read is a failed report; an
// error is one of the database or of the context.
func (s *Service) ImportWorkshop(ctx context.Context, path string, data []byte) (mission.Report, error) {
	report := mission.Report{Path: path, Kind: "workshop", Status: mission.Imported}
	files, err := parseWorkshop(data, &report)
	if err != nil {
		report.Fail(err)
		return report, nil
	}
	err = s.db.EditCatalog(ctx, func(e *store.Edit) error {
		known, err := e.All(ctx, record.WorkshopMods, "")
		if err != nil {
			return err
		}
		p := planWorkshop(files, known)
		p.count(&report, len(files))
		return p.carryOut(ctx, e)
	})
	return report, err
}

// parseWorkshop returns the modifications of an answer, each once; the last of several with one id counts.
func parseWorkshop(data []byte, report *mission.Report) ([]workshopFile, error) {
	var answer workshopAnswer
	if err := json.Unmarshal(data, &answer); err != nil {
		return nil, workshopError(data, err)
	}
	if answer.Response == nil {
		return nil, errNoAnswer
	}
	var files []workshopFile
	index := map[string]int{}
	for i, f := range answer.Response.Files {
		if problem := f.problem(); problem != "" {
			report.Warnings = append(report.Warnings, say.Plain(fmt.Sprintf("entry %d (%s) was left out: %s", i+1, f.ID, problem)))
			continue
		}
		if at, again := index[f.ID]; again {
			files[at] = f
			continue
		}
		index[f.ID] = len(files)
		files = append(files, f)
	}
	return files, nil
}

var errNoAnswer = errors.New("not an answer of the Steam Workshop")

// workshopError names the line where a text stops to be JSON, or the member that holds something else than it should.
func workshopError(data []byte, err error) error {
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: not JSON: %w", 1+bytes.Count(data[:syntax.Offset], []byte{'\n'}), err)
	case errors.As(err, &shape) && shape.Field != "":
		return fmt.Errorf("%w: %s holds a %s", errNoAnswer, shape.Field, shape.Value)
	}
	return errNoAnswer
}

func (f workshopFile) problem() string {
	switch {
	case f.Result != 0 && f.Result != found:
		return "the Workshop did not find it"
	case f.ID == "" || strings.Trim(f.ID, "0123456789") != "":
		return "its id is not a number"
	case strings.TrimSpace(f.Title) == "":
		return "it has no title"
	}
	return ""
}

func planWorkshop(files []workshopFile, known []record.Row) plan {
	r := record.WorkshopMods
	p := plan{res: r}
	bySteamID := make(map[any]record.Row, len(known))
	for _, row := range known {
		bySteamID[row[r.Index("steam_id")]] = row
	}
	for _, f := range files {
		row := r.Encode(f.mod())
		old := bySteamID[f.ID]
		if old == nil {
			p.insert = append(p.insert, row)
			continue
		}
		for _, name := range []string{"id", "sid", "created_at", "updated_at"} {
			row[r.Index(name)] = old[r.Index(name)]
		}
		p.update(old, row)
	}
	return p
}

func (f workshopFile) mod() *record.WorkshopMod {
	title := strings.TrimSpace(withoutNUL(f.Title))
	return &record.WorkshopMod{
		SteamID: f.ID, Name: folderName(title), Title: title, Subscriptions: f.Subscriptions,
		Description: withoutNUL(cmp.Or(f.Description, f.Long, f.Short)), PreviewURL: withoutNUL(f.PreviewURL),
	}
}

// withoutNUL leaves out NUL, which PostgreSQL cannot store.
func withoutNUL(text string) string { return strings.ReplaceAll(text, "\x00", "") }

// folderName leaves out what a folder's name cannot hold.
func folderName(title string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`\/:*?"<>|`, r) {
			return -1
		}
		return r
	}, title)
	return strings.Join(strings.Fields(clean), " ")
}
