package settings

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/aipreset"
	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// toPresets redirects from the address of a preview to the form of the prompt.
func toPresets(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := findSetting(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return site.Redirect(s.presetURL()), nil
}

// previewPreset answers with a preview as JSON.
func previewPreset(ctx context.Context, r *site.Request) (site.Response, error) {
	_, _, preview, err := preview(ctx, r)
	var failed *aipreset.ProviderError
	var problems validate.Errors
	switch {
	case errors.As(err, &failed):
		return site.Response{Status: http.StatusBadGateway, JSON: site.MessageJSON(failed.Message)}, nil
	case errors.As(err, &problems):
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: problems.AppendJSON(nil)}, nil
	case err != nil:
		return site.Response{}, err
	}
	return site.Response{JSON: previewJSON(preview)}, nil
}

// showPreset shows a preview as a page.
func showPreset(ctx context.Context, r *site.Request) (site.Response, error) {
	s, prompt, preview, err := preview(ctx, r)
	var failed *aipreset.ProviderError
	var problems validate.Errors
	switch {
	case errors.As(err, &failed):
		panel := s.presetPanel(prompt)
		panel.Failure = failed.Message
		return s.presetPage(http.StatusBadGateway, panel), nil
	case errors.As(err, &problems):
		return s.presetInvalid(problems), nil
	case err != nil:
		return site.Response{}, err
	}
	panel := s.presetPanel(prompt)
	panel.Preview = previewOf(preview)
	return s.presetPage(http.StatusOK, panel), nil
}

// preview asks the provider what the prompt would change. What is wrong with the prompt is a validate.Errors; a failure of the provider
// is an *aipreset.ProviderError, whose details are logged.
func preview(ctx context.Context, r *site.Request) (s *setting, prompt string, preview aipreset.Preview, err error) {
	s, err = findSetting(ctx, r)
	if err != nil {
		return s, "", preview, err
	}
	prompt, problems := sentPrompt(r)
	if len(problems) > 0 {
		return s, prompt, preview, problems
	}
	preview, err = r.Site.Presets.Preview(ctx, s.schema, s.document, prompt)
	var failed *aipreset.ProviderError
	if errors.As(err, &failed) {
		r.Site.Logger.WarnContext(ctx, "no preset", "id", httpd.InfoOf(ctx).ID, "setting", s.schema.Slug, "error", failed)
	}
	return s, prompt, preview, err
}

// sentPrompt returns the prompt of the form, or what is wrong with it.
func sentPrompt(r *site.Request) (prompt string, problems validate.Errors) {
	value, _ := r.Input.Get("prompt")
	prompt, isText := value.(string)
	switch {
	case value == nil:
		problems.AddFailure("prompt", validate.IsRequired)
	case !isText:
		problems.AddFailure("prompt", validate.MustBeString)
	case utf8.RuneCountInString(prompt) > aipreset.MaxPrompt:
		problems.AddNamed("prompt", "", validate.IsTooLong.With(strconv.Itoa(aipreset.MaxPrompt)))
	}
	return prompt, problems
}

// presetInvalid leads back to the form of the prompt, or answers JSON clients with the errors.
func (s *setting) presetInvalid(problems validate.Errors) site.Response {
	if s.r.ExpectsJSON() {
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: problems.AppendJSON(nil)}
	}
	s.r.KeepInput(presetForm, problems)
	return site.Redirect(s.presetURL())
}

// isUnknown is the failure of a key that the settings do not have.
var isUnknown = validate.Failure{Rule: "unknown", Predicate: "is unknown"}

// applyAIPreset lays a preset over the file.
func applyAIPreset(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := findSetting(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	preset, problems := s.presetSent()
	if len(problems) > 0 {
		return s.presetInvalid(problems), nil
	}
	laid, err := aipreset.Lay(s.schema, s.document, preset)
	if err != nil {
		return site.Response{}, err
	}
	for _, path := range laid.Unknown {
		problems.AddFailure("preset."+path, isUnknown)
	}
	if len(problems) == 0 {
		problems, err = s.storeLaid(ctx, laid)
	}
	if err != nil || len(problems) > 0 {
		return s.presetInvalid(problems), err
	}
	return s.applied(laid), nil
}

// storeLaid stores the file with the preset, unless it has changed meanwhile.
func (s *setting) storeLaid(ctx context.Context, laid aipreset.Laid) (validate.Errors, error) {
	_, problems, err := s.storeChanges(ctx, func(_ context.Context, _ *site.Request, document *jsontree.Object) validate.Errors {
		*document = *laid.Document.Tree
		return nil
	})
	return problems, err
}

// presetSent reads the preset from JSON, from the fields of a form, or from one field with JSON.
func (s *setting) presetSent() (preset *jsontree.Object, problems validate.Errors) {
	value, _ := s.r.Input.Get("preset")
	switch v := value.(type) {
	case nil:
		problems.AddFailure("preset", validate.IsRequired)
	case *jsontree.Object:
		if isForm(s.r.Request) {
			v = aipreset.Typed(s.schema, v)
		}
		return v, nil
	case string:
		tree, err := jsontree.Parse([]byte(v))
		if object, ok := tree.(*jsontree.Object); ok && err == nil {
			return object, nil
		}
		problems.AddFailure("preset", validate.MustBeObject)
	default:
		problems.AddFailure("preset", validate.MustBeObject)
	}
	return nil, problems
}

func isForm(r *http.Request) bool { return !strings.Contains(r.Header.Get("Content-Type"), "json") }

// applied answers with what a preset has changed, and what it could not.
func (s *setting) applied(laid aipreset.Laid) site.Response {
	if s.r.ExpectsJSON() {
		return site.Response{JSON: appliedJSON(laid)}
	}
	notices := []ui.Notice{{
		Tone: ui.Good, Text: s.schema.Title + ": " + ui.Plural(len(laid.Values), "field was", "fields were") + " changed.",
	}}
	if len(laid.Values) == 0 {
		notices[0] = ui.Notice{Tone: ui.Neutral, Text: "Nothing was changed."}
	}
	for _, warning := range laid.Warnings {
		notices = append(notices, ui.Notice{Tone: ui.Warn, Text: warning})
	}
	s.r.Leave(site.Flash{Notices: notices})
	return site.Redirect(s.url())
}
