"use strict";
(() => {
  const filter = document.querySelector(".filter");
  if (!filter || filter.querySelectorAll("button").length < 2) return;
  filter.hidden = false;
  const apply = () => {
    const shown = new Set([...filter.querySelectorAll('[aria-pressed="true"]')].map((button) => button.dataset.show));
    for (const item of document.querySelectorAll("[data-severity]")) item.hidden = !shown.has(item.dataset.severity);
  };
  filter.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    apply();
  });
  // A link to a finding must find it, whatever is filtered out.
  addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    const button = target && target.hidden && filter.querySelector(`[data-show="${target.dataset.severity}"]`);
    if (button) { button.setAttribute("aria-pressed", "true"); apply(); target.scrollIntoView(); }
  });
  // Print what is folded away.
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
})();
