import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
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
  MinLength,
  ValidateNested,
} from 'class-validator';
import { AMOUNT_OPERATORS, type AmountOperator } from '../reports/amount-operators.ts';
import { MAX_FILTER_CHOICES, MAX_FILTER_TEXT } from '../reports/report-limits.ts';
import { KEPT_NAME_MAX_LENGTH } from '../text-limits.ts';
import { TRANSACTION_TYPES, type TransactionType } from './transactions.ts';

/** A day or a time, written in any way that is no day: the reader of filters says so in words. */
const MAX_DAY_TEXT = 40;

/**
 * A bound on the amount, limits included for `between`. Left out of the search, not refused, when `value` is no amount, or for
 * `between` when one end is missing (spec section 5): so both are plain text here.
 */
export class AmountFilter {
  @IsIn(AMOUNT_OPERATORS) operator!: AmountOperator;
  /** Decimal text, "1234.56"; a JSON number is read as its decimal text. */
  @IsOptional() @NumberAsText() @IsString() @MaxLength(MAX_FILTER_TEXT) value?: string;
  /** Only for `between`: the upper end. */
  @IsOptional() @NumberAsText() @IsString() @MaxLength(MAX_FILTER_TEXT) value2?: string;
}

/**
 * ISO days, both included, on the entry's posting date (else settlement, else effective). Applied only when both are given.
 * Of an ISO time the day is taken as it is written: entries have days, and no time zone moves them.
 */
export class DateRangeFilter {
  @IsOptional() @DayOfTime() @IsString() @MaxLength(MAX_DAY_TEXT) start?: string;
  @IsOptional() @DayOfTime() @IsString() @MaxLength(MAX_DAY_TEXT) end?: string;
}

/**
 * What a transaction report asks for (spec "Filter set"). All of them must hold; of a list, one. Texts are contained
 * regardless of case; types, classes, trace number and batch are compared whole. An empty filter asks nothing.
 */
export class TransactionFilters {
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) firstName?: string;
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) lastName?: string;
  /** Contained in the company's name. */
  @IsOptional() @IsTexts() company?: string[];
  @IsOptional()
  @IsArray()
  @ArrayUnique()
  @IsIn(TRANSACTION_TYPES, { each: true })
  transactionType?: TransactionType[];
  /** SEC codes. */
  @IsOptional() @IsTexts() class?: string[];
  /** Contained in the NACHA transaction code ("22"). */
  @IsOptional() @IsTexts() transactionCode?: string[];
  @IsOptional() @IsTexts() entryDescription?: string[];
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) addenda?: string;
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) checkTracerNumber?: string;
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) batch?: string;
  @IsOptional() @ValidateNested() @Type(() => AmountFilter) amount?: AmountFilter;
  @IsOptional() @ValidateNested() @Type(() => DateRangeFilter) dateRange?: DateRangeFilter;
}

/** Without an exponent, which the readers of amounts do not know. */
function NumberAsText(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'number' && Number.isFinite(value)
      ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
      : value,
  );
}

const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

function DayOfTime(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (ISO_TIME.exec(value.trim())?.[1] ?? value) : value,
  );
}

function IsTexts(): PropertyDecorator {
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
  @IsArray() @IsString({ each: true }) transactionTypes!: string[];
  @IsArray() @IsString({ each: true }) classes!: string[];
}

export const FILTER_VISIBILITIES = ['own', 'shared'] as const;
export type FilterVisibility = (typeof FILTER_VISIBILITIES)[number];

/** Body of `POST /api/report-filters` and `PUT /api/report-filters/{id}`. */
export class SaveFilterRequest {
  @IsString() @MinLength(1) @MaxLength(KEPT_NAME_MAX_LENGTH) name!: string;
  @IsIn(FILTER_VISIBILITIES) visibility!: FilterVisibility;
  @IsDefined() @ValidateNested() @Type(() => TransactionFilters) filters!: TransactionFilters;
}

/** A filter set kept under a name: one's own, and those that colleagues share. */
export class SavedFilter extends SaveFilterRequest {
  @IsInt() id!: number;
  /** User name of who keeps it; only that user and admins may change or delete it. */
  @IsString() owner!: string;
  @IsBoolean() mayChange!: boolean;
  @IsISO8601() updatedAt!: string;
}
