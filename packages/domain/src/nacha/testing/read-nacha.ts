import type { NachaEntry } from '../entries/nacha-entry.ts';
import { NachaReader } from '../nacha-reader.ts';
import type { NachaProblem } from '../problems/nacha-problem.ts';
import type { NachaItem } from '../reading/nacha-item.ts';

export interface ReadFile {
  items: NachaItem[];
  entries: NachaEntry[];
  problems: NachaProblem[];
}

/** Reads a whole file in pieces of this many bytes. */
export function readNacha(file: string | readonly string[] | Buffer, pieceBytes = 64 * 1024): ReadFile {
  const text = typeof file === 'string' || Buffer.isBuffer(file) ? file : `${file.join('\n')}\n`;
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1');
  const reader = new NachaReader();
  const items: NachaItem[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    items.push(...reader.push(bytes.subarray(at, at + pieceBytes)));
  items.push(...reader.end());
  return {
    items,
    entries: items.filter((item) => item.type === 'entry'),
    problems: [...reader.problems.errors, ...reader.problems.warnings],
  };
}

/** The only entry of a file. */
export function onlyEntry(file: string | readonly string[]): NachaEntry {
  const { entries } = readNacha(file);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) throw new Error(`there are ${entries.length} entries`);
  return entry;
}
