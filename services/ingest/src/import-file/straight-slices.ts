import type { FileSlices } from './file-slices.ts';
import { type LineRooms, ledgerLines, newLineRooms, type PartedLines } from './ledger-lines.ts';

/** A slice of the file that is likely to be wholly new. It may be used until the next one is asked for. */
export interface StraightSlice extends PartedLines {
  /** As it was: what is refused is staged instead. */
  pieces: readonly Buffer[];
}

/** Hands out what is left of a file in slices, and has the next one ready while one is stored. */
export class StraightSlices {
  private ahead: Promise<StraightSlice | null>;
  /** Those of the slice that is stored, and of the next. */
  private rooms: [LineRooms, LineRooms] = [newLineRooms(), newLineRooms()];

  constructor(
    private readonly slices: FileSlices,
    private readonly options: { importId: number; bytes: number },
  ) {
    this.ahead = this.prepared();
  }

  /** Null at the end of the file. */
  async next(): Promise<StraightSlice | null> {
    const slice = await this.ahead;
    this.ahead = slice === null ? Promise.resolve(null) : this.prepared();
    return slice;
  }

  /** What has been read already, when no more of it is to be. */
  last(): Promise<StraightSlice | null> {
    return this.ahead;
  }

  private prepared(): Promise<StraightSlice | null> {
    const slice = this.prepare();
    // Whoever asks for it is told; when the import has failed meanwhile nobody does.
    slice.catch(() => undefined);
    return slice;
  }

  private async prepare(): Promise<StraightSlice | null> {
    const { importId, bytes } = this.options;
    const pieces: Buffer[] = [];
    for await (const piece of this.slices.take(bytes)) pieces.push(piece);
    this.rooms = [this.rooms[1], this.rooms[0]];
    return pieces.length === 0 ? null : { pieces, ...ledgerLines(pieces, importId, this.rooms[0]) };
  }
}
