import { againstNormal, NORMAL_COMPARED_DAYS } from '../../../members/against-normal.ts';
import { maskAccount } from '../../../members/mask-account.ts';
import type { FactNote, Stated } from '../../fact-sheet.ts';
import type { ReportContext } from '../../report-composer.ts';
import { notedAsOf } from '../noted.ts';
import { type Pair, pairOf } from '../pair.ts';
import type { Standing } from './standing.ts';

export interface StatedStanding {
  income: Stated;
  bills: Stated;
  credits: Pair;
  debits: Pair;
  /** The usual month's credits and the last days'; null where there is no usual month. */
  usual: Stated | null;
  lately: Stated;
  /** How much more than usual the last days brought, as a part of the usual; null where there is nothing usual. */
  againstUsual: Stated | null;
  verdict: ReturnType<typeof againstNormal>['verdict'] | null;
  since: Stated;
  mainSource: Stated | null;
}

const LIST = 'Figures of the member list, twelve months that end with the ledger';

/** What is stated of one member, the same facts wherever it is. */
export function statedStanding(standing: Standing, { asked, sheet }: ReportContext): StatedStanding {
  const { normal, latelyCreditCents, mainSource, now, before } = standing;
  const who = maskAccount(standing.member.accountNumber);
  const money = (note: FactNote, cents: number) => sheet.money(note, cents);
  const of = (label: string, kind: 'creditCents' | 'debitCents') =>
    pairOf(
      asked,
      {
        label: `${label} of ${who}`,
        source: 'Daily totals of the account',
        now: now[kind],
        before: before[kind],
      },
      money,
    );
  const usualCents = normal?.creditCents ?? 0;
  const usual =
    normal === null
      ? null
      : money(
          notedAsOf(`Usual month’s credits of ${who}`, 'Median of the last whole months', asked.asOf),
          usualCents,
        );
  const lately = money(
    notedAsOf(
      `Credits of the last ${NORMAL_COMPARED_DAYS} days of ${who}`,
      'Daily totals of the account',
      asked.asOf,
    ),
    latelyCreditCents,
  );
  return {
    income: money(notedAsOf(`Monthly income of ${who}`, LIST, asked.asOf), standing.incomeCents),
    bills: money(notedAsOf(`Monthly bills of ${who}`, LIST, asked.asOf), standing.billsCents),
    credits: of('Credits', 'creditCents'),
    debits: of('Debits', 'debitCents'),
    usual,
    lately,
    againstUsual:
      usual === null ? null : sheet.change(`Last days of ${who} against the usual month`, lately, usual),
    verdict: normal === null ? null : againstNormal(latelyCreditCents, usualCents).verdict,
    since: sheet.day(
      { label: `First entry of ${who}`, source: 'Daily totals of the account' },
      standing.firstDay,
    ),
    mainSource:
      mainSource === null
        ? null
        : sheet.company(
            { label: `Company that paid ${who} most`, source: 'Credits of the last year' },
            mainSource.company,
          ),
  };
}
