import type { UsTimeZone } from '@clearwatch/contracts/institution';
import {
  type InstitutionFields,
  InstitutionProfile,
  type SaveInstitutionRequest,
} from '@clearwatch/contracts/institution.dto';
import {
  institutionProblems,
  type Letterhead,
  letterheadOf,
  normalizeInstitution,
} from '@clearwatch/domain/institution-profile';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { insertOrIgnore } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AnalyticsEnvironment } from '../analytics-environment.ts';
import { InstitutionProfileEntity } from './institution.entity.ts';

interface SavedInstitution {
  version: number;
  fields: InstitutionFields;
  savedBy: string;
  savedAt: string;
}

@Injectable()
export class InstitutionService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: AnalyticsEnvironment,
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async read(): Promise<InstitutionProfile> {
    return this.profileOf(await this.newest(this.database.manager));
  }

  async letterhead(): Promise<{ institution: Letterhead | null; timeZone: UsTimeZone | null }> {
    const saved = await this.newest(this.database.manager);
    const fields = saved?.fields ?? this.unsaved();
    return { institution: letterheadOf(fields), timeZone: fields.displayTimeZone };
  }

  async save(actor: Actor, request: SaveInstitutionRequest): Promise<InstitutionProfile> {
    const { basedOn } = request;
    const fields = normalizeInstitution(request);
    const problems = Object.values(institutionProblems(fields));
    if (problems.length > 0) throw new AppError('bad_request', problems.join(' '));
    return inTransaction(this.database, async (manager) => {
      const newest = await this.newest(manager);
      if ((newest?.version ?? 0) !== basedOn) throw profileConflict(newest, basedOn);
      const changed = changedFields(newest?.fields ?? this.unsaved(), fields);
      if (newest !== null && changed.length === 0)
        throw new AppError('conflict', 'The profile already says this. Nothing was saved.');
      const version = basedOn + 1;
      if (!(await this.add(manager, actor, { version, fields })))
        throw profileConflict(await this.newest(manager), basedOn);
      const subject = { type: 'settings', id: 'institution' } as const;
      const detail = { version, changed: changed.join(', ') };
      await this.trail.record(actor, { action: 'settings.institution_saved', subject, detail }, manager);
      return this.profileOf(await this.newest(manager));
    });
  }

  private async newest(manager: EntityManager): Promise<SavedInstitution | null> {
    const [row] = await manager.find(InstitutionProfileEntity, { order: { version: 'DESC' }, take: 1 });
    if (row === undefined) return null;
    const { version, savedBy: _, savedByName, savedAt, ...fields } = row;
    return { version, fields, savedBy: savedByName, savedAt };
  }

  /** False when another request has saved that version: the later of two waits for the first and then loses. */
  private async add(
    manager: EntityManager,
    { userId, username }: Actor,
    { version, fields }: Pick<SavedInstitution, 'version' | 'fields'>,
  ): Promise<boolean> {
    if (userId === null) throw new Error('Only staff saves the profile');
    const row = Object.assign({}, fields, { version, savedBy: userId, savedByName: username });
    return insertOrIgnore(manager, InstitutionProfileEntity, row);
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

  private profileOf(saved: SavedInstitution | null): InstitutionProfile {
    return Object.assign(new InstitutionProfile(), saved?.fields ?? this.unsaved(), {
      version: saved?.version ?? 0,
      savedBy: saved?.savedBy ?? null,
      savedAt: saved?.savedAt ?? null,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  }
}

function changedFields(before: InstitutionFields, after: InstitutionFields): string[] {
  const fields = Object.keys(after) as (keyof InstitutionFields)[];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

function profileConflict(newest: SavedInstitution | null, basedOn: number): AppError {
  return new AppError(
    'conflict',
    newest === null
      ? `There is no version ${basedOn} of the profile. Nothing was saved.`
      : `These changes start from version ${basedOn}, but ${newest.savedBy} saved version ${newest.version} at ` +
          `${newest.savedAt}. Nothing was saved.`,
  );
}
