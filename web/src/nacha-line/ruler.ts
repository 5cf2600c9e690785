import { RECORD_COLUMNS } from '@clearwatch/domain/nacha/nacha-record';

/** `----+----1----+----2`: a plus at every fifth column, the tens at every tenth. */
export const RULER = Array.from({ length: RECORD_COLUMNS }, (_, at) => markOf(at + 1)).join('');

function markOf(column: number): string {
  if (column % 10 === 0) return String(column / 10);
  return column % 5 === 0 ? '+' : '-';
}
