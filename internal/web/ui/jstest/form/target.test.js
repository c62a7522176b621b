// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { isFor } from "../../static/form/target.js";

test("a folder needs no sign-in, and only SFTP has keys", () => {
  assert.equal(isFor("host", "folder"), false);
  assert.equal(isFor("password", "folder"), false);
  assert.equal(isFor("dir", "folder"), true);
  assert.equal(isFor("private_key", "sftp"), true);
  assert.equal(isFor("private_key", "ftps"), false);
  assert.equal(isFor("implicit_tls", "ftps"), true);
  assert.equal(isFor("implicit_tls", "ftp"), false);
  assert.equal(isFor("pinned", "ftp"), false);
  assert.equal(isFor("_token", "folder"), true);
});
