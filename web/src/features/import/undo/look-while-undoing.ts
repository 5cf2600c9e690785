import type { ImportSummary } from '@clearwatch/contracts/imports.dto';

const EVERY_MS = 5_000;

/** How often to look at imports of which one is being undone. Its end is an event, but an undo that is given up is none. */
export function lookWhileUndoing(
  imports: readonly Pick<ImportSummary, 'state'>[] | undefined,
): number | false {
  return imports?.some(({ state }) => state === 'undoing') ? EVERY_MS : false;
}
