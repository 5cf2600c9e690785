import { US_TIME_ZONES } from '@clearwatch/contracts/institution';
import type { InstitutionFields } from '@clearwatch/contracts/institution.dto';
import {
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textArrayOf,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface SavedInstitution {
  version: number;
  fields: InstitutionFields;
  savedBy: string;
  savedAt: string;
}

@Injectable()
export class InstitutionRepository {
  /** Null when nothing was saved yet. */
  async newest(manager: EntityManager): Promise<SavedInstitution | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT version, name, routing_number, charter_number, address_lines, contact_name, contact_phone,
              contact_email, display_time_zone, saved_by_name, saved_at
         FROM analytics.institution_profiles ORDER BY version DESC LIMIT 1`,
    );
    return row === undefined ? null : toSaved(row);
  }

  /** False when somebody else has saved that version: of two at once one waits for the other and then loses. */
  async add(
    manager: EntityManager,
    actor: Actor,
    { version, fields }: Pick<SavedInstitution, 'version' | 'fields'>,
  ): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.institution_profiles
         (version, name, routing_number, charter_number, address_lines, contact_name, contact_phone, contact_email,
          display_time_zone, saved_by, saved_by_name)
       VALUES ($1, $2, $3, $4, $5::text[], $6, $7, $8, $9, $10, $11) ON CONFLICT (version) DO NOTHING RETURNING version`,
      [
        version,
        fields.name,
        fields.routingNumber,
        fields.charterNumber,
        fields.addressLines,
        fields.contactName,
        fields.contactPhone,
        fields.contactEmail,
        fields.displayTimeZone,
        actor.userId,
        actor.username,
      ],
    );
    return rows.length === 1;
  }
}

function toSaved(row: Row): SavedInstitution {
  return {
    version: integerOf(row, 'version'),
    fields: {
      name: textOf(row, 'name'),
      routingNumber: nullable(textOf, row, 'routing_number'),
      charterNumber: nullable(textOf, row, 'charter_number'),
      addressLines: textArrayOf(row, 'address_lines'),
      contactName: nullable(textOf, row, 'contact_name'),
      contactPhone: nullable(textOf, row, 'contact_phone'),
      contactEmail: nullable(textOf, row, 'contact_email'),
      displayTimeZone:
        row['display_time_zone'] === null ? null : enumOf(US_TIME_ZONES, row, 'display_time_zone'),
    },
    savedBy: textOf(row, 'saved_by_name'),
    savedAt: instantOf(row, 'saved_at'),
  };
}
