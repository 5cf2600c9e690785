import { formatCount } from '../formats/count.ts';
import type { KeptRecord } from './kept-records.ts';

/** "Line 1,204: entry"; of addenda, whose line is not kept, "Addenda 05". */
export function recordTitle({ line, title }: KeptRecord): string {
  const what = `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
  return line === null ? what : `Line ${formatCount(line)}: ${title}`;
}
