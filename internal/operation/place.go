package operation

// ofAccount declares that it is about what an account has, and not about an instance.
func ofAccount(o *Operation) { o.Account = true }

// earlier declares that it is part of the earlier API.
func earlier(o *Operation) { o.Earlier = true }

// unavailable says what a 503 means that has the body of the answer.
func unavailable(text string) option { return func(o *Operation) { o.Unavailable = text } }
