import { ArrayMaxSize, IsIn, IsInt, IsISO8601, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { IsTextList } from './field-decorators.dto.ts';
import { US_TIME_ZONES, type UsTimeZone } from './institution.ts';

/** What an institution says of itself; what may stand in a field is said by `institutionProblems` of the domain. */
export class InstitutionFields {
  @IsString() @MaxLength(200) name!: string;
  /** Nine digits of the American Bankers Association; null: not stated. */
  @IsOptional() @IsString() @MaxLength(20) routingNumber!: string | null;
  /** Of the National Credit Union Administration; null: none or not stated. */
  @IsOptional() @IsString() @MaxLength(20) charterNumber!: string | null;
  @IsTextList() @ArrayMaxSize(10) @MaxLength(200, { each: true }) addressLines!: string[];
  /** Whom to ask: a person or an office. */
  @IsOptional() @IsString() @MaxLength(200) contactName!: string | null;
  /** Of the office that answers for compliance, not of a person. */
  @IsOptional() @IsString() @MaxLength(100) contactPhone!: string | null;
  @IsOptional() @IsString() @MaxLength(300) contactEmail!: string | null;
  /** Times are shown in it, on screens and in PDFs; null: in the reader's own on screens, in the server's in PDFs. */
  @IsOptional() @IsIn(US_TIME_ZONES) displayTimeZone!: UsTimeZone | null;
}

/** Body of `PUT /api/settings/institution`. */
export class SaveInstitutionRequest extends InstitutionFields {
  /** The version that was edited; 0 when none was saved yet. Another one in force is answered with 409. */
  @IsInt() @Min(0) basedOn!: number;
}

/** Answer of `GET` and `PUT /api/settings/institution`. */
export class InstitutionProfile extends InstitutionFields {
  /** 0: nothing was saved yet; the name is then that of the server's settings, or empty. */
  @IsInt() version!: number;
  @IsOptional() @IsString() savedBy!: string | null;
  @IsOptional() @IsISO8601() savedAt!: string | null;
  /** Where the server stands (IANA): days begin and end there. Set by whoever runs it. */
  @IsString() timeZone!: string;
}
