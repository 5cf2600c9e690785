import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { maskAccount } from '../../../members/mask-account.ts';
import type { Stated } from '../../fact-sheet.ts';
import { counted, enumerated, paragraph, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { alertLinks, alertsTable } from '../../topics/alerts-told.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { noted } from '../../topics/noted.ts';
import { type Pair, pairOf } from '../../topics/pair.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { sizeWords } from '../../topics/size-words.ts';
import type { AskedCompany, AskedMember, AskedPair, CustomData, OwnFlows } from './custom-data.ts';

/** Members that the question names: their money, with whom, and their alerts. */
export function membersSection({ members, pairs }: CustomData, context: ReportContext): ReportSection[] {
  if (members.length === 0) return [];
  const alerts = members.flatMap((member) => member.alerts);
  const blocks: Block[] = members.map((member) =>
    paragraph(memberSentence(member, context), partners(member, context)),
  );
  const links: Block[] =
    alerts.length === 0
      ? [
          paragraph(
            prose`No alert was ever raised on ${members.length === 1 ? 'this account' : 'these accounts'}.`,
          ),
        ]
      : [alertsTable('Their alerts, whatever the period', alerts, context), alertLinks(alerts)];
  const together: Block[] =
    pairs.length === 0 ? [] : [paragraph(...pairs.map((pair) => pairSentence(pair, context)))];
  return [{ title: 'Members in the question', blocks: [...together, ...blocks, ...links] }];
}

export function memberSentence(member: AskedMember, context: ReportContext): Span[] {
  const name = memberWords(context.sheet, member.member);
  return flowsOf(name, accountWords(member.member), member, context);
}

/** Namesakes have accounts of their own: a label says which is meant. */
function accountWords({ name, accountNumber }: AskedMember['member']): string {
  return `${name}, ${maskAccount(accountNumber)}`;
}

/** Companies that the question names: their money and how company analysis judges them. */
export function companiesSection({ companies }: CustomData, context: ReportContext): ReportSection[] {
  if (companies.length === 0) return [];
  return [
    {
      title: 'Companies in the question',
      blocks: companies.map((company) =>
        paragraph(companySentence(company, context), judgement(company, context)),
      ),
    },
  ];
}

export function companySentence(company: AskedCompany, context: ReportContext): Span[] {
  const name = context.sheet.company({ label: 'Company', source: 'List of companies' }, company.company);
  return flowsOf(prose`${name}`, company.company, company, context);
}

/** "Ruth Miller (***4570): credits rose 5.0% to $1,204 and debits fell …, in 12 entries." */
function flowsOf(name: Span[], label: string, flows: OwnFlows, { asked, sheet }: ReportContext): Span[] {
  const source = 'Daily totals';
  const money = (of: string, now: number, before: number): Pair =>
    pairOf(
      asked,
      { label: `${of} of ${label}`, source: `${of} in the ${source.toLowerCase()}`, now, before },
      (note, cents) => sheet.money(note, cents),
    );
  if (flows.entries === 0) return prose`${name}: no money moved in the period.`;
  const credits = money('Credits', flows.creditCents, flows.creditCentsBefore);
  const debits = money('Debits', flows.debitCents, flows.debitCentsBefore);
  const entries = sheet.count(
    noted(`Credits and debits of ${label}, number`, source, asked.period),
    flows.entries,
  );
  const said = [
    ...(flows.creditCents + flows.creditCentsBefore === 0 ? [] : [prose`credits ${movedTo(sheet, credits)}`]),
    ...(flows.debitCents + flows.debitCentsBefore === 0 ? [] : [prose`debits ${movedTo(sheet, debits)}`]),
  ];
  return prose`${name}: ${enumerated(said)}, in ${counted(entries, 'entry', 'entries')}.`;
}

/** "Between Ruth Miller (***4570) and CASH APP: $1,687 out, in 8 entries." */
export function pairSentence(pair: AskedPair, { asked, sheet }: ReportContext): Span[] {
  const { member, company, creditCents, debitCents, entries } = pair;
  const source = 'Entries of the account with the company';
  const who = `${accountWords(member)} with ${company}`;
  const names = prose`Between ${memberWords(sheet, member)} and ${sheet.company({ label: 'Company', source: 'List of companies' }, company)}`;
  if (entries === 0) return prose`${names} no money moved in the period.`;
  const amount = (of: string, cents: number) =>
    sizeWords(sheet.money(noted(`${of} of ${who}`, source, asked.period), cents));
  const said = [
    ...(creditCents === 0 ? [] : [prose`${amount('Credits', creditCents)} in`]),
    ...(debitCents === 0 ? [] : [prose`${amount('Debits', debitCents)} out`]),
  ];
  const count = sheet.count(noted(`Entries of ${who}`, source, asked.period), entries);
  return prose`${names}: ${enumerated(said)}, in ${counted(count, 'entry', 'entries')}.`;
}

function partners({ member, companies }: AskedMember, { asked, sheet }: ReportContext): Span[] | null {
  if (companies.length === 0) return null;
  const said = companies.map(({ company, creditCents, debitCents }) => {
    const name = sheet.company({ label: 'Company', source: `Entries of ${member.name}` }, company);
    const amount = (of: string, cents: number): Stated =>
      sizeWords(
        sheet.money(
          noted(`${of} of ${accountWords(member)} with ${company}`, 'Entries of the account', asked.period),
          cents,
        ),
      );
    const parts = [
      ...(creditCents > 0 ? [prose`${amount('Credits', creditCents)} in`] : []),
      ...(debitCents > 0 ? [prose`${amount('Debits', debitCents)} out`] : []),
    ];
    return prose`${name} (${enumerated(parts)})`;
  });
  return prose`Most of it was with ${enumerated(said)}.`;
}

function judgement(
  { company, members, score, riskLevel, flags }: AskedCompany,
  { sheet }: ReportContext,
): Span[] {
  const source = 'List of companies';
  const count = sheet.count(
    { label: `Members of ${company}`, source: 'Accounts with entries of the company' },
    members,
  );
  const points = sheet.number({ label: `Partnership score of ${company}`, source }, score, 0);
  const why =
    flags.length === 0
      ? ''
      : prose` (${sheet.word({ label: `Flags of ${company}`, source }, flags.join('; '))})`;
  return sentences(
    prose`${counted(count, 'member')} ever had entries of it.`,
    prose`Its partnership score is ${points}, its risk ${riskLevel}${why}.`,
  );
}
