import type { ImportSummary } from '@clearwatch/contracts/http/imports';
import { formatDateTime } from '../../../formats/dates.ts';

/** Who took an import back, and when. */
export function undoneWords({ undoneBy, undoneAt }: Pick<ImportSummary, 'undoneBy' | 'undoneAt'>): string {
  const by = undoneBy === null ? '' : ` by ${undoneBy}`;
  const when = undoneAt === null ? '' : `, ${formatDateTime(undoneAt)}`;
  return `Undone${by}${when}`;
}
