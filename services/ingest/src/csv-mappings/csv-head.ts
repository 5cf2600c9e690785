import { openContent } from '../import-file/open-content.ts';
import { noProgress } from '../import-file/reading-progress.ts';

/** Some thousand rows: enough to tell month from day. */
const HEAD_BYTES = 256 * 1024;

export interface CsvHead {
  head: Buffer;
  /** Whether that is the whole file. */
  isWhole: boolean;
}

/**
 * The first bytes of a stored file, unpacked when it is packed.
 * @throws UnreadableArchive when it is packed and damaged
 */
export async function readCsvHead(path: string, { maxBytes }: { maxBytes: number }): Promise<CsvHead> {
  const content = await openContent(path, { progress: noProgress(), maxBytes });
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of content.chunks) {
      pieces.push(piece);
      length += piece.length;
      if (length > HEAD_BYTES) return { head: Buffer.concat(pieces).subarray(0, HEAD_BYTES), isWhole: false };
    }
    return { head: Buffer.concat(pieces), isWhole: true };
  } finally {
    content.close();
  }
}
