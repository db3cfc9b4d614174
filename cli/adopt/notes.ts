/** Notes for the user about the program, one per line. */
export interface Notes {
  add(note: string): void;
  /** Counts one more resource with the same note. */
  count(noun: string, why: string): void;
  lines(): readonly string[];
}

export function collectNotes(): Notes {
  const notes: string[] = [];
  const counts = new Map<string, { readonly noun: string; readonly why: string; count: number }>();
  return {
    add: (note) => void notes.push(note),
    count(noun, why) {
      const key = `${noun}: ${why}`;
      const counted = counts.get(key) ?? { noun, why, count: 0 };
      counted.count++;
      counts.set(key, counted);
    },
    lines: () => [...Array.from(counts.values(), ({ noun, why, count }) => `${count} × ${noun}: ${why}`), ...notes],
  };
}
