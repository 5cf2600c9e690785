import type { RemovedCount } from '@clearwatch/contracts/http/retention';

/** How records are called that a purge counts, one and more of them. */
const RECORDS: Readonly<Record<string, readonly [string, string]>> = {
  entries: ['entry', 'entries'],
  imports: ['import', 'imports'],
  documents: ['document', 'documents'],
  files: ['file', 'files'],
  alerts: ['alert', 'alerts'],
  suppressions: ['suppression', 'suppressions'],
  runs: ['analysis', 'analyses'],
  reports: ['report', 'reports'],
  events: ['event', 'events'],
};

/** `1,200 entries, 1 file removed` */
export function removedWords(removed: readonly RemovedCount[]): string {
  if (removed.length === 0) return 'nothing was due';
  const counts = removed.map(({ what, count }) => {
    const [one, more] = RECORDS[what] ?? [what, what];
    return `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;
  });
  return `${counts.join(', ')} removed`;
}
