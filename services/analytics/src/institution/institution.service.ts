import type { UsTimeZone } from '@clearwatch/contracts/institution';
import {
  type InstitutionFields,
  InstitutionProfile,
  type SaveInstitutionRequest,
} from '@clearwatch/contracts/institution.dto';
import { formatUtcMinute } from '@clearwatch/domain/calendar/day';
import {
  institutionProblems,
  type Letterhead,
  letterheadOf,
  normalizeInstitution,
} from '@clearwatch/domain/institution-profile';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { pickFieldsOf } from '@clearwatch/service-kit/database/entity-columns';
import { insertOrIgnore } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AnalyticsEnvironment } from '../analytics-environment.ts';
import { InstitutionProfileEntity } from './institution.entity.ts';

@Injectable()
export class InstitutionService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: AnalyticsEnvironment,
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async read(): Promise<InstitutionProfile> {
    return this.profileOf(await newest(this.database.manager));
  }

  async letterhead(): Promise<{ institution: Letterhead | null; timeZone: UsTimeZone | null }> {
    const fields = (await newest(this.database.manager)) ?? this.unsaved();
    return { institution: letterheadOf(fields), timeZone: fields.displayTimeZone };
  }

  async save(actor: Actor, request: SaveInstitutionRequest): Promise<InstitutionProfile> {
    const { basedOn } = request;
    const { userId: savedBy, username: savedByName } = actor;
    if (savedBy === null) throw new Error('Only staff can save the profile');
    const fields = normalizeInstitution(request);
    const problems = Object.values(institutionProblems(fields));
    if (problems.length > 0) throw new AppError('bad_request', problems.join(' '));
    return inTransaction(this.database, async (manager) => {
      const saved = await newest(manager);
      if ((saved?.version ?? 0) !== basedOn) throw profileConflict(saved, basedOn);
      const changed = changedFields(saved ?? this.unsaved(), fields);
      if (saved !== null && changed.length === 0)
        throw new AppError('conflict', 'The profile has no changes. Nothing was saved.');
      const version = basedOn + 1;
      // If two requests arrive at the same time, the second one waits for the first and is then refused.
      const row = Object.assign({}, fields, { version, savedBy, savedByName });
      if (!(await insertOrIgnore(manager, InstitutionProfileEntity, row)))
        throw profileConflict(await newest(manager), basedOn);
      const subject = { type: 'settings', id: 'institution' } as const;
      const detail = { version, changed: changed.join(', ') };
      await this.trail.record(actor, { action: 'settings.institution_saved', subject, detail }, manager);
      return this.profileOf(await newest(manager));
    });
  }

  private unsaved(): InstitutionFields {
    return {
      name: this.environment.INSTITUTION_NAME ?? '',
      routingNumber: null,
      charterNumber: null,
      addressLines: [],
      contactName: null,
      contactPhone: null,
      contactEmail: null,
      displayTimeZone: null,
    };
  }

  private profileOf(saved: InstitutionProfileEntity | null): InstitutionProfile {
    return pickProfile(saved ?? this.unsaved(), {
      version: saved?.version ?? 0,
      savedBy: saved?.savedByName ?? null,
      savedAt: saved?.savedAt ?? null,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  }
}

const pickProfile = pickFieldsOf(InstitutionProfile);

const newest = (manager: EntityManager): Promise<InstitutionProfileEntity | null> =>
  manager.findOne(InstitutionProfileEntity, { where: {}, order: { version: 'DESC' } });

function changedFields(before: InstitutionFields, after: InstitutionFields): string[] {
  const fields = Object.keys(after) as (keyof InstitutionFields)[];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

function profileConflict(saved: InstitutionProfileEntity | null, basedOn: number): AppError {
  return new AppError(
    'conflict',
    saved === null
      ? `The profile has no version ${basedOn}. Nothing was saved.`
      : `Your changes are based on version ${basedOn}, but ${saved.savedByName} saved version ${saved.version} on ` +
          `${formatUtcMinute(saved.savedAt)}. Nothing was saved. Reload and apply your changes again.`,
  );
}
