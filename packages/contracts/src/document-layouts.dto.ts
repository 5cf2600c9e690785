import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { CsvColumnPreview, CsvMapping, CsvRowPreview } from './csv-mapping.dto.ts';
import { PageBox } from './documents.dto.ts';
import { IsListOf, IsNested, IsRequiredText, IsTextList } from './field-decorators.dto.ts';

const MAX_COLUMNS = 200;
/** Lines of an entry. */
const MAX_ENTRY_LINES = 20;
const MAX_LINES = 100;

export class LayoutLine {
  /** The beginning of the line's text, with digits replaced by 9. */
  @IsRequiredText(200) begins!: string;
  /** skip: not an entry · heading: its values apply to the entries below it. */
  @IsIn(['skip', 'heading']) role!: 'skip' | 'heading';
}

/** What a person says about the columns of a document. */
export class ColumnChoices {
  /**
   * Boundaries between columns as shares of the page width: from 0 to 1 on the first line of an entry, from 1 to 2 on
   * its second line, and so on. Columns after the last boundary come from group headings.
   */
  @IsArray()
  @ArrayMaxSize(MAX_COLUMNS - 1)
  @IsNumber({}, { each: true })
  @Min(0, { each: true })
  @Max(MAX_ENTRY_LINES, { each: true })
  cuts!: number[];
  @IsNested(() => CsvMapping) mapping!: CsvMapping;
  @IsListOf(() => LayoutLine) @ArrayMaxSize(MAX_LINES) lines!: LayoutLine[];
}

export class SaveColumnsRequest extends ColumnChoices {
  /** The version of the saved layout that was edited; null if none was saved. */
  @IsOptional() @IsInt() version!: number | null;
}

export class DocumentLayoutFields extends ColumnChoices {
  @IsRequiredText(200) fingerprint!: string;
  @IsTextList() @ArrayMaxSize(MAX_COLUMNS) @MaxLength(500, { each: true }) headings!: string[];
}

export class ColumnQuestion {
  /** From 0; null for the whole table. */
  @IsOptional() @IsInt() column!: number | null;
  @IsString() sentence!: string;
}

/** What the reader found, with questions if it needs a person. */
export class FoundColumns {
  @IsInt() @Min(1) page!: number;
  @IsNested(() => DocumentLayoutFields) layout!: DocumentLayoutFields;
  @IsListOf(() => ColumnQuestion) questions!: ColumnQuestion[];
}

export class ColumnsPreview {
  @IsListOf(() => CsvColumnPreview) columns!: CsvColumnPreview[];
  /** A row with a transaction and problems would wait for review. */
  @IsListOf(() => CsvRowPreview) firstRows!: CsvRowPreview[];
  @IsListOf(() => ColumnQuestion) questions!: ColumnQuestion[];
  /** One sentence for each thing that is needed before the columns can be saved. */
  @IsTextList() missing!: string[];
}

export class PageWord extends PageBox {
  @IsString() text!: string;
}

export class PageLine extends PageBox {
  @IsString() text!: string;
  /** Identifies lines like this one in a layout. */
  @IsString() begins!: string;
}

export class DocumentColumns extends ColumnsPreview {
  @IsInt() page!: number;
  /** In the units of the document; only their ratio matters. */
  @IsNumber() width!: number;
  @IsNumber() height!: number;
  /** False for text and Word files: their words are drawn instead. */
  @IsBoolean() hasPicture!: boolean;
  /** From top to bottom. */
  @IsListOf(() => PageLine) pageLines!: PageLine[];
  /** Empty if there is a picture. */
  @IsListOf(() => PageWord) words!: PageWord[];
  @IsNested(() => ColumnChoices) choices!: ColumnChoices;
  /** Of the saved layout; null if none is saved. */
  @IsOptional() @IsInt() version!: number | null;
  @IsOptional() @IsString() savedBy!: string | null;
  /** Whether this document is read again when its columns are saved. Its imported or reviewed rows prevent that. */
  @IsBoolean() isReadAgain!: boolean;
}

export class SavedLayout {
  @IsInt() id!: number;
  @IsString() name!: string;
  @IsTextList() headings!: string[];
  /** One per column: its field, or null for a column that is not imported. */
  @IsArray() fields!: (string | null)[];
  @IsString() savedBy!: string;
  @IsISO8601() savedAt!: string;
  @IsOptional() @IsISO8601() lastUsedAt!: string | null;
  @IsInt() timesUsed!: number;
}

export class RenameLayoutRequest {
  @IsRequiredText(100) name!: string;
}
