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
import { combine, IsNested, IsRequiredText, IsTextList } from './field-decorators.dto.ts';
import { SAVED_NAME_MAX_LENGTH } from './text-limits.ts';
import { AMOUNT_OPERATORS, type AmountOperator, MAX_FILTER_CHOICES, MAX_FILTER_TEXT } from './transaction-reports.ts';
import { TRANSACTION_TYPES, type TransactionType } from './transactions.dto.ts';

/** Room for malformed days, which get their own message. */
const MAX_DAY_TEXT = 40;

/** An invalid `value`, or `between` with one end missing, is ignored, not rejected (spec section 5). */
export class AmountFilter {
  @IsIn(AMOUNT_OPERATORS) operator!: AmountOperator;
  /** Decimal text, "1234.56"; a JSON number is converted. */
  @IsOptional() @DecimalAsText() @IsString() @MaxLength(MAX_FILTER_TEXT) value?: string;
  /** Upper limit, only for `between`. */
  @IsOptional() @DecimalAsText() @IsString() @MaxLength(MAX_FILTER_TEXT) value2?: string;
}

/**
 * Inclusive ISO dates, applied only when both are set. They limit the posting date (else settlement, else effective
 * date). A timestamp counts as the date written in it, because entries have no time zone.
 */
export class DateRangeFilter {
  @IsOptional() @DayFromTimestamp() @IsString() @MaxLength(MAX_DAY_TEXT) start?: string;
  @IsOptional() @DayFromTimestamp() @IsString() @MaxLength(MAX_DAY_TEXT) end?: string;
}

/**
 * Spec "Filter set". All filters must match; for a list, any one value. Texts match case-insensitively as substrings;
 * types, classes, trace number and batch match exactly. Empty filters are ignored.
 */
export class TransactionFilters {
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) firstName?: string;
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) lastName?: string;
  @IsOptional() @IsStringArray() company?: string[];
  @IsOptional()
  @IsArray()
  @ArrayUnique()
  @IsIn(TRANSACTION_TYPES, { each: true })
  transactionType?: TransactionType[];
  @IsOptional() @IsStringArray() class?: string[];
  /** Substring of the NACHA transaction code ("22"). */
  @IsOptional() @IsStringArray() transactionCode?: string[];
  @IsOptional() @IsStringArray() entryDescription?: string[];
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) addenda?: string;
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) checkTracerNumber?: string;
  @IsOptional() @IsString() @MaxLength(MAX_FILTER_TEXT) batch?: string;
  @IsOptional() @IsNested(() => AmountFilter) amount?: AmountFilter;
  @IsOptional() @IsNested(() => DateRangeFilter) dateRange?: DateRangeFilter;
}

/** Without an exponent, which the amount parsers do not accept. */
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
  const isText = [MaxLength(MAX_FILTER_TEXT, { each: true }), IsString({ each: true })];
  return combine(...isText, ArrayMaxSize(MAX_FILTER_CHOICES), IsArray());
}

export type TotalKind = 'exact' | 'at-least';

export class FilterOptions {
  @IsTextList() transactionTypes!: string[];
  @IsTextList() classes!: string[];
}

export const FILTER_VISIBILITIES = ['own', 'shared'] as const;
export type FilterVisibility = (typeof FILTER_VISIBILITIES)[number];

export class SaveFilterRequest {
  @IsRequiredText(SAVED_NAME_MAX_LENGTH) name!: string;
  @IsIn(FILTER_VISIBILITIES) visibility!: FilterVisibility;
  @IsDefined() @IsNested(() => TransactionFilters) filters!: TransactionFilters;
}

export class SavedFilter extends SaveFilterRequest {
  @IsInt() id!: number;
  /** Username; only the owner and admins may change or delete the filter. */
  @IsString() owner!: string;
  @IsBoolean() mayChange!: boolean;
  @IsISO8601() updatedAt!: string;
}
