/** Control characters take a column too, but show nothing. */
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\x00-\x1f\x7f-\x9f]/g;

/** A record as it can be shown: as many characters as it has columns. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, '\ufffd');
}
