import { previousPeriod } from '@clearwatch/domain/metrics/period';
import type { Asked } from '@clearwatch/domain/reports/asked';
import { custom } from '@clearwatch/domain/reports/types/custom/custom';
import type { CustomData } from '@clearwatch/domain/reports/types/custom/custom-data';
import { namesInPrompt } from '@clearwatch/domain/reports/types/custom/names-in-prompt';
import { periodInPrompt } from '@clearwatch/domain/reports/types/custom/period-in-prompt';
import { typesOf, understand } from '@clearwatch/domain/reports/types/custom/understand';
import { gatherAlerts, notedAlerts } from '../facts/alerts.ts';
import { askedCompanies } from '../facts/asked-companies.ts';
import { askedMembers, askedPairs } from '../facts/asked-members.ts';
import { gatherConcentration } from '../facts/concentration.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { gatherMembership } from '../facts/membership.ts';
import { gatherMoney } from '../facts/money.ts';
import { gatherReturns } from '../facts/returns.ts';
import { internationalOf } from '../facts/transfers.ts';
import { defineReport } from './define-report.ts';

const MOST_NAMED_ALERTS = 10;
const MOST_NOT_FOUND = 5;

export const customReport = defineReport(custom, gather);

async function gather(ledger: LedgerFacts, given: Asked): Promise<CustomData> {
  const prompt = given.prompt ?? '';
  const period = periodInPrompt(prompt, given.asOf);
  const asked = period === null ? given : { ...given, period, previous: previousPeriod(period) };
  const names = namesInPrompt(prompt);
  const question = understand(prompt);
  const members = await askedMembers(ledger, names, asked);
  const companies = await askedCompanies(ledger, names, asked);
  const found = [...members.map(({ member }) => member.name), ...companies.map(({ company }) => company)];
  return {
    ...(await gatherMoney(ledger, asked)),
    asked,
    isPeriodOfQuestion: period !== null,
    question,
    members,
    companies,
    pairs: await askedPairs(ledger, { members, companies: companies.map(({ company }) => company) }, asked),
    notFound: names.looksLikeName
      .filter((name) => !found.some((known) => isAbout(name, known)))
      .slice(0, MOST_NOT_FOUND),
    alerts: await gatherAlerts(ledger, asked),
    namedAlerts: await notedAlerts(
      ledger,
      `activity_date BETWEEN $1 AND $2 AND activity_type = ANY ($3)
        ORDER BY reviewed, risk_level = 'high' DESC, amount DESC, id LIMIT ${MOST_NAMED_ALERTS}`,
      [asked.period.firstDay, asked.period.lastDay, typesOf(question.categories)],
    ),
    returns: await gatherReturns(ledger, asked),
    membership: question.topics.includes('members') ? await gatherMembership(ledger, asked) : null,
    concentration: question.topics.includes('concentration')
      ? await gatherConcentration(ledger, asked)
      : null,
    international: await internationalOf(ledger, asked),
  };
}

/** "Show Ruth Miller" is about Ruth Miller; so is "Acme" about ACME PAYROLL. */
function isAbout(name: string, known: string): boolean {
  const [asked, found] = [name.toUpperCase(), known.toUpperCase()];
  return asked.includes(found) || found.includes(asked);
}
