import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsRequiredText, IsTextList } from './field-decorators.dto.ts';
import { SAVED_NAME_MAX_LENGTH } from './text-limits.ts';
import { FILTER_VISIBILITIES, type FilterVisibility } from './transaction-reports.dto.ts';

/** Transaction reports save filter sets instead. */
export const VIEW_SCREENS = ['members', 'companies', 'fraud', 'audit'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

export class ChangeViewRequest {
  @IsRequiredText(SAVED_NAME_MAX_LENGTH) name!: string;
  @IsIn(FILTER_VISIBILITIES) visibility!: FilterVisibility;
  /** Query string without the question mark ("riskLevel=high&sort=name"); the screen ignores unknown parameters. */
  @IsString() @MaxLength(2_000) query!: string;
  @IsTextList() @ArrayMaxSize(40) @MaxLength(60, { each: true }) hiddenColumns!: string[];
}

export class SaveViewRequest extends ChangeViewRequest {
  @IsIn(VIEW_SCREENS) screen!: ViewScreen;
}

export class SavedView extends SaveViewRequest {
  @IsInt() id!: number;
  /** Username; only the owner and admins may change or delete the view. */
  @IsString() owner!: string;
  @IsBoolean() mayChange!: boolean;
  /** Whether the screen opens with this view for the current user. */
  @IsBoolean() isDefault!: boolean;
  @IsISO8601() updatedAt!: string;
}

export class ListViewsQuery {
  @IsIn(VIEW_SCREENS) screen!: ViewScreen;
}

/** Null: the screen opens unfiltered. */
export class DefaultViewRequest {
  @IsOptional() @IsInt() viewId!: number | null;
}
