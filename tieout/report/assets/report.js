"use strict";
// The list of findings and the card beside it. Cards are HTML made by the templates, kept compressed in the page; on
// the review page they come from its server. All text is put in as text, or was escaped by the templates.
const tieout = (() => {
  const $ = (selector, within = document) => within.querySelector(selector);
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
  const data = JSON.parse($("#index").textContent);
  const PAGE = 200, SEVERITIES = ["high", "medium", "low", "info"];
  const rows = data.rows, byKey = new Map(), card = $("#card"), list = $(".list"), form = $(".filter");
  const chunks = $$("script.cards"), opened = new Map();
  const state = { text: "", severities: new Set(SEVERITIES), standing: data.review ? "open" : "", check: "", document: "", sort: "rank", page: 0 };
  let shown = rows, current = null;

  const USUAL = { state: "unchanged", decision: "", settled: false, assignee: "", head: "" };
  rows.forEach((row, n) => {
    for (const name in USUAL) row[name] ??= USUAL[name];
    row.fingerprint ??= row.key;
    row.n = n;
    byKey.set(row.key, row);
    byKey.set("f-" + row.id, row);
    if (!byKey.has(row.fingerprint)) byKey.set(row.fingerprint, row);
    row.hay = [row.message, row.check, row.verdict, row.quotes, row.key, row.id, ...row.documents.map((d) => data.documents[d])].join(" ").toLowerCase();
  });

  const STANDINGS = {
    open: ["to decide", (row) => !row.settled],
    settled: ["decided", (row) => row.settled],
    reopened: ["reopened or expired", (row) => row.decision === "reopened" || row.decision === "expired"],
    new: ["new or changed", (row) => row.state !== "unchanged"],
    mine: ["assigned to me", (row) => data.me && row.assignee === data.me],
  };

  function fill(select, options) {
    select.replaceChildren(...options.map(([value, label]) => Object.assign(document.createElement("option"), { value, textContent: label })));
    select.value = state[select.dataset.filter];
  }
  function counted(values) {
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }
  function setUp() {
    form.hidden = false;
    const wanted = Object.entries(STANDINGS).filter(([name, [, fits]]) => data.review || (name !== "mine" && rows.some(fits)));
    fill($('[data-filter="standing"]'), [["", "all"], ...wanted.map(([name, [label]]) => [name, label])]);
    fill($('[data-filter="check"]'), [["", "all"], ...counted(rows.map((row) => row.check)).map(([name, n]) => [name, `${name} (${n})`])]);
    const documents = counted(rows.flatMap((row) => row.documents));
    fill($('[data-filter="document"]'), [["", "all"], ...documents.map(([at, n]) => [String(at), `${data.documents[at]} (${n})`])]);
  }

  const ORDERS = {
    rank: (a, b) => a.n - b.n,
    new: (a, b) => (b.first > a.first) - (b.first < a.first) || a.n - b.n,
    document: (a, b) => a.documents[0] - b.documents[0] || a.n - b.n,
    check: (a, b) => (a.check > b.check) - (a.check < b.check) || a.n - b.n,
  };
  function apply(keepPage) {
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
    const standing = STANDINGS[state.standing];
    const at = state.document === "" ? -1 : Number(state.document);
    shown = rows.filter((row) => state.severities.has(row.severity) && (!standing || standing[1](row)) && (!state.check || row.check === state.check)
      && (at < 0 || row.documents.includes(at)) && words.every((word) => row.hay.includes(word)));
    if (state.sort !== "rank") shown.sort(ORDERS[state.sort]);
    if (!keepPage) state.page = 0;
    state.page = Math.min(state.page, Math.max(0, Math.ceil(shown.length / PAGE) - 1));
    draw();
  }
  function element(tag, name, text) {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  }
  function line(row) {
    const item = element("li", row.severity + (row.settled ? " settled" : "")), link = element("a");
    link.href = "#" + row.key;
    if (row === current) link.setAttribute("aria-current", "true");
    const message = element("span", "message"), meta = element("span", "meta");
    message.append(element("span", "hidden", row.severity + ": "), element("bdi", "", row.message));
    if (row.state !== "unchanged" && data.previous) meta.append(element("b", "", row.state === "updated" ? "changed" : row.state));
    if (row.decision) meta.append(element("b", "", data.words[row.decision] || row.decision));
    if (row.assignee) meta.append(element("b", "", "for " + row.assignee));
    meta.append(element("span", "", row.check), element("span", "", row.documents.length > 1 ? row.documents.length + " documents" : data.documents[row.documents[0]]));
    const dot = element("span", "dot");
    dot.setAttribute("aria-hidden", "true");
    link.append(dot, message, meta);
    item.append(link);
    return item;
  }
  function draw() {
    const first = state.page * PAGE, some = shown.slice(first, first + PAGE);
    list.replaceChildren(...some.map(line));
    $(".count").textContent = shown.length === rows.length ? `${rows.length} findings` : `${shown.length} of ${rows.length} findings`;
    const pager = $(".pager");
    pager.hidden = shown.length <= PAGE;
    $("span", pager).textContent = `${first + 1} to ${first + some.length}`;
  }

  async function unpack(n) {
    if (!opened.has(n)) opened.set(n, (async () => {
      const packed = Uint8Array.from(atob(chunks[n].textContent), (char) => char.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
      return JSON.parse(await new Response(stream).text());
    })());
    return opened.get(n);
  }
  const html = async (row) => (await unpack(Math.floor(row.n / data.chunk)))[row.n % data.chunk];
  function hydrate(within) {
    for (const image of $$("img[data-picture]", within)) if (data.pictures[image.dataset.picture]) image.src = data.pictures[image.dataset.picture];
  }
  async function open(row, { focus = false, push = true } = {}) {
    current = row;
    const at = shown.indexOf(row);
    if (at >= 0 && Math.floor(at / PAGE) !== state.page) { state.page = Math.floor(at / PAGE); draw(); }
    for (const link of $$("a", list)) {
      const here = link.getAttribute("href") === "#" + row.key;
      if (here) { link.setAttribute("aria-current", "true"); link.scrollIntoView({ block: "nearest" }); } else link.removeAttribute("aria-current");
    }
    if (push && location.hash !== "#" + row.key) history.replaceState(null, "", "#" + row.key);
    show("findings");
    if (data.review) await data.review.load(row); else { const text = await html(row); if (current === row) card.innerHTML = text; }
    if (current !== row) return;
    hydrate(card);
    // The card may have been fetched: who went on to a field meanwhile stays there, or the next key is lost.
    if (focus && !document.activeElement?.matches("input, select, textarea")) { $("h2", card)?.focus({ preventScroll: true }); scrollTo({ top: Math.min(scrollY, $("#findings").offsetTop) }); }
  }
  function step(by) {
    if (!shown.length) return;
    const at = shown.indexOf(current);
    const next = at < 0 ? (by > 0 ? shown.find((row) => row.n > (current ? current.n : -1)) || shown[0] : shown[0]) : shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next && next !== current) open(next, { focus: true });
  }
  function show(tab) {
    for (const section of $$(".tab")) section.hidden = section.id !== tab;
    for (const link of $$("[data-tab]")) if (link.dataset.tab === tab) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    for (const extra of $$(".changes, .failures")) if (!extra.closest(".tab")) extra.hidden = tab !== "findings";
  }
  function route() {
    const hash = decodeURIComponent(location.hash.slice(1));
    if (hash === "overview" || hash === "documents") { show(hash); return scrollTo(0, 0); }
    const row = byKey.get(hash);
    if (row && !shown.includes(row)) reveal();
    const target = row || (hash === "findings" && current) || shown[0] || rows[0];
    show("findings");
    if (target && target !== current) return open(target, { push: Boolean(row), focus: Boolean(row) });
  }
  function reveal() {  // a link to a finding must find it, whatever is filtered out
    Object.assign(state, { text: "", severities: new Set(SEVERITIES), standing: "", check: "", document: "" });
    $("#q").value = "";
    for (const select of $$("[data-filter]")) select.value = state[select.dataset.filter];
    for (const chip of $$("[data-severity]", form)) chip.setAttribute("aria-pressed", "true");
    apply();
  }

  async function preparePages(most) {
    const some = shown.slice(0, most);
    const texts = data.review ? [] : await Promise.all(some.map(html));
    $("#pages").innerHTML = texts.join("").replaceAll(' id="h-', ' data-head="');  // ids stay unique
    hydrate($("#pages"));
    document.documentElement.classList.toggle("has-pages", texts.length > 0);
  }
  async function print_() { await preparePages(PAGE); window.print(); }
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));

  function theme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches, now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
    try { localStorage.setItem("tieout-theme", document.documentElement.dataset.theme); } catch { /* a page from disk may not store */ }
  }
  try { const kept = localStorage.getItem("tieout-theme"); if (kept) document.documentElement.dataset.theme = kept; } catch { /* the same */ }

  const actions = {
    theme, print: print_, help: () => $("#help").showModal(),
    before: () => { state.page--; draw(); list.scrollTop = 0; }, after: () => { state.page++; apply(true); list.scrollTop = 0; },
  };
  const keys = {
    j: () => step(1), k: () => step(-1), "/": () => { show("findings"); $("#q").focus(); $("#q").select(); }, "?": actions.help, t: theme,
    1: () => { location.hash = "findings"; }, 2: () => { location.hash = "overview"; }, 3: () => { location.hash = "documents"; },
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button && actions[button.dataset.do]) { actions[button.dataset.do](); return; }
    const chip = event.target.closest("button[data-severity]");
    if (chip) {
      const on = chip.getAttribute("aria-pressed") !== "true";
      chip.setAttribute("aria-pressed", String(on));
      state.severities[on ? "add" : "delete"](chip.dataset.severity);
      apply();
    }
  });
  document.addEventListener("keydown", (event) => {
    // A field of a dialog that just closed keeps the focus until the next frame: a key pressed at once would be lost in it.
    const field = event.target.closest?.("input, textarea, select"), typing = field && field.checkVisibility();
    if (event.key === "Escape" && typing) { event.target.blur(); return; }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
    const act = keys[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target.id === "q") state.text = event.target.value;
    else if (event.target.dataset.filter) state[event.target.dataset.filter] = event.target.value;
    apply();
  });
  $("#q").addEventListener("keydown", (event) => { if (event.key === "Enter" && shown[0]) { open(shown[0], { focus: true }); event.target.blur(); } });
  addEventListener("hashchange", route);

  const api = { data, state, keys, actions, byKey, apply, draw, open, step, route, shown: () => shown, current: () => current, $, $$ };
  addEventListener("DOMContentLoaded", () => {
    if (!rows.length) { show("findings"); form.hidden = true; route(); return; }
    setUp();
    apply();
    hydrate(card);
    if (!location.hash && !data.review) { current = rows[0]; draw(); show("findings"); } else route();
    document.documentElement.dataset.ready = "true";
    // So that Ctrl+P prints every finding of a small report; for a large one there is the button.
    if (!data.review && rows.length <= PAGE) setTimeout(() => preparePages(PAGE), 600);
  });
  return api;
})();
