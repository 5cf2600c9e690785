import { type Letterhead, letterheadOf } from '@clearwatch/domain/institution-profile';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { nullable, type Row, textArrayOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ReportsEnvironment } from '../../environment.ts';

/** Whose reports these are: as the admins have saved it, until then as the server is told. */
@Injectable()
export class Institution {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: ReportsEnvironment,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async letterhead(): Promise<{ institution: Letterhead | null; timeZone: string | null }> {
    const [row] = await this.database.query<Row[]>(
      `SELECT name, routing_number, charter_number, address_lines, contact_name, contact_phone, contact_email,
              display_time_zone
         FROM analytics.institution_profiles ORDER BY version DESC LIMIT 1`,
    );
    if (row !== undefined) {
      return { institution: savedLetterhead(row), timeZone: nullable(textOf, row, 'display_time_zone') };
    }
    const { INSTITUTION_NAME: name } = this.environment;
    return { institution: name === undefined ? null : { name, lines: [] }, timeZone: null };
  }
}

function savedLetterhead(row: Row): Letterhead | null {
  return letterheadOf({
    name: textOf(row, 'name'),
    routingNumber: nullable(textOf, row, 'routing_number'),
    charterNumber: nullable(textOf, row, 'charter_number'),
    addressLines: textArrayOf(row, 'address_lines'),
    contactName: nullable(textOf, row, 'contact_name'),
    contactPhone: nullable(textOf, row, 'contact_phone'),
    contactEmail: nullable(textOf, row, 'contact_email'),
  });
}
