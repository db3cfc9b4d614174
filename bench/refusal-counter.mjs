const TOO_MANY = 429;

/** Goes through a log that grows. Requests that are not answered yet are looked at again. */
export class RefusalCounter {
  /** All requests up to this one have been answered, and counted. */
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
