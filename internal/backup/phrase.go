package backup

import (
	"errors"
	"io"
	"os"
	"strings"

	"filippo.io/age"
)

// The errors about the phrase that a backup is encrypted with.
var (
	ErrPhrase        = errors.New("the pass phrase is not that of the backup")
	ErrPhraseMissing = errors.New("it is encrypted, and no pass phrase is given")
	ErrNotEncrypted  = errors.New("a pass phrase is given, but it is not encrypted")
)

// encryptedMark begins a file that is encrypted, as the format of age has it.
const encryptedMark = "age-encryption.org/v1\n"

// encrypted writes what fill writes, encrypted where there is a phrase.
func (o Options) encrypted(to io.Writer, fill func(io.Writer) error) error {
	if o.Phrase == "" {
		return fill(to)
	}
	recipient, err := age.NewScryptRecipient(o.Phrase)
	if err != nil {
		return err
	}
	out, err := age.Encrypt(to, recipient)
	if err != nil {
		return err
	}
	if err := fill(out); err != nil {
		return err
	}
	return out.Close()
}

// decrypted returns the content of a backup and its size in bytes. Nothing of it is read yet but its end.
func (o Options) decrypted(f *os.File) (content io.ReaderAt, size int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	encrypted, err := isEncrypted(f)
	switch {
	case err != nil:
		return nil, 0, err
	case encrypted && o.Phrase == "":
		return nil, 0, ErrPhraseMissing
	case !encrypted && o.Phrase != "":
		return nil, 0, ErrNotEncrypted
	case !encrypted:
		return f, info.Size(), nil
	}
	identity, err := age.NewScryptIdentity(o.Phrase)
	if err != nil {
		return nil, 0, err
	}
	content, size, err = age.DecryptReaderAt(f, info.Size(), identity)
	return content, size, phraseError(err)
}

func isEncrypted(f *os.File) (bool, error) {
	begin := make([]byte, len(encryptedMark))
	n, err := f.ReadAt(begin, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return strings.HasPrefix(string(begin[:n]), encryptedMark), err
}

// phraseError tells a wrong phrase from a file that is damaged.
func phraseError(err error) error {
	var other *age.NoIdentityMatchError
	switch {
	case errors.As(err, &other):
		return ErrPhrase
	case err != nil:
		return errors.New("it is cut off or damaged")
	}
	return nil
}
