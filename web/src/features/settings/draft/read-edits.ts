import { SENSITIVITIES } from '@clearwatch/contracts/detection-policy';
import type { PolicyEdits } from './policy-edits.ts';

/** Edits that this tab has kept, as far as they make sense; null: they do not. */
export function readEdits(stored: Readonly<Record<string, unknown>>): PolicyEdits | null {
  const sensitivity = SENSITIVITIES.find((known) => known === stored['sensitivity']) ?? null;
  const numbers = textsOf(stored['numbers']);
  const switches = textsOf(stored['switches']);
  if (numbers === null || switches === null) return null;
  return {
    sensitivity,
    numbers: Object.fromEntries(numbers.filter((entry): entry is [string, string] => entry[1] !== null)),
    switches: Object.fromEntries(switches),
  };
}

function textsOf(stored: unknown): [string, string | null][] | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const entries = Object.entries(stored);
  const isText = (entry: [string, unknown]): entry is [string, string | null] =>
    entry[1] === null || typeof entry[1] === 'string';
  return entries.every(isText) ? entries : null;
}
