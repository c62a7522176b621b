package record

// TraderCurrency is a class that traders accept as money. Source: the <Currency> lines of TraderConfig.txt.
type TraderCurrency struct {
	Meta
	InstanceClassnameID int64      `field:"instance_classname_id,required" ref:"instance_classnames" label:"Class name" help:"Used as money."`
	Name                string     `field:"name,max=255" sql:"ic.name" example:"AKM" label:"Class name" help:"The name of that class."`
	Value               Hundredths `field:"value,required" usual:"0.." example:"100.00" help:"The value of one piece."`
	HiddenOrigin
	Stamps
}

// TraderCurrencies are the currencies of an instance's traders.
var TraderCurrencies = Define[TraderCurrency]("trader_currencies", InInstance,
	at("trader-currencies"),
	called("trader currency", "The classes that traders accept as money, and their values."),
	keyed("instance_classname_id"),
	ofClassName(),
	preparing(takeClassName))
