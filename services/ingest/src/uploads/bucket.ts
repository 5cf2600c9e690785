import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { StoredFilesEnvironment } from '../ingest-environment.ts';

/** The bucket does not respond, or its response is not as expected. The request can be retried. */
export class BucketUnavailable extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'The file storage is not responding. Please try again.', {
      cause,
      retryAfterSeconds: 10,
    });
  }
}

/** Injects the bucket for uploaded files; null if they are in a folder. */
export const BUCKET = Symbol('BUCKET');

/** Larger files are sent in parts, of which two are in memory. */
const PART_BYTES = 8 * 1024 ** 2;
const PARTS_AT_A_TIME = 2;
const CONNECT_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 2;

/** The objects in one bucket of an S3-compatible store. @throws BucketUnavailable from every method */
export class Bucket {
  private client: S3Client | undefined;

  constructor(
    private readonly settings: Pick<
      StoredFilesEnvironment,
      'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
    >,
  ) {}

  /** @param content opens the content; on failure no part of it is stored */
  async put(key: string, content: () => Readable): Promise<void> {
    await this.withClient(async (client) => {
      const { Upload } = await import('@aws-sdk/lib-storage');
      const body = content();
      try {
        await new Upload({
          client,
          params: { Bucket: this.settings.S3_BUCKET, Key: key, Body: body },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_A_TIME,
          leavePartsOnError: false,
        }).done();
      } finally {
        body.destroy();
      }
    });
  }

  /** Null if there is no such object. @param from the first byte to read */
  get(key: string, from = 0): Promise<Readable | null> {
    return this.withClient(async (client, { GetObjectCommand }) => {
      const rest = from === 0 ? {} : { Range: `bytes=${from}-` };
      const command = new GetObjectCommand({ Bucket: this.settings.S3_BUCKET, Key: key, ...rest });
      const found = await nullIfMissing(client.send(command));
      return found === null ? null : (found.Body as Readable);
    });
  }

  has(key: string): Promise<boolean> {
    return this.withClient(async (client, { HeadObjectCommand }) => {
      const command = new HeadObjectCommand({ Bucket: this.settings.S3_BUCKET, Key: key });
      return (await nullIfMissing(client.send(command))) !== null;
    });
  }

  list(prefix: string): Promise<string[]> {
    return this.withClient(async (client, { paginateListObjectsV2 }) => {
      const keys: string[] = [];
      const pages = paginateListObjectsV2({ client }, { Bucket: this.settings.S3_BUCKET, Prefix: prefix });
      for await (const { Contents = [] } of pages) keys.push(...Contents.map(({ Key = '' }) => Key));
      return keys;
    });
  }

  hasAny(prefix: string): Promise<boolean> {
    return this.withClient(async (client, { ListObjectsV2Command }) => {
      const first = { Bucket: this.settings.S3_BUCKET, Prefix: prefix, MaxKeys: 1 };
      const { Contents = [] } = await client.send(new ListObjectsV2Command(first));
      return Contents.length > 0;
    });
  }

  async remove(key: string): Promise<void> {
    await this.withClient((client, { DeleteObjectCommand }) =>
      client.send(new DeleteObjectCommand({ Bucket: this.settings.S3_BUCKET, Key: key })),
    );
  }

  close(): void {
    this.client?.destroy();
  }

  private async withClient<T>(
    work: (client: S3Client, sdk: typeof import('@aws-sdk/client-s3')) => Promise<T>,
  ): Promise<T> {
    // Several megabytes of code, so loaded only if a bucket is used.
    const sdk = await import('@aws-sdk/client-s3');
    this.client ??= this.connect(sdk);
    try {
      return await work(this.client, sdk);
    } catch (error) {
      throw new BucketUnavailable(error);
    }
  }

  private connect({ S3Client }: typeof import('@aws-sdk/client-s3')): S3Client {
    const { S3_ENDPOINT: endpoint, S3_REGION: region } = this.settings;
    return new S3Client({
      region,
      credentials: {
        accessKeyId: this.settings.S3_ACCESS_KEY_ID,
        secretAccessKey: this.settings.S3_SECRET_ACCESS_KEY,
      },
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      maxAttempts: MAX_ATTEMPTS,
      // Not every store supports the newer checksums; the SHA-256 of a file is verified when it is read.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    });
  }
}

/** Without permission to list, the store reports a missing object as "forbidden", which remains a failure. */
async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null;
    throw error;
  }
}
