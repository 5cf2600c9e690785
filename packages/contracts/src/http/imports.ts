import { IsIn, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';

/**
 * received: bytes are safe on disk · importing: a worker reads them · stored: in the ledger, figures not yet up to
 * date · completed: stored and projected · failed: nothing of the file is in the ledger.
 */
export const IMPORT_STATES = ['received', 'importing', 'stored', 'completed', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Largest upload; ten times a busy month of a mid-size credit union. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;

/** Answer of `POST /api/upload-transactions` (spec section 7 plus product.md "Import"). */
export class UploadResponse {
  @IsInt() transactionCount!: number;
  @IsInt() memberCount!: number;
  @IsInt() duplicateCount!: number;
  @IsInt() rejectedCount!: number;
  @IsInt() importId!: number;
  @IsIn(IMPORT_STATES) state!: ImportState;
}

export class ImportSummary extends UploadResponse {
  @IsString() fileName!: string;
  @IsInt() fileSize!: number;
  /** SHA-256 of the bytes, hex. */
  @IsString() digest!: string;
  @IsString() uploadedBy!: string;
  /** Bytes read so far; equals fileSize when reading is done. */
  @IsInt() bytesRead!: number;
  @IsOptional() @IsString() failure!: string | null;
  @IsISO8601() createdAt!: string;
  @IsOptional() @IsISO8601() completedAt!: string | null;
}

export class RejectedRow {
  @IsInt() line!: number;
  /** Position of the row in the file, from 1. */
  @IsInt() row!: number;
  @IsString() field!: string;
  @IsString() value!: string;
  @IsString() reason!: string;
}
