import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { formatDateTime } from '../../../formats/dates.ts';

/** Who took an import back, and when. */
export function undoneWords({ undoneBy, undoneAt }: Pick<ImportSummary, 'undoneBy' | 'undoneAt'>): string {
  const by = undoneBy === null ? '' : ` by ${undoneBy}`;
  const when = undoneAt === null ? '' : `, ${unbroken(formatDateTime(undoneAt))}`;
  return `Undone${by}${when}`;
}

/** A date that breaks in the middle is hard to read in a narrow column. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
