/** How far the reading of a file has come; written by the reader, watched by the reporter. */
export interface ReadingProgress {
  bytesRead: number;
  rowsRead: number;
}

export function noProgress(): ReadingProgress {
  return { bytesRead: 0, rowsRead: 0 };
}
