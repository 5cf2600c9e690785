const TAB = 0x09;
const NEWLINE = 0x0a;
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const NULL = '\\N';
/** A backslash that does not stand for NULL. */
const ESCAPE = /\\[^N]/;

/**
 * Reads what PostgreSQL writes for `COPY … TO STDOUT` in its text format: a line per row, tabs between columns, `\N`
 * for NULL, a backslash before what would be mistaken for either (PostgreSQL manual, COPY, "Text Format").
 */
export async function* copiedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<CopiedLines> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      rest.push(chunk);
      continue;
    }
    // Cut at a line's end, so that no character of several bytes is torn apart.
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8');
    rest = end < chunk.length ? [chunk.subarray(end)] : [];
    yield new CopiedLines(text);
  }
}

/**
 * Whole lines, read column after column. A million entries have twenty million columns, and most say what the row before said:
 * those are compared where they stand, and no new string is made of them.
 */
export class CopiedLines {
  private readonly hasEscapes: boolean;
  private at = 0;

  /** @param text ends with the end of a line */
  constructor(private readonly text: string) {
    this.hasEscapes = ESCAPE.test(text);
  }

  get isOver(): boolean {
    return this.at >= this.text.length;
  }

  /**
   * The next column of the line, or the first of the next line.
   * @param before what the same column of the row before was; returned itself when this one is the same
   * @throws RangeError after the last
   */
  column(before: string | null = ''): string | null {
    return this.isAgain(before) ? before : this.read();
  }

  private isAgain(before: string | null): boolean {
    // What is written otherwise than it is meant cannot be compared where it stands, nor can text that looks like NULL.
    if (this.hasEscapes || before === NULL) return false;
    const written = before ?? NULL;
    const end = this.at + written.length;
    if (!isEnd(this.text.charCodeAt(end)) || !this.text.startsWith(written, this.at)) return false;
    this.at = end + 1;
    return true;
  }

  private read(): string | null {
    const { text, at } = this;
    if (this.isOver) throw new RangeError('All copied columns have been read.');
    let end = at;
    while (!isEnd(text.charCodeAt(end))) end += 1;
    this.at = end + 1;
    const column = text.slice(at, end);
    if (column === NULL) return null;
    return this.hasEscapes && column.includes('\\') ? unescaped(column) : column;
  }
}

const isEnd = (character: number): boolean => character === TAB || character === NEWLINE;

function unescaped(column: string): string {
  return column.replaceAll(/\\(.)/gs, (_whole, character: string) => ESCAPES[character] ?? character);
}
