package economy

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"quartermaster/internal/say"
)

// Wish is what to set so that a number of a type lies in the world.
type Wish struct {
	_         struct{} `name:"EconomyWish"`
	Class     string   `field:"class" example:"AKM"`
	SID       string   `field:"sid" help:"Of the type that counts." example:"aB3dE5fG7h"`
	Number    int64    `field:"number" help:"How many are wished." example:"30"`
	Reachable bool     `field:"reachable" help:"Whether so many can lie there." example:"true"`
	Nominal   int64    `field:"nominal" help:"What to set; 0 where no number helps." example:"31"`
	Min       int64    `field:"min" example:"21"`
	Now       float64  `field:"now" help:"How many find room today, on average over the runs." example:"3"`
	Lies      float64  `field:"lies" help:"How many find room with these numbers." example:"30.2"`
	Runs      int      `field:"runs" help:"How often the map was filled; 0 where its files are not here." example:"10"`
	Partial   bool     `field:"partial" help:"Whether there was too much to place, so that the later runs are incomplete."`
	Reasons   []string `field:"reasons" help:"Why these numbers." example:"[\"There is room for 1,586 at a time.\"]"`

	tries int // that its fillings have taken
}

// wishSentences say why a wish is solved as it is.
var wishSentences = say.Table{
	"no-number": "No number helps: {cause}",
	"no-room":   "There is room for {possible:grouped} at a time, so {number:grouped} cannot lie there.",
	"room":      "There is room for {possible:grouped} at a time, in {buildings:grouped|building|buildings}.",
	"proxies":   "Wrecks and buildings place it {possible:grouped|time|times} at most.",
	"unsure":    "Whether there is room is not known, so nominal is the number itself. {cause}",
	"all":       "All of nominal {nominal:grouped} find room beside everything else that is wanted.",
	"crowded":   "Of nominal {nominal:grouped}, {lies:1} find room on average: other types take the rest.",
	"full":      "With more, no more than {lies:1} find room on average: other types take the rest.",
	"kept":      "Min is {percent} % of nominal, as it is now.",
	"usual":     "Min is {percent} % of nominal, as it is for most types of its category.",
	"half":      "Min is half of nominal.",
	"between": "The game starts to replace them below {min:grouped}, so between {min:grouped} and {number:grouped} lie there while people " +
		"play.",
}

// How often a wish fills the map for a number, and how many numbers it tries.
const (
	wishRuns  = 10
	wishTries = 4
)

// Wish solves a wished number of a type for its nominal and min: it fills the map with everything that is wanted. The class has to be
// one that the figures have.
func (s *Service) Wish(ctx context.Context, f *Figures, class string, number int64) (Wish, error) {
	leave, err := s.simulation.Enter(ctx, 1)
	if err != nil {
		return Wish{}, err
	}
	defer leave()
	return f.wish(f.Type(class), number), nil
}

func (f *Figures) wish(t *TypeFigure, number int64) Wish {
	w := Wish{Class: t.Name, SID: t.SID, Number: number, Reachable: true, Nominal: number, Lies: float64(number), Reasons: []string{}}
	cause, effect := f.hopeless(t)
	switch effect {
	case Blocks:
		w.Reachable, w.Nominal, w.Lies = false, 0, 0
		w.say(say.New("no-number", "cause", cause))
		return w
	case Unsure:
		w.say(say.New("unsure", "cause", cause))
	default:
		f.solve(&w, t)
	}
	f.leastOf(&w, t)
	return w
}

func (w *Wish) say(m say.Message) { w.Reasons = append(w.Reasons, wishSentences.Sentence(m)) }

// hopeless says why no number of a type would spawn, or why that is not known; nothing where it would.
func (f *Figures) hopeless(t *TypeFigure) (cause string, effect Effect) {
	for _, c := range f.Why(t.Name).Causes {
		if c.Effect != Lessens && c.Cause != "nominal" && c.Cause != "no-nominal" {
			return c.Message, c.Effect
		}
	}
	return "", ""
}

// solve looks for the nominal with which as many as are wished find room.
func (f *Figures) solve(w *Wish, t *TypeFigure) {
	room := int64(max(t.Possible, 0))
	w.Now = f.lying(w, t, t.Wanted)
	switch {
	case w.Number > room:
		w.Reachable, w.Nominal = false, room
		w.say(say.New("no-room", "possible", room, "number", w.Number))
	case t.Slots == 0:
		w.say(say.New("proxies", "possible", room))
	default:
		w.say(say.New("room", "possible", room, "buildings", t.Buildings))
	}
	aim := float64(min(w.Number, room))
	for range wishTries {
		if w.Partial {
			break
		}
		w.Lies = f.lying(w, t, w.Nominal)
		if w.Lies >= aim-0.5 || w.Nominal >= room || w.Lies == 0 {
			break
		}
		w.Nominal = min(max(int64(math.Ceil(float64(w.Nominal)*aim/w.Lies)), w.Nominal+1), room)
	}
	f.judge(w, aim)
}

// judge says what the last number has come to.
func (f *Figures) judge(w *Wish, aim float64) {
	says := "all"
	switch {
	case w.Lies < aim-0.5:
		says, w.Reachable = "full", false
	case w.Lies < float64(w.Nominal)-0.5:
		says = "crowded"
	}
	w.say(say.New(says, "nominal", w.Nominal, "lies", w.Lies))
}

// lying returns how many of a type find room on average with a nominal, when the map is filled with all that is wanted. What is placed by
// wrecks and buildings takes no room from anything.
func (f *Figures) lying(w *Wish, t *TypeFigure, nominal int64) float64 {
	if t.Slots == 0 || nominal <= 0 {
		return float64(min(max(nominal, 0), int64(t.Proxies)))
	}
	with := *f
	with.Types = slices.Clone(f.Types)
	with.Type(t.Name).Wanted = nominal
	s := newFilling(&with, -1)
	s.counted, s.tries = t.Name, w.tries // all fillings of a wish are bounded together
	for run := range wishRuns {
		s.run(rand.New(rand.NewPCG(1, uint64(run))))
	}
	w.Runs, w.Partial, w.tries = wishRuns, s.tries > maxPlacing, s.tries
	return float64(s.found)/wishRuns + float64(min(max(nominal-int64(t.Slots), 0), int64(t.Proxies)))
}

// leastOf sets min in proportion to nominal: as it is now, or as most types of the category have it.
func (f *Figures) leastOf(w *Wish, t *TypeFigure) {
	share, says := f.shareOfMin(t)
	lies := min(w.Nominal, int64(math.Round(w.Lies)))
	w.Min = max(min(int64(math.Round(share*float64(w.Nominal))), lies), 1)
	w.say(say.New(says, "percent", int64(math.Round(100*share))))
	if w.Min < lies {
		w.say(say.New("between", "min", w.Min, "number", lies))
	}
}

func (f *Figures) shareOfMin(t *TypeFigure) (share float64, says string) {
	if t.Min > 0 && t.Wanted >= t.Min {
		return float64(t.Min) / float64(t.Wanted), "kept"
	}
	var shares []float64
	for i := range f.Types {
		if o := &f.Types[i]; o.Category == t.Category && o.Min > 0 && o.Wanted >= o.Min {
			shares = append(shares, float64(o.Min)/float64(o.Wanted))
		}
	}
	if len(shares) == 0 {
		return 0.5, "half"
	}
	slices.Sort(shares)
	return shares[len(shares)/2], "usual"
}
