import assert from "node:assert/strict";
import { test } from "node:test";
import { Markup, attr, bare, escape, html } from "../../src/puntobanco/web/static/js/html.js";

/** Text from outside can open no element and close no attribute. */
test("holes are escaped", () => {
  const name = `<img src=x onerror="x">'&`;
  assert.equal(html`<b title="${name}">${name}</b>`.text,
    "<b title=\"&lt;img src=x onerror=&quot;x&quot;&gt;&#39;&amp;\">&lt;img src=x onerror=&quot;x&quot;&gt;&#39;&amp;</b>");
});

/** Markup and lists of it pass unchanged, so that templates nest. */
test("markup nests", () => {
  const items = ["a", "<"].map((text) => html`<li>${text}</li>`);
  assert.equal(html`<ul>${items}</ul>`.text, "<ul><li>a</li><li>&lt;</li></ul>");
});

/** Null, undefined and false leave nothing, and zero is shown, so that a condition may stand in a hole. */
test("nothing leaves nothing", () => {
  assert.equal(html`[${null}${undefined}${false}${0}]`.text, "[0]");
});

/** A string that looks like markup is still text: only the tag makes markup. */
test("only the tag makes markup", () => {
  assert.equal(html`${"<b>"}`.text, "&lt;b&gt;");
  assert.equal(html`${new Markup("<b>")}`.text, "<b>");
  assert.equal(escape("<"), "&lt;");
});

/** An optional attribute is there with its value, bare when true, and absent when null or false. */
test("optional attributes", () => {
  assert.equal(html`<a ${attr("href", "/?a=1&b=\"")} ${attr("hidden", true)} ${attr("id", null)}>`.text,
    "<a href=\"/?a=1&amp;b=&quot;\" hidden >");
});

/** Words that are read aloud are those that were written: nothing is escaped in them. */
test("words alone", () => {
  const name = `<img src=x onerror="x">'&amp;`;
  assert.equal(bare(html`<b>Enrolled.</b> ${name}`), `Enrolled. ${name}`);
});
