/** Cuts a stream into pieces of one size; the last one may be shorter, and says that it is the last. */
export async function* chunksOf(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }, void> {
  let filling = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const piece of source) {
    let taken = 0;
    while (taken < piece.length) {
      // Only a further byte shows that a full piece is not the last.
      if (filled === size) {
        yield { chunk: filling, isLast: false };
        filling = Buffer.allocUnsafe(size);
        filled = 0;
      }
      const copied = piece.copy(filling, filled, taken);
      filled += copied;
      taken += copied;
    }
  }
  yield { chunk: filling.subarray(0, filled), isLast: true };
}
