import { EXTRACTORS, PARSE_JOB_STATES, type ParseJob } from '@clearwatch/contracts/documents.dto';
import {
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';

/** Of the imports that hold rows of the job: what their receipts say. */
export const PARSE_JOBS = `
  SELECT j.id, j.job_id::text, j.llama_parse_job_id, j.file_name, j.original_file_name, j.file_size, j.mime_type, j.status,
         j.extraction_agent_id, j.error_message, j.created_at, j.completed_at, j.extractor, j.pages, j.pages_done,
         j.uploaded_by_name,
         (SELECT count(*)::int FROM ledger.parsed_rows r LEFT JOIN ledger.imports u ON u.id = r.import_id
           WHERE r.parse_job_id = j.id AND (r.state = 'held' OR u.state = 'undone' OR (r.state = 'accepted' AND u.state = 'failed'))) AS held_count,
         coalesce(i.transactions, 0) AS transaction_count, coalesce(i.duplicates, 0) AS duplicate_count,
         coalesce(i.members, 0) AS member_count
    FROM ledger.parse_jobs j
    LEFT JOIN LATERAL (
      SELECT sum(transaction_count)::int AS transactions, sum(duplicate_count)::int AS duplicates,
             sum(member_count)::int AS members
        FROM ledger.imports
       WHERE state = 'stored'
         AND id IN (SELECT import_id FROM ledger.parsed_rows r WHERE r.parse_job_id = j.id)
    ) i ON true`;

export function toParseJob(row: Row): ParseJob {
  return {
    id: integerOf(row, 'id'),
    jobId: textOf(row, 'job_id'),
    llamaParseJobId: nullable(textOf, row, 'llama_parse_job_id'),
    fileName: textOf(row, 'file_name'),
    originalFileName: textOf(row, 'original_file_name'),
    fileSize: integerOf(row, 'file_size'),
    mimeType: textOf(row, 'mime_type'),
    status: enumOf(PARSE_JOB_STATES, row, 'status'),
    extractionAgentId: nullable(textOf, row, 'extraction_agent_id'),
    errorMessage: nullable(textOf, row, 'error_message'),
    transactionCount: integerOf(row, 'transaction_count'),
    duplicateCount: integerOf(row, 'duplicate_count'),
    memberCount: integerOf(row, 'member_count'),
    createdAt: instantOf(row, 'created_at'),
    completedAt: nullable(instantOf, row, 'completed_at'),
    extractor: enumOf(EXTRACTORS, row, 'extractor'),
    pages: nullable(integerOf, row, 'pages'),
    pagesDone: integerOf(row, 'pages_done'),
    heldCount: integerOf(row, 'held_count'),
    uploadedBy: textOf(row, 'uploaded_by_name'),
  };
}
