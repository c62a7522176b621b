package target

import (
	"errors"

	"quartermaster/internal/remote"
	"quartermaster/internal/validate"
)

// checkKey looks at a private key that is sent.
func checkKey(in *TargetInput, problems *validate.Errors) {
	if in.PrivateKey == nil || *in.PrivateKey == "" {
		return
	}
	if in.GenerateKey {
		problems.AddSentence("generate_key", "Send a private key or have one made, not both.")
		return
	}
	_, err := remote.PublicKey(*in.PrivateKey, in.Passphrase)
	switch {
	case errors.Is(err, remote.ErrPassphrase):
		problems.AddSentence("passphrase", sentence(err.Error()))
	case err != nil:
		problems.AddSentence("private_key", sentence(err.Error()))
	}
}
