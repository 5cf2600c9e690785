import { BucketAway } from '@clearwatch/ingest/uploads/bucket/bucket-away';

/** In a row, without a byte between them. */
const TRIES = 4;

/**
 * The bytes of an object. Where a connection breaks off in the middle another goes on: objects never change.
 * @param open from a byte on
 * @throws BucketAway when nothing more comes
 */
export async function* readOn(
  open: (from: number) => Promise<AsyncIterable<Buffer> | null>,
): AsyncGenerator<Buffer, void> {
  let from = 0;
  for (let failures = 0; ; ) {
    try {
      for await (const piece of (await open(from)) ?? []) {
        [from, failures] = [from + piece.length, 0];
        yield piece;
      }
      return;
    } catch (error) {
      failures += 1;
      if (failures < TRIES) continue;
      throw error instanceof BucketAway ? error : new BucketAway(error);
    }
  }
}
