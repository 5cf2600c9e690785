import { returnCodeIn } from '../../nacha/return-code.ts';
import type { Entry } from '../entry.ts';

/** Whether the entry was sent back; decided at import by NACHA code and wording, see `entryKindOf`. */
export function isReturn(entry: Entry): boolean {
  return entry.entryKind === 'return';
}

/** The reason code of a return ("R10"); null for entries that are none, or carry no code. */
export function returnCodeOf(entry: Entry): string | null {
  return isReturn(entry) ? returnCodeIn(entry.addenda) : null;
}
