import { formatCounted } from '../../../formats/count.ts';

const MINUTE_MS = 60_000;

/** The two largest units: "3 days 4 hours". Both instants are the server's, so that the reader's clock does not matter. */
export function uptimeWords(startedAt: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(startedAt)) / MINUTE_MS));
  const parts = [
    { count: Math.floor(minutes / 1_440), word: 'day' },
    { count: Math.floor(minutes / 60) % 24, word: 'hour' },
    { count: minutes % 60, word: 'minute' },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return 'Less than a minute';
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => formatCounted(count, word))
    .join(' ');
}
