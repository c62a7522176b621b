package market

import (
	"archive/zip"
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// marketArchiveURL is the address of an archive of all categories and traders.
const marketArchiveURL = "/market/generate-all"

// generateMarket downloads the files of all categories and traders as an archive. The same files make the same archive.
func generateMarket(ctx context.Context, r *site.Request) (site.Response, error) {
	return r.Download(ctx, "ExpansionMarket.zip", func(ctx context.Context, w io.Writer) error {
		archive := zip.NewWriter(w)
		for _, res := range []*record.Resource{record.MarketCategories, record.MarketTraders} {
			rows, err := r.Site.DB.All(ctx, res, r.Scope(), "")
			if err != nil {
				return err
			}
			if err := zipDocuments(archive, res, rows); err != nil {
				return err
			}
		}
		return archive.Close()
	})
}

// zipDocuments adds the files of records to an archive, sorted by name and below ExpansionMod as in the profiles folder.
func zipDocuments(w *zip.Writer, res *record.Resource, rows []record.Row) error {
	folder := strings.TrimPrefix(path.Dir(res.DocumentOf("").Path), "profiles/")
	slices.SortFunc(rows, func(a, b record.Row) int { return cmp.Compare(res.TitleOf(a), res.TitleOf(b)) })
	for _, row := range rows {
		entry, err := w.CreateHeader(&zip.FileHeader{
			Name: path.Join(folder, res.TitleOf(row)+".json"), Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		})
		if err != nil {
			return err
		}
		if _, err := entry.Write(res.FileOf(row)); err != nil {
			return err
		}
	}
	return nil
}
