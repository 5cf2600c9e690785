/** So much is held by the page before it is handed to the browser, in bytes. */
const PART_BYTES = 4_000_000;

interface Receiving {
  response: Response;
  type: string;
  /** Called with each piece as it comes. What it throws ends the reading. */
  onPiece: (piece: Uint8Array) => void;
}

/**
 * Reads an answer to its end, saying what has come. The page keeps a few megabytes at a time: parts go into blobs, which
 * the browser keeps outside of the page's memory and moves to disk when they are many. Rejects when the answer breaks off.
 */
export async function receiveFile({ response, type, onPiece }: Receiving): Promise<Blob> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.blob();
  const parts: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  const handOver = (): void => {
    parts.push(new Blob(held));
    held = [];
    heldBytes = 0;
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    onPiece(value);
    held.push(value);
    heldBytes += value.byteLength;
    if (heldBytes >= PART_BYTES) handOver();
  }
  handOver();
  return new Blob(parts, { type });
}
