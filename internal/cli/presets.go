package cli

import (
	"errors"
	"fmt"
	"time"

	"quartermaster/internal/aipreset"
)

// presetFlags configure the model that makes presets for the settings of the Expansion mod.
type presetFlags struct {
	AIURL     string        `name:"ai-url" help:"OpenAI-compatible endpoint for suggestions: http://127.0.0.1:11434/v1." placeholder:"URL"`
	AIModel   string        `name:"ai-model" help:"Model that the endpoint should use; by default, its own choice." placeholder:"NAME"`
	AIKey     string        `name:"ai-key" help:"API key of the endpoint." placeholder:"KEY"`
	AITimeout time.Duration `name:"ai-timeout" help:"How long a suggestion may take." default:"20s"`
}

// presets returns the service of the flags.
func (f presetFlags) presets() (*aipreset.Service, error) {
	if f.AITimeout <= 0 {
		return nil, usageError{errors.New("--ai-timeout must be more than 0s")}
	}
	if f.AIURL == "" {
		return aipreset.New(aipreset.NewBuiltIn()), nil
	}
	endpoint, err := aipreset.NewEndpoint(aipreset.EndpointConfig{URL: f.AIURL, Model: f.AIModel, Key: f.AIKey, Timeout: f.AITimeout})
	if err != nil {
		return nil, usageError{fmt.Errorf("--ai-url: %w", err)}
	}
	return aipreset.New(endpoint), nil
}
