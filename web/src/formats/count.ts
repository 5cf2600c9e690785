const counts = new Intl.NumberFormat('en-US');
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const sizes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** 13190 → "13,190". */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** A count on an axis of any magnitude: "250", "1.25K", "3M". */
export function formatAxisCount(count: number): string {
  return compact.format(count);
}

/** `1 row`, `2 rows`: the plural is the word with an s unless given. */
export function formatCounted(count: number, word: string, plural = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : plural}`;
}

/** Bytes as kB or MB of 1000, the way file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${sizes.format(bytes / 1_000)} kB`;
  if (bytes < 1_000_000_000) return `${sizes.format(bytes / 1_000_000)} MB`;
  return `${sizes.format(bytes / 1_000_000_000)} GB`;
}
