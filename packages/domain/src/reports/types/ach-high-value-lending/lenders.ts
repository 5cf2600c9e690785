import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import { sizeOf } from '../../fact-sheet.ts';
import { counted, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { isComparable } from '../../topics/against-before.ts';
import type { LenderKind } from '../../topics/lending/lender-kind.ts';
import type { Lender, Lending } from '../../topics/lending/lending.ts';
import { noted } from '../../topics/noted.ts';
import { type Pair, pairOf } from '../../topics/pair.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { chartOf, section } from '../../topics/sections.ts';
import { sizeWords } from '../../topics/size-words.ts';

const MOST_LENDERS = 8;
const SOURCE = 'Debits that repay loans and cards, by company and entry description';

function paidTo(lenders: readonly Lender[], what: string, { asked, sheet }: ReportContext): Pair {
  const sum = (of: 'nowCents' | 'beforeCents') => lenders.reduce((cents, lender) => cents + lender[of], 0);
  return pairOf(
    asked,
    { label: `Paid to ${what}`, source: SOURCE, now: sum('nowCents'), before: sum('beforeCents') },
    (note, cents) => sheet.money(note, cents),
  );
}

export function lenderWord({ company }: Pick<Lender, 'company'>, { sheet }: ReportContext) {
  return sheet.company({ label: 'Lender', source: 'Company of the entries' }, company);
}

/** What all members pay lenders elsewhere, against the period before. */
export function lendersSection({ lenders }: Lending, context: ReportContext): ReportSection | null {
  if (lenders.length === 0) return null;
  const { sheet } = context;
  const whole = paidTo(lenders, 'other lenders', context);
  const isCompared = whole.before !== null;
  const rows = lenders.slice(0, MOST_LENDERS).map((lender) => ({
    lender,
    name: lenderWord(lender, context),
    kind: sheet.word(
      { label: `Kind of ${lender.company}`, source: 'Read from company and entry description' },
      lender.kind,
    ),
    paid: paidTo([lender], lender.company, context),
  }));
  const right = (label: string) => ({ label, align: 'right' as const });
  return section(
    isCompared ? 'What changed: payments to other lenders' : 'Payments to other lenders',
    paragraph(
      prose`What all members pay other lenders ${movedTo(sheet, whole)}.`,
      isCompared ? moverSentence(lenders, context) : null,
    ),
    table(
      'Lenders elsewhere, by what members paid them',
      [
        { label: 'Lender', align: 'left' },
        { label: 'For', align: 'left' },
        right('Period'),
        ...(isCompared ? [right('Period before'), right('Difference')] : []),
      ],
      rows.map(({ name, kind, paid }) =>
        paid.before === null
          ? [name, kind, paid.now]
          : [
              name,
              kind,
              paid.now,
              paid.before,
              sheet.difference(`${paid.label}, difference`, paid.now, paid.before),
            ],
      ),
    ),
    kindsChart(lenders, context),
  );
}

/** The lender whose payments changed most. */
function moverSentence(lenders: readonly Lender[], context: ReportContext) {
  const changeOf = ({ nowCents, beforeCents }: Lender) => nowCents - beforeCents;
  const [first] = lenders.toSorted((left, right) => Math.abs(changeOf(right)) - Math.abs(changeOf(left)));
  if (first === undefined || changeOf(first) === 0) return null;
  const paid = paidTo([first], first.company, context);
  const difference = context.sheet.difference(`${paid.label}, difference`, paid.now, paid.before ?? paid.now);
  return prose`The largest change is at ${lenderWord(first, context)}: ${sizeWords(difference)} ${sizeOf(difference) > 0 ? 'more' : 'less'}.`;
}

function kindsChart(lenders: readonly Lender[], context: ReportContext) {
  const byKind = [...Map.groupBy(lenders, ({ kind }) => kind)].map(([kind, of]) => ({
    name: context.sheet.word(
      { label: 'Kind of loan', source: 'Read from company and entry description' },
      kind,
    ),
    paid: paidTo(of, `lenders, ${kind}`, context),
  }));
  return chartOf({
    title: 'Paid to other lenders by kind',
    type: 'bar',
    unit: 'money',
    categories: byKind.map(({ name }) => name),
    series: [{ name: 'Period', values: byKind.map(({ paid }) => paid.now) }],
  });
}

const PAYDAY: LenderKind = 'payday loan';

/** A risk to members, and a need that the institution can meet. */
export function paydaySection(
  { lenders, newToPayday }: Lending,
  context: ReportContext,
): ReportSection | null {
  const payday = lenders.filter(({ kind, nowCents }) => kind === PAYDAY && nowCents > 0);
  if (payday.length === 0) return null;
  const paid = paidTo(payday, 'payday lenders', context);
  const begun = context.sheet.count(
    noted(
      'Members whose first entry with a payday lender lies in the period',
      'Debits of payday lenders, of all days',
      context.asked.period,
    ),
    newToPayday,
  );
  return section(
    'Risks',
    paragraph(
      prose`Payday lenders collected ${sizeWords(paid.now)} from members in the period.`,
      newToPayday > 0 && isComparable(context.asked)
        ? prose`${counted(begun, 'member')} paid such a lender for the first time.`
        : null,
    ),
  );
}
