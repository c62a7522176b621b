package webtest

const Zones = "/trader-zones"
