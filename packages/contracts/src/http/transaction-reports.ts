import 'reflect-metadata';
import { Type } from 'class-transformer';
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

/**
 * A bound on the amount, limits included for `between`. Left out of the search, not refused, when `value` is no amount, or for
 * `between` when one end is missing (spec section 5): so both are plain text here.
 */
export class AmountFilter {
  @IsIn(AMOUNT_OPERATORS) operator!: AmountOperator;
  /** Decimal text, "1234.56". */
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) value?: string;
  /** Only for `between`: the upper end. */
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) value2?: string;
}

/** ISO days, both included, on the entry's posting date (else settlement, else effective). Applied only when both are given. */
export class DateRangeFilter {
  @IsOptional() @IsString() @MaxLength(10) start?: string;
  @IsOptional() @IsString() @MaxLength(10) end?: string;
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
