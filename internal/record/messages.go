package record

// Message is a text that the server sends to its players. Source: db/messages.xml.
type Message struct {
	Meta
	Text      string `field:"text,required,max=160,lenient" example:"Welcome to #name" help:"#name, #port, #tmin (minutes) are filled in."`
	Delay     *int64 `field:"delay,min=0" example:"2" unit:"min" help:"Delay after a player has connected."`
	Repeat    *int64 `field:"repeat,column=repeat_every,min=0" example:"30" unit:"min" help:"Interval between repetitions."`
	Deadline  *int64 `field:"deadline,min=0" unit:"min" help:"For a countdown: when it ends, counted from the start of the server."`
	OnConnect bool   `field:"onconnect" default:"0" example:"true" label:"On connect" help:"Sent to each player who connects."`
	Countdown bool   `field:"countdown" default:"0" help:"Announced at certain minutes before the deadline."`
	Shutdown  bool   `field:"shutdown" default:"0" help:"The server shuts down at the deadline."`
	Placed
	Stamps
}

// Messages are the messages of an instance.
var Messages = Define[Message]("messages", InInstance,
	at("messages"),
	called("message", "Server broadcast messages."),
	keyed("text"),
	titled("text"),
	searching("r.text"))
