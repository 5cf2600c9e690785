/** `="00123"`: how programs keep spreadsheets from dropping zeros. */
const AS_FORMULA = /^="([^"]*)"$/;
/** An apostrophe before what a spreadsheet would run: put there by exports that make such text harmless. */
const MADE_HARMLESS = /^'[=+\-@\t\r]/;
/** `'00123`: an apostrophe that tells spreadsheets to keep the zeros. */
const KEPT_AS_TEXT = /^'\d+$/;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;

/** A cell as its writer meant it, without what only guarded it against spreadsheets. Text that looks like a formula stays text. */
export function writtenCell(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === EQUALS) return AS_FORMULA.exec(cell)?.[1] ?? cell;
  if (first !== APOSTROPHE) return cell;
  return MADE_HARMLESS.test(cell) || KEPT_AS_TEXT.test(cell) ? cell.slice(1) : cell;
}
