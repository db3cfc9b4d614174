(() => {
  const form = document.getElementById("filters");
  if (form === null) return;
  const matches = document.getElementById("matches");
  const groups = Array.from(document.querySelectorAll(".group"), (node) => ({
    node,
    items: Array.from(node.querySelectorAll(".finding"), (item) => ({ item, text: undefined })),
  }));
  const total = groups.reduce((sum, { items }) => sum + items.length, 0);

  /** Values may be very long, so the text is built only once, at the first search. */
  function hasWords(entry, words) {
    if (words.length === 0) return true;
    entry.text ??= entry.item.textContent.toLowerCase();
    return words.every((word) => entry.text.includes(word));
  }

  function update() {
    const chosen = new FormData(form);
    const states = chosen.getAll("state");
    const words = chosen.get("text").toLowerCase().split(/\s+/).filter(Boolean);
    const [kind, stack] = [chosen.get("kind"), chosen.get("stack")];
    let shown = 0;
    for (const { node, items } of groups) {
      let shownHere = 0;
      for (const entry of items) {
        const { dataset } = entry.item;
        const isOne =
          states.includes(node.dataset.tone) &&
          (kind === "" || kind === dataset.kind) &&
          (stack === "" || stack === dataset.stack) &&
          hasWords(entry, words);
        entry.item.hidden = !isOne;
        shownHere += isOne ? 1 : 0;
      }
      node.hidden = shownHere === 0;
      shown += shownHere;
    }
    const none = shown === 0 ? "No findings match." : `Showing ${shown} of ${total} findings.`;
    matches.textContent = shown === total ? `Showing all ${total} findings.` : none;
  }

  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("all").addEventListener("click", () => {
    form.reset();
    update();
  });
  // Print everything expanded.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  form.hidden = false;
  update();
})();
