import type { ImportSummary, UploadResponse } from '@clearwatch/contracts/imports.dto';

/** What whoever sent a file is told about its import. */
export function toUploadResponse(summary: ImportSummary): UploadResponse {
  return {
    transactionCount: summary.transactionCount,
    memberCount: summary.memberCount,
    duplicateCount: summary.duplicateCount,
    rejectedCount: summary.rejectedCount,
    importId: summary.importId,
    state: summary.state,
  };
}
