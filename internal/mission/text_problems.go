package mission

import (
	"context"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/expansion"
	"quartermaster/internal/say"
)

// Problem is something wrong with a text.
type Problem struct {
	Line    int // from 1; 0 if unknown
	Column  int // from 1, in characters; 0 if unknown
	Message string
	IsError bool // the text cannot be read; otherwise a part of it is not understood
}

// problemOf returns the problem that a message is about, which may have its position.
func problemOf(m say.Message, isError bool) Problem {
	line, column, says := place(m)
	return Problem{Line: line, Column: column, Message: Sentence(says), IsError: isError}
}

// warner is a kind of file that tells what it does not understand of a file that it can read.
type warner interface {
	// warn adds the warnings about a text.
	warn(r *Report, text []byte)
}

// problemsIn returns the error of reading a text as a file of the kind, or the warnings.
func (g guard) problemsIn(ctx context.Context, k fileKind, rel string, text []byte) (list []Problem) {
	var r Report
	err := g.run(ctx, "checked", k.info().name, rel, func() error {
		if err := checkText(k, rel, text); err != nil {
			return err
		}
		if w, warns := k.(warner); warns {
			w.warn(&r, text)
		}
		return nil
	})
	if err != nil {
		return []Problem{problemOf(reasonOf(err), true)}
	}
	for _, warning := range r.Warnings {
		list = append(list, problemOf(warning, false))
	}
	return list
}

// checkText returns why a text cannot be read as a file of the kind.
func checkText(k fileKind, rel string, text []byte) error {
	if k.info().unread {
		return wellFormed(rel, text)
	}
	_, err := k.read(text)
	return err
}

func (e *entryKind[V, R]) warn(r *Report, text []byte) {
	if file, err := e.parse(text); err == nil {
		r.warn(file.Warnings)
	}
}

func (k *economyCoreKind) warn(r *Report, text []byte) {
	if _, warnings, err := ce.ParseEconomyCore(text); err == nil {
		r.warn(warnings)
	}
}

func (k *limitsKind) warn(r *Report, text []byte) {
	if _, warnings, err := ce.ParseLimits(text); err == nil {
		r.warn(warnings)
	}
}

func (k *userLimitsKind) warn(r *Report, text []byte) {
	if _, warnings, err := ce.ParseUserLimits(text); err == nil {
		r.warn(warnings)
	}
}

func (d *documentKind) warn(r *Report, data []byte) {
	text := strings.TrimPrefix(string(data), byteOrderMark)
	if document, err := expansion.Parse(text); err == nil {
		r.warnOfDocument(text, d.document.Check(document))
	}
}
