import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import { maskAccount } from '../../../members/mask-account.ts';
import { counted, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { isComparable } from '../../topics/against-before.ts';
import { memberCells } from '../../topics/members/member-words.ts';
import { noted } from '../../topics/noted.ts';
import { pairOf } from '../../topics/pair.ts';
import { section } from '../../topics/sections.ts';
import { companyWord, routeWord } from '../../topics/transfers/stated-transfers.ts';
import { ROUTE_LABELS } from '../../topics/transfers/transfer-route.ts';
import type { TransferSender, Transfers } from '../../topics/transfers/transfers.ts';

/** What is stated of a sender, wherever it is. */
export function senderFacts(
  { member, outCents, outBeforeCents, inCents, mostTo }: TransferSender,
  context: ReportContext,
) {
  const { asked, sheet } = context;
  const who = maskAccount(member.accountNumber);
  const money = (note: Parameters<typeof sheet.money>[0], cents: number) => sheet.money(note, cents);
  const of = (label: string, kind: string, now: number, before: number) =>
    pairOf(
      asked,
      { label, source: `${kind} of the account with companies that carry transfers`, now, before },
      money,
    );
  return {
    out: of(`Transfers out of ${who}`, 'Debits', outCents, outBeforeCents),
    in: sheet.money(
      noted(
        `Transfers in of ${who}`,
        'Credits of the account with companies that carry transfers',
        asked.period,
      ),
      inCents,
    ),
    mostTo: companyWord({ company: mostTo }, context),
  };
}

export function sendersSection({ senders }: Transfers, context: ReportContext): ReportSection | null {
  if (senders.length === 0) return null;
  const isCompared = isComparable(context.asked);
  const right = (label: string) => ({ label, align: 'right' as const });
  return section(
    'Members who send most',
    table(
      'Largest transfers out, by member',
      [
        { label: 'Member', align: 'left' },
        { label: 'Account', align: 'left' },
        right('Out'),
        ...(isCompared ? [right('Out before')] : []),
        right('In'),
        { label: 'Mostly to', align: 'left' },
      ],
      senders.map((sender) => {
        const { out, in: into, mostTo } = senderFacts(sender, context);
        const cells = memberCells(context.sheet, sender.member);
        return isCompared ? [...cells, out.now, out.before, into, mostTo] : [...cells, out.now, into, mostTo];
      }),
    ),
  );
}

/** A way out that members did not use before. A ledger that has just begun makes every use a first one. */
export function newUseSection({ firstUse }: Transfers, context: ReportContext): ReportSection | null {
  const { asked, sheet } = context;
  if (!isComparable(asked)) return null;
  const source = 'Accounts whose first entry with a company of this way is dated';
  const used = firstUse
    .filter(({ now, before }) => now + before > 0)
    .map(({ route, now, before }) => ({
      name: routeWord(route, context),
      ...pairOf(asked, { label: `First use, ${ROUTE_LABELS[route]}`, source, now, before }, (note, count) =>
        sheet.count(note, count),
      ),
    }));
  if (used.length === 0) return null;
  return section(
    'First use',
    paragraph(
      prose`Members whose first entry by a way, as far as the ledger reaches back, lies in the period.`,
    ),
    table(
      'Members who used a way for the first time',
      [
        { label: 'Way', align: 'left' },
        { label: 'Members', align: 'right' },
        { label: 'Period before', align: 'right' },
      ],
      used.map(({ name, now, before }) => [name, now, before]),
    ),
  );
}

export function internationalSection(
  { international }: Transfers,
  context: ReportContext,
): ReportSection | null {
  const { asked, sheet } = context;
  const { entries, entriesBefore, inCents, outCents, members } = international;
  if (entries === 0 && entriesBefore === 0) return null;
  const source = 'Entries of class IAT that moved money';
  const count = pairOf(
    asked,
    { label: 'International entries', source, now: entries, before: entriesBefore },
    (note, n) => sheet.count(note, n),
  );
  const before = count.before === null ? '' : prose`, after ${count.before} in the period before`;
  if (entries === 0) return section('International entries', paragraph(prose`There was none${before}.`));
  const into = sheet.money(noted('International credits', source, asked.period), inCents);
  const out = sheet.money(noted('International debits', source, asked.period), outCents);
  const accounts = sheet.count(noted('Members with international entries', source, asked.period), members);
  const amounts =
    outCents === 0
      ? prose`${into} came in`
      : inCents === 0
        ? prose`${out} went out`
        : prose`${into} came in and ${out} went out`;
  return section(
    'International entries',
    paragraph(
      prose`${counted(count.now, 'international entry (IAT)', 'international entries (IAT)')} of ${counted(accounts, 'member')}${before}: ${amounts}.`,
    ),
  );
}
