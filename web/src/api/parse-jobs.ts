/** Everything read of documents and their jobs begins with it. */
export const PARSE_JOBS_KEY = ['/api/parse-jobs'] as const;
