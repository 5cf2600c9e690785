import { ArrayMaxSize, IsIn, IsInt, IsISO8601, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { IsTextList } from './field-decorators.dto.ts';
import { US_TIME_ZONES, type UsTimeZone } from './institution.ts';

/** The domain's `institutionProblems` checks the content. */
export class InstitutionFields {
  @IsString() @MaxLength(200) name!: string;
  /** Nine digits (American Bankers Association). */
  @IsOptional() @IsString() @MaxLength(20) routingNumber!: string | null;
  /** National Credit Union Administration. */
  @IsOptional() @IsString() @MaxLength(20) charterNumber!: string | null;
  @IsTextList() @ArrayMaxSize(10) @MaxLength(200, { each: true }) addressLines!: string[];
  /** A person or an office. */
  @IsOptional() @IsString() @MaxLength(200) contactName!: string | null;
  /** The compliance office's telephone and email, not a person's. */
  @IsOptional() @IsString() @MaxLength(100) contactPhone!: string | null;
  @IsOptional() @IsString() @MaxLength(300) contactEmail!: string | null;
  /** If null, screens use the browser's time zone and PDFs the server's. */
  @IsOptional() @IsIn(US_TIME_ZONES) displayTimeZone!: UsTimeZone | null;
}

export class SaveInstitutionRequest extends InstitutionFields {
  /** The version that was edited, 0 before the first; 409 if a newer version exists. */
  @IsInt() @Min(0) basedOn!: number;
}

export class InstitutionProfile extends InstitutionFields {
  /** 0 before the first save. The name then comes from the server's environment. */
  @IsInt() version!: number;
  @IsOptional() @IsString() savedBy!: string | null;
  @IsOptional() @IsISO8601() savedAt!: string | null;
  /** IANA time zone of the server, which determines calendar days. Set by the operator. */
  @IsString() timeZone!: string;
}
