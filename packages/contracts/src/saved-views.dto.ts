import {
  ArrayMaxSize,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { IsRequiredText, IsTextList } from './field-decorators.dto.ts';
import { SAVED_NAME_MAX_LENGTH } from './text-limits.ts';
import { FILTER_VISIBILITIES, type FilterVisibility } from './transaction-reports.dto.ts';

/** Lists of which views can be kept. What transaction reports keep are filter sets, with routes of their own. */
export const VIEW_SCREENS = ['members', 'companies', 'fraud', 'audit'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

/** Body of `PUT /api/views/{id}`. */
export class ChangeViewRequest {
  @IsRequiredText(SAVED_NAME_MAX_LENGTH) name!: string;
  @IsIn(FILTER_VISIBILITIES) visibility!: FilterVisibility;
  /** The address's query without its question mark, "riskLevel=high&sort=name"; the screen leaves out what it does not know. */
  @IsString() @MaxLength(2_000) query!: string;
  /** Titles of the columns that are left out. */
  @IsTextList() @ArrayMaxSize(40) @MaxLength(60, { each: true }) hiddenColumns!: string[];
}

/** Body of `POST /api/views`. */
export class SaveViewRequest extends ChangeViewRequest {
  @IsIn(VIEW_SCREENS) screen!: ViewScreen;
}

/** How a list was searched, filtered and sorted, under a name: one's own, and those that colleagues share. */
export class SavedView extends SaveViewRequest {
  @IsInt() id!: number;
  /** User name of who keeps it; only that user and admins may change or delete it. */
  @IsString() owner!: string;
  @IsBoolean() mayChange!: boolean;
  /** Whether the screen opens with it for whoever asks. */
  @IsBoolean() isDefault!: boolean;
  @IsISO8601() updatedAt!: string;
}

/** Of `GET /api/views`. */
export class ListViewsQuery {
  @IsIn(VIEW_SCREENS) screen!: ViewScreen;
}

/** Body of `PUT /api/default-views/{screen}`; null: the screen opens unfiltered. */
export class DefaultViewRequest {
  @IsOptional() @IsInt() viewId!: number | null;
}
