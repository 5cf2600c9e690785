import { minimumAccountsOfKnownCompany } from '@clearwatch/domain/detection/company-table';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { companiesChangedSince } from '../companies/company-names.ts';
import { type CompanyRow, companiesOf } from '../companies/company-rows.ts';
import { standingOf } from '../companies/company-standing.ts';
import { type ChangedStandings, changedStandings, type KeptCompany } from './changed-standings.ts';
import { type KeptLedger, type LedgerView, StandingsRepository } from './standings.repository.ts';

export interface InstitutionChange extends ChangedStandings {
  /** Days on which the ledger began at the last listing and begins now, when that is earlier. */
  beganBefore: { before: string; now: string } | null;
}

const NO_CHANGE: InstitutionChange = { becameKnown: new Map(), others: new Set(), beganBefore: null };
/** A ledger without any dated entry: no company of it is a spray. */
const NO_DAY = '1970-01-01';

/**
 * Remembers from listing to listing what the institution lends to the analysis of every member: which companies are known
 * or a spray, and the day on which the ledger begins. An import changes that for members it does not touch; those whom
 * `change` concerns are listed in the same transaction.
 */
@Injectable()
export class InstitutionStandings {
  constructor(private readonly repository: StandingsRepository) {}

  /**
   * @param which `changed` looks at the companies whose entries have come or gone since the last listing; of the rest only the
   *   share of all accounts that they need may have moved. `all` counts on nothing that was kept
   */
  async bringUpToDate(manager: EntityManager, which: 'changed' | 'all'): Promise<InstitutionChange> {
    await this.repository.lockListers(manager);
    const then = await this.repository.keptLedger(manager);
    const ledger = await this.repository.ledger(manager);
    const since = which === 'all' ? null : (then?.version ?? null);
    const keys = since === null ? 'all' : await companiesChangedSince(manager, since);
    const before = await this.repository.kept(manager, toBeJudged(keys, then, ledger));
    const counted = await companiesOf(manager, keys);
    const untouched = [...before.values()].filter(
      ({ companyKey }) => keys !== 'all' && !keys.has(companyKey),
    );
    const now = companiesNow([...untouched, ...counted], ledger);
    await this.keep(manager, before, now);
    await this.repository.keepLedger(manager, ledger);
    // Nobody has been looked at with other eyes yet.
    if (then === undefined) return NO_CHANGE;
    return { ...changedStandings(before, now), beganBefore: beganBefore(then.firstDay, ledger.firstDay) };
  }

  private async keep(
    manager: EntityManager,
    before: ReadonlyMap<string, KeptCompany>,
    now: ReadonlyMap<string, KeptCompany>,
  ): Promise<void> {
    const others = [...now.values()].filter((company) => !isSame(company, before.get(company.companyKey)));
    if (others.length > 0) await this.repository.keep(manager, others);
    const gone = [...before.keys()].filter((key) => !now.has(key));
    if (gone.length > 0) await this.repository.forget(manager, gone);
  }
}

/**
 * Companies whose standing may be another: those that are touched, and those whose number of accounts lies where the share
 * of all accounts that a company needs has passed. Sprays depend on the day on which the ledger begins, so that another day
 * is everybody's.
 */
function toBeJudged(
  touched: ReadonlySet<string> | 'all',
  then: KeptLedger | undefined,
  now: LedgerView,
): Parameters<StandingsRepository['kept']>[1] {
  if (touched === 'all' || then === undefined) return 'all';
  if (then.accounts === null || then.firstDay !== now.firstDay) return 'all';
  const needed = [then.accounts, now.accounts].map(minimumAccountsOfKnownCompany);
  return {
    keys: touched,
    accounts: { from: Math.floor(Math.min(...needed)), to: Math.ceil(Math.max(...needed)) },
  };
}

function companiesNow(companies: readonly CompanyRow[], ledger: LedgerView): Map<string, KeptCompany> {
  const by = { ledgerAccounts: ledger.accounts, ledgerFirstDay: ledger.firstDay ?? NO_DAY };
  return new Map(
    companies.map((company) => [company.companyKey, { ...company, ...standingOf(company, by) }]),
  );
}

function isSame(left: KeptCompany, right: KeptCompany | undefined): boolean {
  return (
    right !== undefined &&
    (Object.keys(left) as (keyof KeptCompany)[]).every((name) => left[name] === right[name])
  );
}

function beganBefore(before: string | null, now: string | null): InstitutionChange['beganBefore'] {
  return before !== null && now !== null && now < before ? { before, now } : null;
}
