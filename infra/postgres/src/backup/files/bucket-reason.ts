import { BucketAway } from '@clearwatch/ingest/uploads/bucket/bucket-away';

/** What keeps a bucket from answering, for who has its settings in hand. Null when it is something else that failed. */
export function bucketReason(error: unknown): string | null {
  if (!(error instanceof BucketAway)) return null;
  const { cause } = error;
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return `the bucket of uploaded files does not give or take them (${why}). Look at UPLOAD_STORE and S3_…, and at its rights`;
}
