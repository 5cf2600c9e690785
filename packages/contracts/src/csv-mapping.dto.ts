import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import {
  CSV_DATE_ORDERS,
  CSV_DELIMITERS,
  CSV_DIRECTIONS,
  CSV_FIELD_NAMES,
  type CsvDateOrder,
  type CsvDelimiter,
  type CsvDirection,
  type CsvField,
  MAX_CSV_COLUMNS,
} from './csv-mapping.ts';
import { IsListOf, IsNested, IsTextList } from './field-decorators.dto.ts';

export class CsvColumn {
  /** Position of the column, from 0. */
  @IsInt() @Min(0) @Max(MAX_CSV_COLUMNS - 1) column!: number;
  @IsIn(CSV_FIELD_NAMES) field!: CsvField;
}

/** How a CSV file is read as transactions. Columns that are not listed are ignored. */
export class CsvMapping {
  @IsIn(CSV_DELIMITERS) delimiter!: CsvDelimiter;
  /** Rows above the header, or above the first transaction when there is no header: titles, report dates. */
  @IsInt() @Min(0) @Max(50) skippedRows!: number;
  @IsBoolean() hasHeader!: boolean;
  /** Columns in a row. */
  @IsInt() @Min(2) @Max(MAX_CSV_COLUMNS) columnCount!: number;
  @IsListOf(() => CsvColumn) @ArrayMaxSize(CSV_FIELD_NAMES.length) columns!: CsvColumn[];
  @IsIn(CSV_DATE_ORDERS) dateOrder!: CsvDateOrder;
  @IsIn(CSV_DIRECTIONS) direction!: CsvDirection;
}

/** What a person should look at before the mapping is accepted. */
export class CsvQuestion {
  /** A setting of the mapping, or the field whose column was guessed. */
  @IsString() about!: 'dateOrder' | 'direction' | 'hasHeader' | CsvField;
  /** What is unclear, in plain words. */
  @IsString() sentence!: string;
}

/** A column as the mapping screen shows it. */
export class CsvColumnPreview {
  @IsInt() column!: number;
  /** The header's text, or "Column 3". */
  @IsString() name!: string;
}

export class CsvTransactionPreview {
  @IsString() name!: string;
  @IsString() company!: string;
  @IsString() accountNumber!: string;
  /** Decimal text. */
  @IsString() amount!: string;
  @IsIn(['Credit', 'Debit']) transactionType!: 'Credit' | 'Debit';
  /** ISO day; null when the row has none. */
  @IsOptional() @IsString() day!: string | null;
}

/** One of the first rows as it would be imported. */
export class CsvRowPreview {
  /** Line of the file, from 1. */
  @IsInt() line!: number;
  @IsTextList() cells!: string[];
  /** What the row would become, field by field in words; null when it would be rejected. */
  @IsOptional() @IsNested(() => CsvTransactionPreview) transaction!: CsvTransactionPreview | null;
  /** Why it would be rejected, one sentence per problem. */
  @IsTextList() problems!: string[];
}

/** Answer of `GET /api/imports/{id}/mapping`: how this file would be (or was) read. */
export class CsvMappingProposal {
  @IsInt() importId!: number;
  @IsString() fileName!: string;
  /** Whether the mapping was given for this import or for an earlier file with the same header. */
  @IsBoolean() remembered!: boolean;
  /** Who gave the remembered mapping, and when; null for a guess. */
  @IsOptional() @IsString() rememberedBy!: string | null;
  @IsOptional() @IsString() rememberedAt!: string | null;
  @IsNested(() => CsvMapping) mapping!: CsvMapping;
  @IsListOf(() => CsvColumnPreview) columns!: CsvColumnPreview[];
  /** The first 20 rows, read with the mapping. */
  @IsListOf(() => CsvRowPreview) firstRows!: CsvRowPreview[];
  /** What to look at; empty when everything was told apart with certainty. */
  @IsListOf(() => CsvQuestion) questions!: CsvQuestion[];
  /** What is still missing before the file can be imported, one sentence each. */
  @IsTextList() missing!: string[];
}
