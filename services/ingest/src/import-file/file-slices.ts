import { Readable } from 'node:stream';

/** Pieces of COPY text that are made while PostgreSQL is busy: some 4 MB. */
const PIECES_AHEAD = 32;

/** Hands out a file's pieces of COPY text in slices, and reads ahead of them by a bounded amount. */
export class FileSlices {
  isEmpty = false;
  private readonly stream: Readable;
  private readonly pieces: AsyncIterator<Buffer>;

  constructor(copyText: AsyncIterable<Buffer>) {
    this.stream = Readable.from(copyText, { highWaterMark: PIECES_AHEAD });
    this.pieces = (this.stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  /** The next slice, piece by piece. */
  async *take(bytes: number): AsyncGenerator<Buffer, void> {
    for (let taken = 0; taken < bytes; ) {
      const next = await this.pieces.next();
      if (next.done === true) {
        this.isEmpty = true;
        return;
      }
      taken += next.value.length;
      yield next.value;
    }
  }

  close(): void {
    this.stream.destroy();
  }
}
