const TOO_MANY = 429;

/** Counts 429 responses in a growing request log. Requests without a response are read again. */
export class RefusalCounter {
  /** All requests up to this number have a response and were counted. */
  answered = 0;

  #refusals = new Set();

  get refused() {
    return this.#refusals.size;
  }

  add(report) {
    for (const { n, status } of report.log) if (status === TOO_MANY) this.#refusals.add(n);
    const open = report.log.find(({ status }) => status === 0);
    this.answered = open === undefined ? (report.log.at(-1)?.n ?? this.answered) : open.n - 1;
    return report;
  }
}
