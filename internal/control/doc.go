// Package control is what an owner sees of the running game server of an instance, and does to it: its status, who plays, and
// commands over RCon.
//
// gameserver speaks the two protocols of a running server and knows no instance. control joins it with what instances say: it keeps a
// status for ten seconds, so that pages and deliveries do not flood a server, signs in to RCon for each command, and stores the password
// sealed, outside of the history. A repeat of a command has the sequence number of the first, by which the server knows it. Every address
// is dialled through dialer, which checks what a name resolves to.
package control
