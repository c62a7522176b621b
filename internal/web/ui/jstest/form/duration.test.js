// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { tell } from "../../static/form/duration.js";

test("seconds are told in the two largest units", () => {
  const told = {
    0: "0 s",
    59: "59 s",
    60: "1 min",
    3600: "1 h",
    5400: "1 h 30 min",
    3601: "1 h",
    86400: "1 d",
    3888000: "45 d",
    90061: "1 d 1 h",
  };
  for (const [seconds, text] of Object.entries(told)) {
    assert.equal(tell(seconds), text);
  }
});

test("a length of time in words is told in seconds", () => {
  const told = { "4 h": "14400 s", "90 min": "5400 s", "1d 12h": "129600 s", "1.5 days": "129600 s", "2 weeks": "1209600 s" };
  for (const [text, seconds] of Object.entries(told)) {
    assert.equal(tell(text), seconds);
  }
});

test("what is not a number of seconds is not told", () => {
  for (const text of ["", "-1", "1.5", "soon", " 5"]) {
    assert.equal(tell(text), "", text);
  }
});
