package docform

import (
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

func TestEnterLaysWhatIsNewOverAnObject(t *testing.T) {
	t.Parallel()
	const zone = `{"m_DisplayName":"A","Position":[3728.27001953125,402.0,6000.5],"Radius":300.0,"Odd":1}`
	tests := map[string]struct{ sent, want, problem string }{
		"nothing":           {`{}`, zone, ""},
		"as shown":          {`{"m_DisplayName":"A","Position":["3728.27","402","6000.5"],"Radius":"300","BuyPricePercent":"100"}`, zone, ""},
		"a number":          {`{"Radius":"12.5"}`, strings.Replace(zone, "300.0", "12.5", 1), ""},
		"a position":        {`{"Position":["1","2.5","-3"]}`, strings.Replace(zone, "3728.27001953125,402.0,6000.5", "1,2.5,-3", 1), ""},
		"a position, typed": {`{"Position":"1, 2.5 <-3>"}`, strings.Replace(zone, "3728.27001953125,402.0,6000.5", "1,2.5,-3", 1), ""},
		"half a position":   {`{"Position":["1","far"]}`, "", "The Position field must be an array of three numbers."},
		"a cleared text":    {`{"m_DisplayName":null}`, strings.Replace(zone, `"A"`, `""`, 1), ""},
		"a long text": {
			`{"m_DisplayName":"` + strings.Repeat("ä", MaxText+1) + `"}`, "", "The m_DisplayName field must not be greater than 255 characters.",
		},
		"no number":      {`{"Radius":"wide"}`, "", "The Radius field must be a number."},
		"too large":      {`{"Radius":"1e99"}`, "", "The Radius field must be a number."},
		"an unknown key": {`{"Odd":"2"}`, zone, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := object(t, zone)
			problems := Enter(expansion.Zone.Fields(), tree, object(t, tt.sent))
			if tt.problem != "" {
				if len(problems) != 1 || problems[0].Text() != tt.problem {
					t.Errorf("problems %v, want %s", problems, tt.problem)
				}
				return
			}
			if got := string(jsontree.AppendValue(nil, tree)); got != tt.want || len(problems) > 0 {
				t.Errorf("%s, want %s; problems %v", got, tt.want, problems)
			}
		})
	}
}

func TestEnterLists(t *testing.T) {
	t.Parallel()
	items := expansion.Category.Field("Items").Fields
	long := strings.Repeat("x", MaxText+1)
	tests := map[string]struct{ stored, sent, want, problem string }{
		"lines":               {`{"Variants":["a"]}`, `{"Variants":"a\r\n\r\n b "}`, `{"Variants":["a","b"]}`, ""},
		"texts, one is empty": {`{}`, `{"Variants":["a",null]}`, `{"Variants":["a"]}`, ""},
		"cleared":             {`{"Variants":["a"]}`, `{"Variants":null}`, `{"Variants":[]}`, ""},
		"not there, as shown": {`{}`, `{"Variants":null}`, `{}`, ""},
		"a long one":          {`{}`, `{"Variants":["a","` + long + `"]}`, "", "Variants.1"},
		"a long one, stored":  {`{"Variants":["` + long + `"]}`, `{"Variants":"` + long + `"}`, `{"Variants":["` + long + `"]}`, ""},
		"an odd one":          {`{"Variants":[1]}`, `{"Variants":"[\n1]"}`, `{"Variants":[1]}`, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := object(t, tt.stored)
			problems := Enter(items, tree, object(t, tt.sent))
			if tt.problem != "" {
				if len(problems) != 1 || problems[0].Path != tt.problem {
					t.Errorf("problems %v, want one of %s", problems, tt.problem)
				}
				return
			}
			if got := string(jsontree.AppendValue(nil, tree)); got != tt.want || len(problems) > 0 {
				t.Errorf("%s, want %s; problems %v", got, tt.want, problems)
			}
		})
	}
}
