package web

import "testing"

func TestSwatch(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"8A3DC1FF": "#8A3DC1", "8a3dc1": "#8a3dc1", "": "", "8A3DC1F": "", "255 0 0": "", "#8A3DC1": "", "8A3DC1FF\n": "",
	} {
		if got := swatch(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestColorsHaveASwatchInEveryForm(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	category := s.imported(categories, "Ammo", categoryJSON)
	s.get(category+"/edit").status(200).says(`data-color`, `fill="#8A3DC1"`, `type="text" id="market-category-color" name="color" value="8A3DC1FF"`)
	s.get(s.gui+"/chat").status(200).says(`data-color`, `fill="#EB45EB"`, `type="text" id="setting-ChatColors-SystemChatColor"`)
}
