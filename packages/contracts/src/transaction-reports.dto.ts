import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { IsNested, IsRequiredText, IsTextList } from './field-decorators.dto.ts';
import { SAVED_NAME_MAX_LENGTH } from './text-limits.ts';
import {
  AMOUNT_OPERATORS,
  type AmountOperator,
  MAX_FILTER_CHOICES,
  MAX_FILTER_TEXT,
} from './transaction-reports.ts';
import { TRANSACTION_TYPES, type TransactionType } from './transactions.dto.ts';

/** A day or a time, written in any way that is no day: the reader of filters says so in words. */
const MAX_DAY_TEXT = 40;

/**
 * A bound on the amount, limits included for `between`. Left out of the search, not refused, when `value` is no amount, or for
 * `between` when one end is missing (spec section 5): so both are plain text here.
 */
export class AmountFilter {
  @IsIn(AMOUNT_OPERATORS) operator!: AmountOperator;
  /** Decimal text, "1234.56"; a JSON number is read as its decimal text. */
  @IsOptional() @DecimalAsText() @IsString() @MaxLength(MAX_FILTER_TEXT) value?: string;
  /** Only for `between`: the upper end. */
  @IsOptional() @DecimalAsText() @IsString() @MaxLength(MAX_FILTER_TEXT) value2?: string;
}

/**
 * ISO days, both included, on the entry's posting date (else settlement, else effective). Applied only when both are given.
 * Of an ISO time the day is taken as it is written: entries have days, and no time zone moves them.
 */
export class DateRangeFilter {
  @IsOptional() @DayFromTimestamp() @IsString() @MaxLength(MAX_DAY_TEXT) start?: string;
  @IsOptional() @DayFromTimestamp() @IsString() @MaxLength(MAX_DAY_TEXT) end?: string;
}

/**
 * What a transaction report asks for (spec "Filter set"). All of them must hold; of a list, one. Texts are contained
 * regardless of case; types, classes, trace number and batch are compared whole. An empty filter asks nothing.
 */
export class TransactionFilters {
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) firstName?: string;
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) lastName?: string;
  /** Contained in the company's name. */
  @IsOptional() @IsStringArray() company?: string[];
  @IsOptional()
  @IsArray()
  @ArrayUnique()
  @IsIn(TRANSACTION_TYPES, { each: true })
  transactionType?: TransactionType[];
  /** SEC codes. */
  @IsOptional() @IsStringArray() class?: string[];
  /** Contained in the NACHA transaction code ("22"). */
  @IsOptional() @IsStringArray() transactionCode?: string[];
  @IsOptional() @IsStringArray() entryDescription?: string[];
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) addenda?: string;
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) checkTracerNumber?: string;
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) batch?: string;
  @IsOptional() @IsNested(() => AmountFilter) amount?: AmountFilter;
  @IsOptional() @IsNested(() => DateRangeFilter) dateRange?: DateRangeFilter;
}

/** Without an exponent, which the readers of amounts do not know. */
function DecimalAsText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'number' && Number.isFinite(value)
      ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
      : value,
  );
}

const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

function DayFromTimestamp(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (ISO_TIME.exec(value.trim())?.[1] ?? value) : value,
  );
}

function IsStringArray(): PropertyDecorator {
  return (target, key) => {
    IsArray()(target, key);
    ArrayMaxSize(MAX_FILTER_CHOICES)(target, key);
    IsString({ each: true })(target, key);
    MaxLength(MAX_FILTER_TEXT, { each: true })(target, key);
  };
}

export type TotalKind = 'exact' | 'at-least';

/** Answer of `GET /api/reports/filter-options`: what the ledger holds, beside what is always offered. */
export class FilterOptions {
  @IsTextList() transactionTypes!: string[];
  @IsTextList() classes!: string[];
}

export const FILTER_VISIBILITIES = ['own', 'shared'] as const;
export type FilterVisibility = (typeof FILTER_VISIBILITIES)[number];

/** Body of `POST /api/report-filters` and `PUT /api/report-filters/{id}`. */
export class SaveFilterRequest {
  @IsRequiredText(SAVED_NAME_MAX_LENGTH) name!: string;
  @IsIn(FILTER_VISIBILITIES) visibility!: FilterVisibility;
  @IsDefined() @IsNested(() => TransactionFilters) filters!: TransactionFilters;
}

/** A filter set kept under a name: one's own, and those that colleagues share. */
export class SavedFilter extends SaveFilterRequest {
  @IsInt() id!: number;
  /** User name of who keeps it; only that user and admins may change or delete it. */
  @IsString() owner!: string;
  @IsBoolean() mayChange!: boolean;
  @IsISO8601() updatedAt!: string;
}
