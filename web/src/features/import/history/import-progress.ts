import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { formatBytes } from '../../../formats/count.ts';
import { undoneWords } from '../undo/undone-words.ts';

interface ImportProgress {
  /** 0 to 100, of the bytes read. */
  percent: number;
  words: string;
}

/** How far an import is, in words for people. */
export function importProgress(summary: ImportSummary): ImportProgress {
  const { state, bytesRead, fileSize, failure } = summary;
  const percent = fileSize === 0 ? 0 : Math.min(100, Math.floor((bytesRead / fileSize) * 100));
  switch (state) {
    case 'needs_mapping':
      return { percent: 0, words: 'Waits for its columns' };
    case 'received':
      return { percent: 0, words: 'Waiting to be read' };
    case 'importing':
      return { percent, words: `Reading: ${formatBytes(bytesRead)} of ${formatBytes(fileSize)}` };
    case 'stored':
      return { percent: 100, words: 'Stored. Updating the figures...' };
    case 'completed':
      return { percent: 100, words: 'Completed' };
    case 'undoing':
      return { percent: 100, words: 'Being undone...' };
    case 'undone':
      return { percent: 100, words: undoneWords(summary) };
    case 'failed':
      return { percent, words: failure ?? 'Failed. Nothing of this file was stored.' };
  }
}
