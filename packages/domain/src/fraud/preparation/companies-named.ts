import type { PreparedEntry } from './prepared-entry.ts';

const MOST_NAMED = 3;

/** Names of the companies of entries, in order: "NOVA TRADE, OPAL MEDIA, QUILL GROUP and 2 more". */
export function companiesNamed(entries: readonly PreparedEntry[]): string {
  const names = new Map<string, string>();
  for (const { entry } of entries) {
    if (!names.has(entry.companyKey)) names.set(entry.companyKey, entry.company);
  }
  const named = [...names.values()];
  const rest = named.length - MOST_NAMED;
  const shown = named.slice(0, MOST_NAMED).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
