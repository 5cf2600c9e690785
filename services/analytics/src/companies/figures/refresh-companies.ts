import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { daysIn } from '@clearwatch/domain/calendar/period';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ListState, yearOf } from '../../list-figures/list-state.ts';
import { SET_COMPANIES_ASIDE } from '../../list-figures/set-aside.sql.ts';
import {
  FORGET_GONE_SQL,
  KEEP_FIGURES_SQL,
  RENEW_ALERT_COMPANIES_SQL,
  TOUCH_ALL_SQL,
  TOUCH_SQL,
} from './company-figures.sql.ts';
import { CompanyMaterialRepository } from './company-material.repository.ts';
import { type CompanyFigures, toCompanyFigures } from './to-company-figures.ts';

/** Companies whose days are read and judged at a time: a few megabytes. */
const AT_A_TIME = 500;

export type CompanyDates = Pick<ListState, 'ledgerVersion' | 'firstDay' | 'asOf' | 'postsOnWeekends'> & {
  today: string;
};

/** Brings the rows of companies up to date: those whose entries or alerts changed, or all when the day has moved. */
@Injectable()
export class RefreshCompanies {
  constructor(private readonly material: CompanyMaterialRepository) {}

  /** An entry that arrives or leaves can make a return that of another company, which itself is in no import: returns are compared. */
  async refresh(manager: EntityManager, before: ListState | null, now: CompanyDates): Promise<void> {
    await manager.query(SET_COMPANIES_ASIDE);
    await manager.query(RENEW_ALERT_COMPANIES_SQL);
    if (before === null || isJudgedOtherwise(before, now)) await manager.query(TOUCH_ALL_SQL);
    const judging = judgingOf(now);
    const isSameLedger = before !== null && before.ledgerVersion === now.ledgerVersion;
    if (isSameLedger && !(await isAnyTouched(manager))) return;
    const returns = await this.material.returnsAsOf(manager, judging.asOf);
    await manager.query(TOUCH_SQL, [await this.material.withOtherReturns(manager, returns)]);
    await manager.query(FORGET_GONE_SQL);
    const companies = await touchedCompanies(manager);
    const described = await this.material.describedAsOf(manager, companies, judging.asOf);
    for (let at = 0; at < companies.length; at += AT_A_TIME) {
      const some = companies.slice(at, at + AT_A_TIME);
      const material = await this.material.materialOf(manager, some, { ...judging, returns, described });
      await keep(
        manager,
        material.map((company) => toCompanyFigures(company, judging)),
      );
    }
  }
}

async function isAnyTouched(manager: EntityManager): Promise<boolean> {
  return (await manager.query<Row[]>('SELECT FROM touched_companies LIMIT 1')).length > 0;
}

async function touchedCompanies(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<Row[]>('SELECT company FROM touched_companies ORDER BY company');
  return rows.map((row) => textOf(row, 'company'));
}

function isJudgedOtherwise(before: ListState, now: CompanyDates): boolean {
  return (
    before.asOf !== now.asOf ||
    before.firstDay !== now.firstDay ||
    before.postsOnWeekends !== now.postsOnWeekends
  );
}

/** Companies without any dated entry must be judged by some day; nothing is within the periods that end with it. */
function judgingOf(now: CompanyDates) {
  const asOf = now.asOf ?? now.today;
  const year = yearOf(now) ?? { firstDay: asOf, lastDay: asOf };
  return {
    asOf,
    year,
    yearDays: daysIn(year),
    ledgerFirstDay: now.firstDay ?? asOf,
    postsOnWeekends: now.postsOnWeekends,
  };
}

async function keep(manager: EntityManager, companies: readonly CompanyFigures[]): Promise<void> {
  const rows = companies.map((company) => ({ ...company, risk: RISK_LEVELS.indexOf(company.riskLevel) }));
  await manager.query(KEEP_FIGURES_SQL, [JSON.stringify(rows)]);
}
