import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsISO8601, IsOptional, IsString, ValidateNested } from 'class-validator';

export class ReplayDifference {
  /** What it is, in plain words: "Amount", "Entries of the pattern", "Rule version". */
  @IsString() what!: string;
  @IsOptional() @IsString() was!: string | null;
  @IsOptional() @IsString() is!: string | null;
}

/** Answer of `GET /api/unusual-activities/{id}/replay`: the alert computed again from today's ledger. */
export class AlertReplay {
  @IsBoolean() identical!: boolean;
  /** One plain sentence: what was done again and how it came out. */
  @IsString() summary!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => ReplayDifference) differences!: ReplayDifference[];
  @IsInt() policyVersion!: number;
  @IsISO8601() replayedAt!: string;
}

export class ChainBreak {
  /** Place in the chain, from 1; null: the alert has none. */
  @IsOptional() @IsInt() position!: number | null;
  @IsOptional() @IsInt() alertId!: number | null;
  /** A plain sentence that names the place. */
  @IsString() problem!: string;
}

/** Answer of `GET /api/detection/chain`: whether the alerts are those that were raised. */
export class AlertChainVerification {
  @IsBoolean() intact!: boolean;
  @IsInt() links!: number;
  @IsInt() alerts!: number;
  /** Hex of the last link; who notes it can tell later whether the end was cut off. */
  @IsOptional() @IsString() head!: string | null;
  /** The first breaks, at most 100. */
  @IsArray() @ValidateNested({ each: true }) @Type(() => ChainBreak) breaks!: ChainBreak[];
}
