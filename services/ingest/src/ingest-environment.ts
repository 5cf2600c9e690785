import { MAX_UPLOAD_BYTES } from '@clearwatch/contracts/upload-limits';
import { Secret } from '@clearwatch/service-kit/config/read-environment';
import { IsIntegerSetting, ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { IsOutboundUrl } from '@clearwatch/service-kit/http/outbound-client';
import { IsIn, IsOptional, IsString, MinLength, ValidateIf } from 'class-validator';

const UPLOAD_STORES = ['folder', 's3'] as const;

// oxlint-disable-next-line typescript/no-explicit-any -- TypeScript requires it for the constructor of a mixin (TS2545)
type Environment = new (...args: any[]) => object;

/** Adds the settings for uploaded files to an environment. Used by ingest, backup and restore. */
export function withStoredFiles<T extends Environment>(Base: T) {
  class WithStoredFiles extends Base {
    /**
     * Uploaded files are in `DATA_DIR/uploads`, which all processes must share. With a bucket it contains only
     * temporary files.
     */
    @IsString({ message: 'DATA_DIR must name the folder for uploaded files' })
    DATA_DIR!: string;

    /** Where uploaded files and page pictures are stored: `folder` under `DATA_DIR`, or a bucket (`s3`). */
    @IsIn(UPLOAD_STORES, { message: `UPLOAD_STORE must be one of ${UPLOAD_STORES.join(', ')}` })
    UPLOAD_STORE: (typeof UPLOAD_STORES)[number] = 'folder';

    /** Address of an S3-compatible store with path-style access; Amazon S3 if left out. */
    @IsOptional()
    @IsOutboundUrl()
    S3_ENDPOINT?: string;

    /** The bucket for uploaded files, which must exist. */
    @ValidateIf(usesBucket)
    @MinLength(1, { message: 'S3_BUCKET must be set when UPLOAD_STORE is s3' })
    S3_BUCKET = '';

    @IsString({ message: 'S3_REGION must name a region' })
    S3_REGION = 'us-east-1';

    /** Id of the key that may get, put, delete and list the bucket's objects. */
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

export const StoredFilesEnvironment = withStoredFiles(Object);
export type StoredFilesEnvironment = InstanceType<typeof StoredFilesEnvironment>;

function usesBucket({ UPLOAD_STORE }: { UPLOAD_STORE: string }): boolean {
  return UPLOAD_STORE === 's3';
}

export class IngestEnvironment extends withStoredFiles(ServiceEnvironment) {
  /** How long an upload waits for its import to be completed. After that, the response is 202. */
  @IsIntegerSetting('a whole number of seconds', [0, '0 or more'])
  UPLOAD_WAIT_SECONDS = 300;

  /** Larger files are rejected with 413. The limit can be lowered but not raised. */
  @IsIntegerSetting('a whole number of bytes', [1, '1 or more'], [MAX_UPLOAD_BYTES, `${MAX_UPLOAD_BYTES} or less`])
  UPLOAD_MAX_BYTES = MAX_UPLOAD_BYTES;

  /** The generated sample data that is offered while the ledger is empty. */
  @IsOptional()
  @IsString({ message: 'SAMPLE_FILE must name a file' })
  SAMPLE_FILE?: string;

  /** If a key is set, LlamaExtract reads documents; otherwise they are read on the institution's own server. */
  @IsOptional()
  @IsString({ message: 'LLAMA_CLOUD_API_KEY must be a LlamaCloud key' })
  @MinLength(8, { message: 'LLAMA_CLOUD_API_KEY must be a LlamaCloud key' })
  @Secret()
  LLAMA_CLOUD_API_KEY?: string;

  /** For institutions in another region or with their own proxy. */
  @IsOutboundUrl()
  LLAMA_CLOUD_BASE_URL = 'https://api.cloud.llamaindex.ai';
}
