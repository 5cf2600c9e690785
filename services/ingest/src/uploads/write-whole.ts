import type { FileHandle } from 'node:fs/promises';

/** A nearly full disk writes a part of a chunk before it says so. */
export async function writeWhole(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, offset);
    offset += bytesWritten;
  }
}
