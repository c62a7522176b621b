// Package aipreset turns requests in plain language into new values for a settings file of the Expansion mod. A provider proposes values;
// whatever it proposes is checked against the schema of the file before anybody sees it, and again before it is stored.
package aipreset

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// MaxPrompt is how long a request may be, in characters.
const MaxPrompt = 2000

// Request is a wish in words, and the settings file that it is about.
type Request struct {
	Setting *expansion.Schema
	Current *jsontree.Object // what the file holds
	Prompt  string
}

// Proposal is a provider's answer to a request; nothing in it is checked.
type Proposal struct {
	Preset   *jsontree.Object // the keys to change, with their new values
	Summary  string
	Reasons  map[string]string // by the path of a field: HUDColors.StaminaBarColor
	Warnings []string
}

// Provider makes proposals. An error may be a [ProviderError], whose message is shown to people.
type Provider interface {
	Name() string
	Propose(ctx context.Context, request Request) (Proposal, error)
}

// ProviderError says why there is no proposal, in words that hide how the provider is reached.
type ProviderError struct {
	Message string
	Cause   error // for the log; may be nil
}

func (e *ProviderError) Error() string {
	if e.Cause == nil {
		return e.Message
	}
	return e.Message + " " + e.Cause.Error()
}

// Unwrap returns the cause, for errors.Is and errors.As.
func (e *ProviderError) Unwrap() error { return e.Cause }

// Preview is a proposal as it would be applied.
type Preview struct {
	Preset   *jsontree.Object // only what differs from the file
	Values   []ProposedValue
	Summary  string
	Provider string
	Warnings []string
}

// Service makes previews of presets.
type Service struct{ provider Provider }

// New returns a service that asks the provider.
func New(provider Provider) *Service { return &Service{provider} }

// maxSummary and maxWarnings bound what is taken over from an answer.
const (
	maxSummary  = 1000 // characters
	maxWarnings = 50
)

// Preview returns what a prompt would change in a settings file. It returns a [*ProviderError] where the provider fails, and the errors of
// [Lay].
func (s *Service) Preview(ctx context.Context, setting *expansion.Schema, current *expansion.Document, prompt string) (Preview, error) {
	proposal, err := s.provider.Propose(ctx, Request{setting, current.Tree, prompt})
	if err != nil {
		return Preview{}, providerError(err)
	}
	laid, err := Lay(setting, current, proposal.Preset)
	if err != nil {
		return Preview{}, err
	}
	warnings := slices.Concat(proposal.Warnings, laid.Warnings)
	for _, path := range laid.Unknown {
		warnings = append(warnings, fmt.Sprintf("The settings have no field “%s”; it was left out.", shorten(path, maxQuoted)))
	}
	for i, c := range laid.Values {
		laid.Values[i].Reason = proposal.Reasons[c.Path]
	}
	return Preview{
		Preset: laid.Preset, Values: laid.Values, Provider: s.provider.Name(),
		Summary: shorten(proposal.Summary, maxSummary), Warnings: warnings[:min(len(warnings), maxWarnings)],
	}, nil
}

func providerError(err error) error {
	var told *ProviderError
	if errors.As(err, &told) {
		return err
	}
	return &ProviderError{"The provider of presets failed.", err}
}

// maxQuoted is how much of a foreign text a sentence quotes, in characters.
const maxQuoted = 60

// shorten cuts a text that is longer than the limit.
func shorten(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}
