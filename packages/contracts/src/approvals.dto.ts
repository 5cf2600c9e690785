import { ArrayUnique, IsArray, IsIn, IsInt, IsISO8601, IsObject, IsOptional, IsString, Min } from 'class-validator';
import {
  APPROVAL_KINDS,
  APPROVAL_STATES,
  type ApprovalKind,
  type ApprovalState,
  CHOSEN_APPROVALS,
  type ChosenApproval,
} from './approvals.ts';

export class SaveSecuritySettingsRequest {
  /** The kinds of actions that need a second admin. */
  @IsArray() @ArrayUnique() @IsIn(CHOSEN_APPROVALS, { each: true }) approvals!: ChosenApproval[];
  /** The version that the change is based on. */
  @IsInt() @Min(0) basedOn!: number;
}

export class SecuritySettings {
  @IsArray() @IsIn(CHOSEN_APPROVALS, { each: true }) approvals!: ChosenApproval[];
  /** 0 before the first change. */
  @IsInt() version!: number;
  @IsOptional() @IsString() savedBy!: string | null;
  @IsOptional() @IsISO8601() savedAt!: string | null;
}

export class ApprovalRequest {
  @IsInt() id!: number;
  @IsIn(APPROVAL_KINDS) kind!: ApprovalKind;
  @IsIn(APPROVAL_STATES) state!: ApprovalState;
  /** For example `PUT /api/users/7`. */
  @IsString() action!: string;
  /** Username, if the action concerns a user. */
  @IsOptional() @IsString() subject!: string | null;
  /** What the action sends; never contains a secret. */
  @IsOptional() @IsObject() body!: object | null;
  @IsInt() requestedById!: number;
  @IsString() requestedBy!: string;
  @IsISO8601() requestedAt!: string;
  @IsISO8601() expiresAt!: string;
  @IsOptional() @IsString() decidedBy!: string | null;
  @IsOptional() @IsISO8601() decidedAt!: string | null;
  /** Why an approved action failed. */
  @IsOptional() @IsString() failure!: string | null;
}

export class ApprovalDecision extends ApprovalRequest {
  /** Of an approved two-factor reset; shown once. */
  @IsOptional() @IsString() activationCode!: string | null;
}
