// What the scripts of the pages may rely on and the standard types do not say.

// A template says what its elements are, and the tests in a browser hold that: what a selector finds is taken at its word.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Document {
  getElementById(elementId: string): any;
}

// Numbers that keep their spelling: https://github.com/tc39/proposal-json-parse-with-source
interface RawJSON {
  readonly rawJSON: string;
}

interface JSON {
  rawJSON?(text: string): RawJSON;
  isRawJSON?(value: unknown): value is RawJSON;
  parse(text: string, reviver: (key: string, value: any, context?: { source?: string }) => any): any;
}

// What the tests of the scripts use of Node.js.
declare module "node:test" {
  export function test(name: string, run: (t: any) => unknown): Promise<void>;
  export function test(name: string, options: object, run: (t: any) => unknown): Promise<void>;
  export default test;
}
declare module "node:assert/strict";
