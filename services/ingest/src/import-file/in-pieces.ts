/** Text is handed on in pieces of about this size. */
const PIECE_CHARACTERS = 128 * 1024;

/** Gathers lines of COPY text into pieces that are worth sending. */
export function* inPieces(lines: Iterable<string>): Generator<Buffer, void> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
