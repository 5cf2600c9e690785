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
  @IsInt() @Min(0) @Max(MAX_CSV_COLUMNS - 1) column!: number;
  @IsIn(CSV_FIELD_NAMES) field!: CsvField;
}

/** How a CSV file is read as transactions. Columns that are not listed are ignored. */
export class CsvMapping {
  @IsIn(CSV_DELIMITERS) delimiter!: CsvDelimiter;
  /** Rows above the header, or above the first transaction if there is no header: titles and report dates. */
  @IsInt() @Min(0) @Max(50) skippedRows!: number;
  @IsBoolean() hasHeader!: boolean;
  @IsInt() @Min(2) @Max(MAX_CSV_COLUMNS) columnCount!: number;
  @IsListOf(() => CsvColumn) @ArrayMaxSize(CSV_FIELD_NAMES.length) columns!: CsvColumn[];
  @IsIn(CSV_DATE_ORDERS) dateOrder!: CsvDateOrder;
  @IsIn(CSV_DIRECTIONS) direction!: CsvDirection;
}

export class CsvQuestion {
  /** A mapping setting, or a field whose column was guessed. */
  @IsString() about!: 'dateOrder' | 'direction' | 'hasHeader' | CsvField;
  @IsString() sentence!: string;
}

export class CsvColumnPreview {
  @IsInt() column!: number;
  @IsString() name!: string;
}

export class CsvTransactionPreview {
  @IsString() name!: string;
  @IsString() company!: string;
  @IsString() accountNumber!: string;
  @IsString() amount!: string;
  @IsIn(['Credit', 'Debit']) transactionType!: 'Credit' | 'Debit';
  @IsOptional() @IsString() day!: string | null;
}

export class CsvRowPreview {
  /** Line in the file, from 1. */
  @IsInt() line!: number;
  @IsTextList() cells!: string[];
  /** Null if the row would be rejected. */
  @IsOptional() @IsNested(() => CsvTransactionPreview) transaction!: CsvTransactionPreview | null;
  /** One sentence per reason for rejection. */
  @IsTextList() problems!: string[];
}

export class CsvMappingProposal {
  @IsInt() importId!: number;
  @IsString() fileName!: string;
  /** Saved for this import, or for an earlier file with the same header. */
  @IsBoolean() remembered!: boolean;
  /** Null for a guess. */
  @IsOptional() @IsString() rememberedBy!: string | null;
  @IsOptional() @IsString() rememberedAt!: string | null;
  @IsNested(() => CsvMapping) mapping!: CsvMapping;
  @IsListOf(() => CsvColumnPreview) columns!: CsvColumnPreview[];
  @IsListOf(() => CsvRowPreview) firstRows!: CsvRowPreview[];
  @IsListOf(() => CsvQuestion) questions!: CsvQuestion[];
  /** One sentence for each thing that is needed before the import can start. */
  @IsTextList() missing!: string[];
}
