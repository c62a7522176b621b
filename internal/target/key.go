package target

import (
	"errors"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/remote"
	"quartermaster/internal/validate"
)

// checkKey looks at a private key that is sent.
func checkKey(in *jsontree.Object, problems *validate.Errors) {
	key := in.Text("private_key")
	if key == "" {
		return
	}
	if made, _ := in.Get("generate_key"); validate.Bool(made) {
		problems.AddSentence("generate_key", "Send a private key or have one made, not both.")
		return
	}
	_, err := remote.PublicKey(key, in.Text("passphrase"))
	switch {
	case errors.Is(err, remote.ErrPassphrase):
		problems.AddSentence("passphrase", sentence(err.Error()))
	case err != nil:
		problems.AddSentence("private_key", sentence(err.Error()))
	}
}
