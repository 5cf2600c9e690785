import { MAX_UPLOAD_BYTES } from '@clearwatch/contracts/upload-limits';
import { Secret } from '@clearwatch/service-kit/config/read-environment';
import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, IsUrl, Max, Min, MinLength } from 'class-validator';
import { withStoredFiles } from './uploads/stored-files.environment.ts';

export class IngestEnvironment extends withStoredFiles(ServiceEnvironment) {
  /** How long an upload's answer waits for its import to be stored and projected; afterwards it is 202. */
  @Type(() => Number)
  @IsInt({ message: 'UPLOAD_WAIT_SECONDS must be a whole number of seconds' })
  @Min(0, { message: 'UPLOAD_WAIT_SECONDS must be 0 or more' })
  UPLOAD_WAIT_SECONDS = 300;

  /** Larger files are refused with 413; may be lowered, not raised. */
  @Type(() => Number)
  @IsInt({ message: 'UPLOAD_MAX_BYTES must be a whole number of bytes' })
  @Min(1, { message: 'UPLOAD_MAX_BYTES must be 1 or more' })
  @Max(MAX_UPLOAD_BYTES, { message: `UPLOAD_MAX_BYTES must be ${MAX_UPLOAD_BYTES} or less` })
  UPLOAD_MAX_BYTES = MAX_UPLOAD_BYTES;

  /** The generated ledger that is offered while nothing is stored; without it nothing is offered. */
  @IsOptional()
  @IsString({ message: 'SAMPLE_FILE must name a file' })
  SAMPLE_FILE?: string;

  /** Documents are read by LlamaExtract when this is set; without it, on the premises. */
  @IsOptional()
  @IsString({ message: 'LLAMA_CLOUD_API_KEY must be a key of LlamaCloud' })
  @MinLength(8, { message: 'LLAMA_CLOUD_API_KEY must be a key of LlamaCloud' })
  @Secret()
  LLAMA_CLOUD_API_KEY?: string;

  /** Where LlamaCloud is, for institutions in another region or with a proxy of their own. */
  @IsUrl({ require_tld: false }, { message: 'LLAMA_CLOUD_BASE_URL must be an address' })
  LLAMA_CLOUD_BASE_URL = 'https://api.cloud.llamaindex.ai';
}
