/** Pieces of an entry: one byte for what it is, four for its length. */
export const FRAME = { head: 1, content: 2, tail: 3 } as const;
export const FRAME_HEAD_BYTES = 5;

export function frame(kind: number, payload: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(FRAME_HEAD_BYTES + payload.length);
  framed[0] = kind;
  framed.writeUInt32BE(payload.length, 1);
  payload.copy(framed, FRAME_HEAD_BYTES);
  return framed;
}
