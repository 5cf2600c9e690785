/** What Markdown would read as a mark, wherever it stands; a line's first characters are looked at as well. */
const MARKS = /[\\`*_[\]<>|~&]/g;
const AT_LINE_START = /^(\s*)([#+\-=]|\d+(?=[.)]))/;
/** Readers turn addresses into links by themselves; a name from a file must not become one. */
const ADDRESSES = /:(?=\/\/)|(?<=www)\.|@/gi;

/** Text as it stands, for Markdown: no name of the ledger becomes a heading, a link or an image. On one line. */
export function markdownText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(MARKS, '\\$&')
    .replaceAll(ADDRESSES, '\\$&');
}

/** The same at the beginning of a line, where more characters are marks. */
export function atLineStart(markdown: string): string {
  return markdown.replace(AT_LINE_START, (_all, space: string, mark: string) =>
    /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
  );
}
