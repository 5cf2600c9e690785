import { Secret } from '@clearwatch/service-kit/config/read-environment';
import { IsIn, IsOptional, IsString, IsUrl, MinLength, ValidateIf } from 'class-validator';

const UPLOAD_STORES = ['folder', 's3'] as const;

// oxlint-disable-next-line typescript/no-explicit-any -- what TypeScript asks of the constructor of a mixin (TS2545)
type Environment = new (...args: any[]) => object;

/** Adds to an environment where uploaded files are: ingest keeps them, a backup reads them, a restore puts them back. */
export function withStoredFiles<T extends Environment>(Base: T) {
  class WithStoredFiles extends Base {
    /**
     * Uploaded files live in `DATA_DIR/uploads`; all processes that read or write them must see the same folder. With a bucket they
     * do not: each works in a folder of its own, with room for the files that are on their way.
     */
    @IsString({ message: 'DATA_DIR must name the folder for uploaded files' })
    DATA_DIR!: string;

    /** Where uploaded files and pictures of pages live: `folder` under `DATA_DIR`, or a bucket (`s3`). */
    @IsIn(UPLOAD_STORES, { message: `UPLOAD_STORE must be one of ${UPLOAD_STORES.join(', ')}` })
    UPLOAD_STORE: (typeof UPLOAD_STORES)[number] = 'folder';

    /** Of an S3-compatible store, addressed by path; Amazon's own when left out. */
    @IsOptional()
    @IsUrl({ require_tld: false }, { message: 'S3_ENDPOINT must be an address' })
    S3_ENDPOINT?: string;

    /** The bucket of uploaded files; it must exist. */
    @ValidateIf(usesBucket)
    @MinLength(1, { message: 'S3_BUCKET must be set when UPLOAD_STORE is s3' })
    S3_BUCKET = '';

    /** Where the bucket is. */
    @IsString({ message: 'S3_REGION must name a region' })
    S3_REGION = 'us-east-1';

    /** Who may get, put, delete and list the objects of the bucket. */
    @ValidateIf(usesBucket)
    @MinLength(1, { message: 'S3_ACCESS_KEY_ID must be set when UPLOAD_STORE is s3' })
    S3_ACCESS_KEY_ID = '';

    /** The key that belongs to `S3_ACCESS_KEY_ID`. */
    @ValidateIf(usesBucket)
    @MinLength(1, { message: 'S3_SECRET_ACCESS_KEY must be set when UPLOAD_STORE is s3' })
    @Secret()
    S3_SECRET_ACCESS_KEY = '';
  }
  return WithStoredFiles;
}

/** These settings alone. */
export const StoredFilesEnvironment = withStoredFiles(Object);
export type StoredFilesEnvironment = InstanceType<typeof StoredFilesEnvironment>;

function usesBucket({ UPLOAD_STORE }: { UPLOAD_STORE: string }): boolean {
  return UPLOAD_STORE === 's3';
}
