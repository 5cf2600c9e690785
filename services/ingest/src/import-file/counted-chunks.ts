import type { ReadingProgress } from './reading-progress.ts';

/** Counts the bytes of a file as stored, each chunk when the next is asked for: then it has been worked on. */
export async function* countedChunks(
  chunks: AsyncIterable<Buffer>,
  progress: ReadingProgress,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) {
    yield chunk;
    progress.bytesRead += chunk.length;
  }
}
