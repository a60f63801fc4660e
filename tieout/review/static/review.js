"use strict";
// Deciding: keys press the buttons of the bar, htmx posts the forms, and what the server tells changes the list.
(() => {
  const { data, keys, actions, byKey, apply, open, shown, current, $, $$ } = tieout;
  const card = $("#card"), bulk = $("#bulk"), csrf = $('meta[name="csrf"]').content, POLL_MS = 4000;
  let version = data.version;

  // The old card must not stay under another row of the list: a key would decide what is no longer chosen.
  async function fetched(row) {
    try {
      return await (await fetch("/card/" + encodeURIComponent(row.key))).text();
    } catch {
      return '<p role="alert">The server does not answer: start it again, then open this finding once more.</p>';
    }
  }
  data.review.load = async (row) => {
    const text = await fetched(row);
    if (current() !== row) return;
    card.innerHTML = text;
    htmx.process(card);
  };
  document.body.addEventListener("htmx:configRequest", (event) => { event.detail.headers["X-CSRF-Token"] = csrf; });

  function toast(message) {
    const line = Object.assign(document.createElement("p"), { textContent: message });
    $(".toasts").replaceChildren(line);
    setTimeout(() => line.remove(), 6000);
  }
  function update(rows) {
    for (const one of rows) if (byKey.has(one.key)) Object.assign(byKey.get(one.key), one);
  }
  // Where one was, the next one moves up: its place in the list is the place of the next to decide.
  function moveOn(at) {
    apply(true);
    const left = shown(), row = current();
    if (!left.length) { card.replaceChildren(Object.assign(document.createElement("p"), { className: "clean", textContent: "Nothing is left to decide here." })); return; }
    const next = left.includes(row) ? left[Math.min(left.indexOf(row) + 1, left.length - 1)] : left[Math.min(Math.max(at, 0), left.length - 1)];
    open(next, { focus: true });
  }
  document.body.addEventListener("tieout:told", (event) => {
    const told = event.detail, at = shown().indexOf(current());
    version = told.version;
    update(told.rows);
    if (bulk.open) bulk.close();
    toast(told.message);
    if (told.moves) moveOn(at);
    else { apply(true); if (told.show[0]) { const row = byKey.get(told.show[0]); if (row) open(row, { focus: true }); } }
  });
  document.body.addEventListener("htmx:responseError", (event) => toast(event.detail.xhr.responseText.slice(0, 300) || "That did not work."));
  document.body.addEventListener("htmx:sendError", () => toast("The server does not answer. Nothing was written; try again when it runs."));

  function panel(name) {
    for (const one of $$(".panel", card)) one.hidden = one.id !== "panel-" + name || !one.hidden;
    const field = $(`#panel-${name} input:not([type=hidden])`, card);
    if (field && !field.closest(".panel").hidden) { field.focus(); field.select(); }
  }
  const press = (letter) => $(`[data-key="${letter}"]`, card)?.click();
  for (const letter of "cdsfuna") keys[letter] = () => press(letter);

  function fillBulk() {
    const by = $('[name="by"]', bulk).value, what = $('[name="what"]', bulk), row = current();
    const wanted = tieout.data.rows.filter((one) => !one.settled);
    const names = [...new Set(wanted.flatMap((one) => (by === "check" ? [one.check] : one.documents.map((at) => data.documents[at]))))].sort();
    what.replaceChildren(...names.map((name) => Object.assign(document.createElement("option"), { value: name, textContent: name })));
    const own = row && (by === "check" ? row.check : data.documents[row.documents[0]]);
    if (names.includes(own)) what.value = own;
    countBulk();
  }
  function countBulk() {
    const by = $('[name="by"]', bulk).value, what = $('[name="what"]', bulk).value;
    const fits = (one) => (by === "check" ? one.check === what : one.documents.some((at) => data.documents[at] === what));
    const n = data.rows.filter((one) => !one.settled && one.key === one.fingerprint && fits(one)).length;
    $('[name="count"]', bulk).value = String(n);
    $(".bulk-count", bulk).textContent = String(n);
    $('[name="reason"]', bulk).required = $('[name="status"]', bulk).value === "dismissed";
  }
  bulk.addEventListener("change", (event) => (event.target.name === "by" ? fillBulk() : countBulk()));
  actions.bulk = keys.b = () => { fillBulk(); bulk.showModal(); $('[name="what"]', bulk).focus(); };
  actions.undo = keys.z = () => htmx.ajax("POST", "/undo", { swap: "none", target: "body" });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.panel) panel(button.dataset.panel);
    if (button && "close" in button.dataset) bulk.close();
    if (button?.dataset.reason) { const form = button.closest("form"); $('[name="reason"]', form).value = button.dataset.reason; form.requestSubmit(); }
  });
  document.addEventListener("keydown", (event) => {
    const open_ = event.key === "Escape" && $(".panel:not([hidden])", card);
    if (open_) { open_.hidden = true; $("h2", card)?.focus({ preventScroll: true }); }
  });

  // Others decide too, and runs end: ask now and then, and say so when the open card changed under the reader.
  async function poll() {
    try {
      const answer = await fetch("/standing?version=" + encodeURIComponent(version));
      if (answer.status !== 200) return;
      const news = await answer.json(), row = current(), before = row && row.head;
      version = news.version;
      if (news.rows.length !== data.rows.length || news.rows.some((one) => !byKey.has(one.key))) { toast("A newer run is there: load the page again."); return; }
      update(news.rows);
      apply(true);
      const typing = $(".panel:not([hidden])", card);
      if (row && row.head !== before && !typing) open(row);
    } catch { /* the server is away; forms say so */ }
  }
  setInterval(poll, POLL_MS);
})();
