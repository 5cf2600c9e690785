import type { DocumentType } from '@clearwatch/contracts/upload-limits';
import type { FileRead } from '../reading/read-file.ts';

/** A stored document that is to be read. */
export interface DocumentToRead {
  parseJobId: number;
  path: string;
  type: DocumentType;
  fileName: string;
  /** The service's own id of work that an earlier try has begun; null when none has. */
  resumeId: string | null;
}

export interface ExtractorRun {
  signal: AbortSignal;
  onProgress: (progress: { pagesDone: number; pages: number }) => void;
  /** Keeps the service's id, before anything is waited for: a restart goes on with it. */
  noteBegun: (begun: { resumeId: string; configurationId: string | null }) => Promise<void>;
}

/** Reads documents: on the premises, or by a service. */
export interface DocumentExtractor {
  /** @throws ReadingFailure with a sentence when the document, or the service, gives no transactions */
  extract(document: DocumentToRead, run: ExtractorRun): Promise<FileRead>;
}
